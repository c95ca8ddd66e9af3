-- What is said about posts. A deleted comment keeps its row, and its medium, for as long as the deletion can be undone.

create table comments (
  id uuid primary key,
  family_id uuid not null references families (id) on delete cascade,
  post_id uuid not null references posts (id) on delete cascade,
  author_id uuid not null references users (id) on delete cascade,
  text text not null,
  medium_id uuid unique references media (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- They and the author can bring it back.
  deleted_by uuid references users (id) on delete set null,
  search tsvector not null generated always as (search_of(text)) stored,
  folded text not null generated always as (search_fold(text)) stored
);
create index comments_post on comments (post_id, created_at, id) where deleted_at is null;
create index comments_newest on comments (family_id, created_at desc, id desc) where deleted_at is null;
create index comments_author on comments (author_id);
create index comments_search on comments using gin (family_id, search) where deleted_at is null;
create index comments_alike on comments using gin (family_id, folded gin_trgm_ops) where deleted_at is null;
create index comments_deleted on comments (deleted_at) where deleted_at is not null;
create index comments_deleted_by on comments (deleted_by) where deleted_by is not null;
