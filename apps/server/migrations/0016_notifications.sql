-- Devices that want to hear of news. A device belongs to the session it was registered in, and goes with it.

create table devices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  token text not null,
  -- SHA-256 of the token: a push token may be longer than an index takes.
  token_hash text not null unique,
  platform text check (platform in ('ios', 'android', 'web')),
  -- Web push: where to send, and the keys the browser made for it.
  subscription jsonb,
  created_at timestamptz not null,
  registered_at timestamptz not null
);
create index devices_user on devices (user_id, registered_at);
create index devices_session on devices (session_id);
