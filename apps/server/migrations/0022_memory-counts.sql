-- How many memories are about whom and are kept where, in a family of any size: counted as they are written, not when somebody looks.

-- author_id, audience and shown are the post's, so that a row says by itself for whom it counts. The trigger below keeps them so; whoever
-- adds people to a post holds it until then.
alter table post_people add column author_id uuid, add column audience text, add column shown boolean;
update post_people about set author_id = p.author_id, audience = p.audience, shown = p.deleted_at is null from posts p where p.id = about.post_id;
alter table post_people alter column author_id set not null, alter column audience set not null, alter column shown set not null;

-- By what the audience rule asks of a post: who shared it, and with whom. What is counted is the sum of all rows that are alike: they are only
-- added, so that nobody who writes waits for anybody, and folded into one every now and then. person_id is whom the memories are about; the
-- others are kept in treasures. No foreign keys: whoever adds a row would wait for whoever removes a family or an account.
create table memory_counts (
  id bigint generated always as identity primary key,
  family_id uuid not null,
  person_id uuid,
  category_id uuid,
  subcategory_id uuid,
  author_id uuid not null,
  audience text not null,
  count int not null,
  check ((person_id is null) <> (category_id is null))
);
create index memory_counts_of on memory_counts (family_id, person_id, category_id);

insert into memory_counts (family_id, person_id, author_id, audience, count)
  select family_id, person_id, author_id, audience, count(*) from post_people where shown group by 1, 2, 3, 4;
insert into memory_counts (family_id, category_id, subcategory_id, author_id, audience, count)
  select family_id, category_id, subcategory_id, author_id, audience, count(*) from posts
  where category_id is not null and deleted_at is null group by 1, 2, 3, 4, 5;

-- Makes one row of all that are alike, and none of those that come to nothing. What another transaction has taken is left to it.
create function memory_counts_fold(family uuid) returns void language sql as $$
  with taken as (
    delete from memory_counts where id in (select id from memory_counts where family_id = family for update skip locked) returning *)
  insert into memory_counts (family_id, person_id, category_id, subcategory_id, author_id, audience, count)
    select family_id, person_id, category_id, subcategory_id, author_id, audience, sum(count) from taken
    where exists (select from families where id = family)
    group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0
$$;

-- What is kept: a row of posts counts by what it says itself. A family that is being removed takes its counts along.
create function kept_added() returns trigger language plpgsql as $$
begin
  insert into memory_counts (family_id, category_id, subcategory_id, author_id, audience, count)
    select family_id, category_id, subcategory_id, author_id, audience, count(*) from added
    where category_id is not null and deleted_at is null group by 1, 2, 3, 4, 5;
  return null;
end $$;
create function kept_changed() returns trigger language plpgsql as $$
begin
  insert into memory_counts (family_id, category_id, subcategory_id, author_id, audience, count)
    select family_id, category_id, subcategory_id, author_id, audience, sum(n) from (
      select family_id, category_id, subcategory_id, author_id, audience, 1 as n from added where category_id is not null and deleted_at is null
      union all
      select family_id, category_id, subcategory_id, author_id, audience, -1 from removed where category_id is not null and deleted_at is null) changed
    group by 1, 2, 3, 4, 5 having sum(n) <> 0;
  if exists (select from added post join removed before using (id)
      where post.audience <> before.audience or (post.deleted_at is null) <> (before.deleted_at is null)) then
    -- Who removes a person or a member holds the family, and then takes these rows: wait for them before, not behind.
    perform from families where id in (select family_id from added) order by id for key share;
    update post_people about set audience = post.audience, shown = post.deleted_at is null from added post join removed before using (id)
      where about.post_id = post.id and (post.audience <> before.audience or (post.deleted_at is null) <> (before.deleted_at is null));
  end if;
  return null;
end $$;
create function kept_removed() returns trigger language plpgsql as $$
begin
  insert into memory_counts (family_id, category_id, subcategory_id, author_id, audience, count)
    select family_id, category_id, subcategory_id, author_id, audience, -count(*) from removed
    where category_id is not null and deleted_at is null and exists (select from families where families.id = family_id) group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger posts_kept_added after insert on posts referencing new table as added for each statement execute function kept_added();
create trigger posts_kept_changed after update on posts referencing old table as removed new table as added
  for each statement execute function kept_changed();
create trigger posts_kept_removed after delete on posts referencing old table as removed for each statement execute function kept_removed();

-- The same for whom posts are about.
create function people_added() returns trigger language plpgsql as $$
begin
  insert into memory_counts (family_id, person_id, author_id, audience, count)
    select family_id, person_id, author_id, audience, count(*) from added where shown group by 1, 2, 3, 4;
  return null;
end $$;
create function people_changed() returns trigger language plpgsql as $$
begin
  insert into memory_counts (family_id, person_id, author_id, audience, count)
    select family_id, person_id, author_id, audience, sum(n) from (
      select family_id, person_id, author_id, audience, 1 as n from added where shown
      union all select family_id, person_id, author_id, audience, -1 from removed where shown) changed
    group by 1, 2, 3, 4 having sum(n) <> 0;
  return null;
end $$;
create function people_removed() returns trigger language plpgsql as $$
begin
  insert into memory_counts (family_id, person_id, author_id, audience, count)
    select family_id, person_id, author_id, audience, -count(*) from removed
    where shown and exists (select from families where families.id = family_id) group by 1, 2, 3, 4;
  return null;
end $$;
create trigger post_people_added after insert on post_people referencing new table as added for each statement execute function people_added();
create trigger post_people_changed after update on post_people referencing old table as removed new table as added
  for each statement execute function people_changed();
create trigger post_people_removed after delete on post_people referencing old table as removed for each statement execute function people_removed();

create function counts_of_families_removed() returns trigger language plpgsql as $$
begin
  delete from memory_counts where family_id in (select id from removed);
  return null;
end $$;
create trigger families_counts_removed after delete on families referencing old table as removed
  for each statement execute function counts_of_families_removed();

-- What stands on a shelf, and beside all shelves of a category, the newest first: for covers.
create index posts_by_place on posts (family_id, category_id, subcategory_id, created_at desc, id desc) where category_id is not null and deleted_at is null;
