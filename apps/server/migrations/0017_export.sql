-- Archives of everything somebody may see. The ZIP is in the storage under exports/{id}/ and goes seven days after it was finished.

create table exports (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  state text not null check (state in ('queued', 'running', 'ready', 'failed')),
  progress real not null,
  -- Why it failed, in plain words.
  reason text,
  size bigint,
  -- Counts the tries: only the latest one may go on.
  attempt integer not null,
  -- The last sign of life of who works on it.
  alive_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index exports_user on exports (user_id, created_at desc);
-- One at a time for each user.
create unique index exports_running on exports (user_id) where state in ('queued', 'running');
create index exports_finished on exports (finished_at) where finished_at is not null;

-- Which posts of others an archive holds: once one of them is deleted or no longer shared with its user, the archive is taken back.
-- No foreign key to the post: that it is gone is what has to be noticed.
create table export_holds (
  export_id uuid not null references exports (id) on delete cascade,
  family_id uuid not null,
  post_ids uuid[] not null
);
create index export_holds_export on export_holds (export_id);
create index exports_ready on exports (id) where state = 'ready';
