-- How people grow.

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
