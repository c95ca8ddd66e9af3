-- A family, the users in it, the people it remembers, and how each user is related to each person.

create table families (
  id uuid primary key,
  name text not null,
  trial_ends_at timestamptz,
  started_by uuid references users (id) on delete set null,
  created_at timestamptz not null
);
create index families_started_by on families (started_by);

create table people (
  id uuid primary key,
  family_id uuid not null references families (id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  name text not null,
  slug text not null,
  birth_day date,
  gender text check (gender in ('female', 'male', 'other')),
  is_child boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (family_id, slug),
  unique (family_id, user_id)
);

create table person_images (
  id uuid primary key,
  person_id uuid not null references people (id) on delete cascade,
  position integer not null
);
create index person_images_person on person_images (person_id, position);

create table members (
  family_id uuid not null references families (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  person_id uuid not null references people (id),
  role text not null check (role in ('owner', 'guardian', 'relative')),
  joined_at timestamptz not null,
  primary key (family_id, user_id)
);
create index members_user on members (user_id);
create unique index members_one_owner on members (family_id) where role = 'owner';

create table relationships (
  id uuid primary key,
  family_id uuid not null references families (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  person_id uuid not null references people (id) on delete cascade,
  relationship_id smallint not null check (relationship_id between 0 and 28),
  relationship_label text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, person_id)
);
create index relationships_person on relationships (person_id);

alter table users add constraint users_current_family foreign key (current_family_id) references families (id) on delete set null;
