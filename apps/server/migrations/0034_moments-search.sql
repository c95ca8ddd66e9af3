-- A moment is found by its words, as posts, comments and questions are. What a milestone without a title is called stands in no row.

alter table moments
  add column search tsvector not null generated always as (search_of(title || ' ' || text)) stored,
  add column folded text not null generated always as (search_fold(title || ' ' || text)) stored;
create index moments_search on moments using gin (family_id, search) where deleted_at is null;
create index moments_alike on moments using gin (family_id, folded gin_trgm_ops) where deleted_at is null;
