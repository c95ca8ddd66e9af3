-- What a family shares: posts with their media, people and audience, and hearts.
-- A deleted post keeps its row, and its media, for as long as the deletion can be undone.

-- The three extensions come with PostgreSQL and are trusted: the owner of a database may create them.
create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- What texts and questions are compared as: one form of every character, no accents, small letters, and blanks for punctuation, so that
-- 'grand-ma', addresses and file names are plain words, and nothing in it can be a wildcard. Immutable as long as the rules of unaccent are.
create function search_fold(words text) returns text
  language sql immutable strict parallel safe
  return translate(lower(unaccent('unaccent'::regdictionary, normalize(words, nfkc))), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32));

-- Signs that are no letters, such as a birthday cake: each is found by itself, whatever stands beside it.
create function search_signs(words text) returns text[]
  language sql immutable strict parallel safe
  return case when words ~ '[\u2190-\u2bff\U0001f000-\U0001faff]' then array(
    select distinct sign from regexp_split_to_table(words, '') sign where sign ~ '[\u2190-\u2bff\U0001f000-\U0001faff]' order by sign) else '{}' end;

-- What a text is found by.
create function search_of(words text) returns tsvector
  language sql immutable strict parallel safe
  return to_tsvector('simple', search_fold(words)) || array_to_tsvector(search_signs(words));

-- A search by its words, each of which may go on, and its signs. What only joins or colours signs says nothing.
create function search_beginnings(words text) returns tsquery
  language sql immutable strict parallel safe
  return concat_ws(' & ',
    nullif(trim(replace(plainto_tsquery('simple', search_fold(
      regexp_replace(words, '[\u200d\u2190-\u2bff\ufe0e\ufe0f\U0001f000-\U0001faff]', ' ', 'g')))::text || ' ', ''' ', ''':* ')), ''),
    nullif(array_to_string(array(select quote_literal(sign) from unnest(search_signs(words)) sign), ' & '), ''))::tsquery;

-- What a post is found by: its text, what is said of its photos, and of a recipe its title and what goes into it.
create function words_of_post(words text, captions jsonb, recipe jsonb) returns text
  language sql immutable parallel safe
  return words || coalesce((select string_agg(' ' || value, '') from jsonb_each_text(captions)), '') || coalesce(' ' || (recipe ->> 'title'), '')
    || coalesce((select string_agg(' ' || (ingredient ->> 'what'), '') from jsonb_array_elements(recipe -> 'ingredients') ingredient), '');

create table posts (
  id uuid primary key,
  family_id uuid not null references families (id) on delete cascade,
  author_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('memory', 'recipe', 'video', 'answer', 'birthday', 'moment')),
  text text not null,
  -- By the medium's id, where something is said of it.
  captions jsonb not null default '{}',
  -- As the contract has it. Whom it comes from is no reference: a person who has gone is not named in an answer any more.
  recipe jsonb,
  occurred_on date not null,
  -- Month times 100 plus day: what an anniversary is looked up by.
  month_day smallint not null generated always as ((extract(month from occurred_on) * 100 + extract(day from occurred_on))::smallint) stored,
  audience text not null check (audience in ('family', 'guardians', 'people', 'me')),
  -- What is kept in treasures has a category; its subcategory may have been removed since, the category stays.
  category_id uuid references treasure_categories (id),
  subcategory_id uuid,
  -- What it answers. When the question goes for good, the answer stays.
  question_id uuid references questions (id) on delete set null,
  -- Counts the changes by the author: what the ETag says.
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- They and the author can bring it back.
  deleted_by uuid references users (id) on delete set null,
  -- What it is found by: its words, and the same as text for slips.
  search tsvector not null generated always as (search_of(words_of_post(text, captions, recipe))) stored,
  folded text not null generated always as (search_fold(words_of_post(text, captions, recipe))) stored,
  foreign key (subcategory_id, category_id) references treasure_subcategories (id, category_id) on delete set null (subcategory_id),
  check (subcategory_id is null or category_id is not null),
  check ((kind = 'recipe') = (recipe is not null))
);
create index posts_feed on posts (family_id, created_at desc, id desc) where deleted_at is null;
create index posts_by_author on posts (author_id, family_id, created_at desc, id desc);
create index posts_by_kind on posts (family_id, kind, created_at desc, id desc) where deleted_at is null;
create index posts_by_day on posts (family_id, occurred_on desc, created_at desc, id desc) where deleted_at is null;
create index posts_by_anniversary on posts (family_id, month_day, occurred_on desc, created_at desc, id desc) where deleted_at is null;
create index posts_by_category on posts (family_id, category_id, created_at desc, id desc) where category_id is not null and deleted_at is null;
create index posts_by_subcategory on posts (subcategory_id, family_id, created_at desc, id desc) where subcategory_id is not null;
create index posts_by_question on posts (question_id, created_at desc, id desc) where question_id is not null;
create index posts_search on posts using gin (family_id, search) where deleted_at is null;
create index posts_alike on posts using gin (family_id, folded gin_trgm_ops) where deleted_at is null;
-- What one can bring back, the latest deletion first; what can no longer be brought back; and whose traces an account leaves.
create index posts_restorable on posts (family_id, deleted_at desc, id desc) where deleted_at is not null;
create index posts_deleted on posts (deleted_at) where deleted_at is not null;
create index posts_deleted_by on posts (deleted_by) where deleted_by is not null;

-- A medium may stand in more than one post: in one that was deleted, say, and in the one a moment was shared as then.
create table post_media (
  post_id uuid not null references posts (id) on delete cascade,
  medium_id uuid not null references media (id) on delete cascade,
  family_id uuid not null references families (id) on delete cascade,
  position smallint not null,
  primary key (post_id, medium_id)
);
create index post_media_post on post_media (post_id, position);
create index post_media_medium on post_media (medium_id);
create index post_media_family on post_media (family_id);

create table post_people (
  post_id uuid not null references posts (id) on delete cascade,
  person_id uuid not null references people (id) on delete cascade,
  family_id uuid not null references families (id) on delete cascade,
  position smallint not null,
  primary key (post_id, person_id)
);
create index post_people_person on post_people (person_id, post_id);
create index post_people_family on post_people (family_id, post_id) include (person_id);

-- Whom a post with the audience 'people' names. Who leaves the family is not named any longer, also after coming back.
create table post_audience (
  post_id uuid not null references posts (id) on delete cascade,
  family_id uuid not null,
  user_id uuid not null,
  primary key (post_id, user_id),
  foreign key (family_id, user_id) references members (family_id, user_id) on delete cascade
);
create index post_audience_member on post_audience (family_id, user_id, post_id);

create table hearts (
  post_id uuid not null references posts (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  family_id uuid not null references families (id) on delete cascade,
  created_at timestamptz not null,
  primary key (post_id, user_id)
);
create index hearts_user on hearts (user_id);
