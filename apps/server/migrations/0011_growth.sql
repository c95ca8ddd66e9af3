-- How people grow, and the order of their timelines.

-- occurred_on is the post's, so that one index gives a person's posts in the order of their life. The foreign key keeps it so: it follows
-- every change of the post's day.
create unique index posts_memory on posts (id, occurred_on);
alter table post_people add column occurred_on date;
update post_people set occurred_on = posts.occurred_on from posts where posts.id = post_people.post_id;
alter table post_people
  alter column occurred_on set not null,
  add constraint post_people_memory foreign key (post_id, occurred_on) references posts (id, occurred_on) on update cascade on delete cascade;
create index post_people_timeline on post_people (person_id, occurred_on desc, created_at desc, post_id desc);
create index post_people_family on post_people (family_id, person_id);

-- The days of a family's posts in the same order.
drop index posts_by_day;
create index posts_by_day on posts (family_id, occurred_on desc, created_at desc, id desc) where deleted_at is null;

-- How tall, how heavy, how large of head a person was on a day. What is deleted is gone at once: it is about a body.
create table growth_entries (
  id uuid primary key,
  family_id uuid not null references families (id) on delete cascade,
  person_id uuid not null references people (id) on delete cascade,
  measured_on date not null,
  height_cm numeric(5, 2),
  weight_kg numeric(6, 3),
  head_cm numeric(5, 2),
  -- How the height was taken; null is as usual, lying before 2 years and standing after.
  lying boolean,
  created_at timestamptz not null,
  check (num_nonnulls(height_cm, weight_kg, head_cm) > 0)
);
create index growth_entries_person on growth_entries (person_id, measured_on desc, created_at desc, id desc);
create index growth_entries_family on growth_entries (family_id);

-- What the curves have to know of a person: whole weeks they were born before their due date; 0 is on time.
create table growth_settings (
  person_id uuid primary key references people (id) on delete cascade,
  family_id uuid not null references families (id) on delete cascade,
  born_early_weeks smallint not null check (born_early_weeks between 0 and 18),
  updated_at timestamptz not null
);
create index growth_settings_family on growth_settings (family_id);
