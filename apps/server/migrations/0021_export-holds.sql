-- Which posts of others an archive holds: once one of them is deleted or no longer shared with its user, the archive is taken back.

-- No foreign key to the post: that it is gone is what has to be noticed.
create table export_holds (
  export_id uuid not null references exports (id) on delete cascade,
  family_id uuid not null,
  post_ids uuid[] not null
);
create index export_holds_export on export_holds (export_id);
create index exports_ready on exports (id) where state = 'ready';
