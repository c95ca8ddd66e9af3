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
