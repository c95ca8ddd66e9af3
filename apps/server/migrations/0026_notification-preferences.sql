-- What should reach somebody, how, and when not. Who has chosen nothing has no row; where they are stands in their account.
create table notification_preferences (
  user_id uuid primary key references users (id) on delete cascade,
  -- By kind: whether by push, and how often by e-mail. A kind that is not in it is as usual.
  kinds jsonb not null,
  -- On the clock where they are, `HH:MM`; both null for none.
  quiet_from text,
  quiet_until text,
  -- What devices are told about a message.
  importance smallint not null check (importance between 1 and 5),
  visibility smallint not null check (visibility between -1 and 1),
  updated_at timestamptz not null,
  check ((quiet_from is null) = (quiet_until is null))
);
