-- When it was decided what becomes of a notification by mail: it was told in one, or is told in none. What was told until now is told in none.
alter table notifications add column settled_at timestamptz;
update notifications set settled_at = created_at;
create index notifications_unsettled on notifications (user_id) where settled_at is null and read_at is null;

-- What somebody has stopped by the link in a mail: by rhythm the kinds, so that it can be undone.
create table digests (
  user_id uuid primary key references users (id) on delete cascade,
  stopped jsonb not null
);
