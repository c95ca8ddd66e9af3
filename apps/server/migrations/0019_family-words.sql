-- Search in a family of any size: slips are judged by the words a family uses, captions and signs are found, too.

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
create or replace function search_beginnings(words text) returns tsquery
  language sql immutable strict parallel safe
  return concat_ws(' & ',
    nullif(trim(replace(plainto_tsquery('simple', search_fold(
      regexp_replace(words, '[\u200d\u2190-\u2bff\ufe0e\ufe0f\U0001f000-\U0001faff]', ' ', 'g')))::text || ' ', ''' ', ''':* ')), ''),
    nullif(array_to_string(array(select quote_literal(sign) from unnest(search_signs(words)) sign), ' & '), ''))::tsquery;

-- A post is found by its text and by what is said of its photos. Written by triggers from here on; what is there stays.
alter table posts alter column search drop expression;
alter table comments alter column search drop expression;

create function posts_search() returns trigger language plpgsql as $$
begin
  new.search := search_of(new.text) || search_of(coalesce((
    select string_agg(caption, ' ') from post_media where post_id = new.id and caption <> ''), ''));
  return new;
end $$;
create function comments_search() returns trigger language plpgsql as $$
begin
  new.search := search_of(new.text);
  return new;
end $$;
create function captions_search() returns trigger language plpgsql as $$
begin
  update posts set text = text where id in (select post_id from changed where caption <> '');
  return null;
end $$;
create trigger posts_search before insert or update of text on posts for each row execute function posts_search();
create trigger comments_search before insert or update of text on comments for each row execute function comments_search();
create trigger captions_search_added after insert on post_media referencing new table as changed for each statement execute function captions_search();
create trigger captions_search_removed after delete on post_media referencing old table as changed for each statement execute function captions_search();

update posts set text = text where search_signs(text) <> '{}' or id in (select post_id from post_media where caption <> '');
update comments set text = text where search_signs(text) <> '{}';

-- The words of a family, each once: what is nearly right is looked for among them, whatever the number of posts.
-- Two words of which one has up to two slips have a piece in common: what is left of their beginnings without one letter or two.
create function search_pieces(word text, most int) returns int[]
  language sql immutable strict parallel safe
  return array(
    with start as (select left(word, 7) as piece),
    one as (select overlay(piece placing '' from n for 1) as piece from start, generate_series(1, length(piece)) n),
    two as (select overlay(piece placing '' from n for 1) as piece from one, generate_series(1, length(piece)) n where most > 1)
    select hashtext(piece) from start union select hashtext(piece) from one union select hashtext(piece) from two order by 1);

create table family_words (
  family_id uuid not null references families (id) on delete cascade,
  word text not null check (length(word) <= 100),
  pieces int[] not null generated always as (search_pieces(word, case when length(word) < 6 then 1 else 2 end)) stored,
  primary key (family_id, word)
);

insert into family_words (family_id, word)
  select distinct family_id, word from (
    select family_id, unnest(tsvector_to_array(search)) as word from posts where deleted_at is null
    union all select family_id, unnest(tsvector_to_array(search)) from comments where deleted_at is null) used
  where length(word) <= 100;
create index family_words_alike on family_words using gin (family_id, pieces, word gin_trgm_ops);

-- What has been written and taken away since the list was brought up to date. It is only added to, so that nobody who writes waits for anybody.
create table family_word_changes (
  id bigint generated always as identity primary key,
  family_id uuid not null references families (id) on delete cascade,
  gained boolean not null,
  words text[] not null
);
create index family_word_changes_of on family_word_changes (family_id, gained);

-- Brings the words that have come into the list: before it is asked. One after the other in a family, and with no other lock held.
create function family_words_gain(family uuid) returns void language plpgsql as $$
begin
  if not exists (select from family_word_changes where family_id = family and gained) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('words of ' || family, 0));
  with taken as (delete from family_word_changes where family_id = family and gained returning words)
    insert into family_words (family_id, word)
      select distinct family, word from taken, unnest(words) word where length(word) <= 100 order by 2 on conflict do nothing;
end $$;

-- Takes words out that nothing says any more: every now and then. Who says one of them again meanwhile has it in the changes again.
-- Words that many use are mostly in the newest posts; so only the rare ones are looked for in all of them.
create function family_words_lose(family uuid) returns void language plpgsql as $$
declare
  lost text[];
begin
  perform family_words_gain(family);
  perform pg_advisory_xact_lock(hashtextextended('words of ' || family, 0));
  with taken as (delete from family_word_changes where family_id = family and not gained returning words)
    select array_agg(distinct word) into lost from taken, unnest(words) word;
  delete from family_words known using (
      select unnest(lost) as word
      except select word from (select search from posts where family_id = family and deleted_at is null order by created_at desc, id desc limit 500) newest,
        unnest(tsvector_to_array(search)) word) gone
    where known.family_id = family and known.word = gone.word
      and not exists (select from posts where family_id = family and deleted_at is null and search @@ array_to_tsvector(array[gone.word])::text::tsquery)
      and not exists (select from comments where family_id = family and deleted_at is null and search @@ array_to_tsvector(array[gone.word])::text::tsquery);
end $$;

create function words_added() returns trigger language plpgsql as $$
begin
  insert into family_word_changes (family_id, gained, words)
    select family_id, true, array_agg(distinct word) from added, unnest(tsvector_to_array(search)) word where deleted_at is null group by family_id;
  return null;
end $$;
create function words_changed() returns trigger language plpgsql as $$
begin
  with changed as (
    select after.family_id, case when before.deleted_at is null then tsvector_to_array(before.search) else '{}' end as past,
        case when after.deleted_at is null then tsvector_to_array(after.search) else '{}' end as present
      from added after join removed before using (id)
      where before.search is distinct from after.search or (before.deleted_at is null) <> (after.deleted_at is null))
  insert into family_word_changes (family_id, gained, words)
    select family_id, true, array_agg(distinct word) from changed, lateral (select unnest(present) except select unnest(past)) more (word) group by family_id
    union all
    select family_id, false, array_agg(distinct word) from changed, lateral (select unnest(past) except select unnest(present)) less (word) group by family_id;
  return null;
end $$;
create function words_removed() returns trigger language plpgsql as $$
begin
  insert into family_word_changes (family_id, gained, words)
    select family_id, false, array_agg(distinct word) from removed, unnest(tsvector_to_array(search)) word
      where deleted_at is null and exists (select from families where families.id = family_id) group by family_id;
  return null;
end $$;
create trigger posts_words_added after insert on posts referencing new table as added for each statement execute function words_added();
create trigger posts_words_changed after update on posts referencing old table as removed new table as added
  for each statement execute function words_changed();
create trigger posts_words_removed after delete on posts referencing old table as removed for each statement execute function words_removed();
create trigger comments_words_added after insert on comments referencing new table as added for each statement execute function words_added();
create trigger comments_words_changed after update on comments referencing old table as removed new table as added
  for each statement execute function words_changed();
create trigger comments_words_removed after delete on comments referencing old table as removed for each statement execute function words_removed();

-- The newest first, of comments and of a year, too.
create index comments_feed on comments (family_id, created_at desc, id desc) where deleted_at is null;
create index posts_by_year on posts (family_id, (extract(year from occurred_on)), created_at desc, id desc) where deleted_at is null;
drop index posts_alike;
drop index comments_alike;
