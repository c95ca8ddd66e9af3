-- What somebody was told of and their devices were not yet: until it is handed over for each of them, or is not worth it any more. What it names
-- belongs to a feature above; where that is gone there is nothing to say.
create table pushes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  told_at timestamptz not null,
  -- While nothing may reach the person.
  held_until timestamptz
);
create index pushes_user on pushes (user_id);
