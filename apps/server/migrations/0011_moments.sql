-- Moments: what one or several people have reached, for guardians and for the people themselves until it is shared as a post.

create table moments (
  id uuid primary key,
  family_id uuid not null references families (id) on delete cascade,
  author_id uuid not null references users (id) on delete cascade,
  title text not null,
  -- The slug of one of the milestones in the contract; null where the moment has only words of its own.
  milestone text,
  occurred_on date not null,
  text text not null,
  -- The post it was shared as last.
  post_id uuid references posts (id) on delete set null,
  -- Counts the changes: what the ETag says.
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by uuid references users (id) on delete set null
);
create index moments_family on moments (family_id, occurred_on desc, id desc) where deleted_at is null;
create index moments_author on moments (author_id);
create index moments_post on moments (post_id) where post_id is not null;
create index moments_deleted on moments (deleted_at) where deleted_at is not null;
create index moments_deleted_by on moments (deleted_by) where deleted_by is not null;

-- Whose moment it is. One that is nobody's any more (the last of its people was removed) is shown to nobody and cleared away.
create table moment_people (
  moment_id uuid not null references moments (id) on delete cascade,
  person_id uuid not null references people (id) on delete cascade,
  family_id uuid not null references families (id) on delete cascade,
  position smallint not null,
  primary key (moment_id, person_id)
);
create index moment_people_person on moment_people (person_id);

create table moment_media (
  medium_id uuid primary key references media (id) on delete cascade,
  family_id uuid not null references families (id) on delete cascade,
  moment_id uuid not null references moments (id) on delete cascade,
  position smallint not null
);
create index moment_media_moment on moment_media (moment_id, position);
