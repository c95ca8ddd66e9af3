-- A question is found by its words, as posts and comments are.

alter table questions
  add column search tsvector not null generated always as (search_of(text)) stored,
  add column folded text not null generated always as (search_fold(text)) stored;
create index questions_search on questions using gin (family_id, search) where deleted_at is null;
create index questions_alike on questions using gin (family_id, folded gin_trgm_ops) where deleted_at is null;
