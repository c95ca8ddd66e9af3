-- What happened in a family, for a day: who listens to it is told, and may catch up with what they missed.
create table activity (
  id bigint generated always as identity primary key,
  family_id uuid not null references families (id) on delete cascade,
  actor_id uuid references users (id) on delete set null,
  type text not null,
  ids jsonb not null,
  -- The transaction that did it. Numbers of rows are not in the order in which transactions end; whether a transaction has ended, a snapshot tells.
  transaction xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null
);
create index activity_transaction on activity (transaction);
create index activity_family on activity (family_id, created_at);
create index activity_created on activity (created_at);
create index activity_actor on activity (actor_id);

-- Open streams of events, at whichever process: how many a session has. See [Note: How many streams a session has].
create table activity_streams (
  id uuid primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  backend text not null
);
create index activity_streams_session on activity_streams (session_id);
