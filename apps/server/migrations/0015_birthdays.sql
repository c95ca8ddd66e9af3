-- Wishes for birthdays, gathered until the day and then delivered as one card.

-- Where somebody lives, an IANA name as their device says it: a birthday begins there.
alter table users add column time_zone text;

create table wishes (
  id uuid primary key,
  family_id uuid not null references families (id) on delete cascade,
  -- Who is wished something. Emptied when they are removed, so that the wish's media can be removed with it.
  person_id uuid references people (id) on delete set null,
  author_id uuid not null references users (id) on delete cascade,
  -- The day of the birthday: a wish is for one of them.
  birthday_on date not null,
  text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (person_id, birthday_on, author_id)
);
create index wishes_family on wishes (family_id, birthday_on);
create index wishes_author on wishes (author_id);
create index wishes_day on wishes (birthday_on);

create table wish_media (
  medium_id uuid primary key references media (id) on delete cascade,
  family_id uuid not null references families (id) on delete cascade,
  wish_id uuid not null references wishes (id) on delete cascade,
  position smallint not null
);
create index wish_media_wish on wish_media (wish_id, position);

-- Which birthday's wishes have been delivered: told of once, and open from then on wherever the person goes.
create table birthday_cards (
  person_id uuid not null references people (id) on delete cascade,
  birthday_on date not null,
  family_id uuid not null references families (id) on delete cascade,
  delivered_at timestamptz not null,
  primary key (person_id, birthday_on)
);
create index birthday_cards_family on birthday_cards (family_id);

-- Who was asked for a wish last, and when.
create table wish_reminders (
  person_id uuid not null references people (id) on delete cascade,
  birthday_on date not null,
  user_id uuid not null references users (id) on delete cascade,
  family_id uuid not null references families (id) on delete cascade,
  reminded_at timestamptz not null,
  primary key (person_id, birthday_on, user_id)
);
create index wish_reminders_user on wish_reminders (user_id);
create index wish_reminders_family on wish_reminders (family_id);
