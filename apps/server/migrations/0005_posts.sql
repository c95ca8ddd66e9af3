-- What a family shares: posts with their media, people and audience; hearts and comments.
-- A deleted post or comment keeps its row, and its media, for as long as the deletion can be undone.

create table posts (
  id uuid primary key,
  family_id uuid not null references families (id) on delete cascade,
  author_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('memory', 'recipe', 'video', 'answer', 'birthday', 'moment')),
  text text not null,
  occurred_on date not null,
  -- Month times 100 plus day: what an anniversary is looked up by.
  month_day smallint not null generated always as ((extract(month from occurred_on) * 100 + extract(day from occurred_on))::smallint) stored,
  audience text not null check (audience in ('family', 'guardians', 'people', 'me')),
  -- Counts the changes by the author: what the ETag says.
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index posts_feed on posts (family_id, created_at desc, id desc) where deleted_at is null;
create index posts_by_author on posts (author_id, family_id, created_at desc, id desc);
create index posts_by_kind on posts (family_id, kind, created_at desc, id desc) where deleted_at is null;
create index posts_by_day on posts (family_id, occurred_on) where deleted_at is null;
create index posts_by_anniversary on posts (family_id, month_day, occurred_on desc, created_at desc, id desc) where deleted_at is null;
create index posts_deleted on posts (deleted_at) where deleted_at is not null;

-- A medium belongs to one post at most.
create table post_media (
  medium_id uuid primary key references media (id) on delete cascade,
  family_id uuid not null references families (id) on delete cascade,
  post_id uuid not null references posts (id) on delete cascade,
  position smallint not null
);
create index post_media_post on post_media (post_id, position);

-- created_at is the post's, so that one index gives a person's posts in the order of the feed.
create table post_people (
  post_id uuid not null references posts (id) on delete cascade,
  person_id uuid not null references people (id) on delete cascade,
  family_id uuid not null references families (id) on delete cascade,
  position smallint not null,
  created_at timestamptz not null,
  primary key (post_id, person_id)
);
create index post_people_person on post_people (person_id, created_at desc, post_id desc);

-- Whom a post with the audience 'people' names. Who leaves the family is not named any longer, also after coming back.
create table post_audience (
  post_id uuid not null references posts (id) on delete cascade,
  family_id uuid not null,
  user_id uuid not null,
  primary key (post_id, user_id),
  foreign key (family_id, user_id) references members (family_id, user_id) on delete cascade
);
create index post_audience_member on post_audience (family_id, user_id);

create table hearts (
  post_id uuid not null references posts (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  family_id uuid not null references families (id) on delete cascade,
  created_at timestamptz not null,
  primary key (post_id, user_id)
);
create index hearts_user on hearts (user_id);

create table comments (
  id uuid primary key,
  family_id uuid not null references families (id) on delete cascade,
  post_id uuid not null references posts (id) on delete cascade,
  author_id uuid not null references users (id) on delete cascade,
  text text not null,
  medium_id uuid unique references media (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index comments_post on comments (post_id, created_at, id) where deleted_at is null;
create index comments_author on comments (author_id);
create index comments_deleted on comments (deleted_at) where deleted_at is not null;
