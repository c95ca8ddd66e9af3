-- Search: words of posts and comments without accents and case, each family's on their own.
-- The three extensions come with PostgreSQL and are trusted: the owner of a database may create them.

create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- What texts and questions are compared as: one form of every character, no accents, small letters, and blanks for punctuation, so that
-- 'grand-ma', addresses and file names are plain words, and nothing in it can be a wildcard. Immutable as long as the rules of unaccent are.
create function search_fold(words text) returns text
  language sql immutable strict parallel safe
  return translate(lower(unaccent('unaccent'::regdictionary, normalize(words, nfkc))), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32));

-- A search by its words, each of which may go on.
create function search_beginnings(words text) returns tsquery
  language sql immutable strict parallel safe
  return replace(plainto_tsquery('simple', search_fold(words))::text || ' ', ''' ', ''':* ')::tsquery;

alter table posts add column search tsvector not null generated always as (to_tsvector('simple', search_fold(text))) stored;
alter table comments add column search tsvector not null generated always as (to_tsvector('simple', search_fold(text))) stored;
create index posts_search on posts using gin (family_id, search) where deleted_at is null;
create index comments_search on comments using gin (family_id, search) where deleted_at is null;

-- For what is nearly right, and for parts of words.
create index posts_alike on posts using gin (family_id, search_fold(text) gin_trgm_ops) where deleted_at is null;
create index comments_alike on comments using gin (family_id, search_fold(text) gin_trgm_ops) where deleted_at is null;
