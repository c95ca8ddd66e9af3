-- Ideas are content that ships; here stands what families have been shown, and what people say of them.

-- What was brought out for a family in a week, which begins on a Monday: at place 0 the idea of the week, then those that came for who asked
-- for another. An idea is known by its slug, which may leave the list with a later version.
create table inspiration_weeks (
  family_id uuid not null references families (id) on delete cascade,
  week date not null,
  place smallint not null check (place >= 0),
  slug text not null,
  created_at timestamptz not null,
  primary key (family_id, week, place),
  unique (family_id, week, slug)
);

-- What a member says of an idea, in a family: saved for later, done, or not in that week.
create table inspiration_marks (
  family_id uuid not null references families (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  slug text not null,
  saved_at timestamptz,
  done_at timestamptz,
  skipped_week date,
  primary key (family_id, user_id, slug)
);
create index inspiration_marks_user on inspiration_marks (user_id);
