-- Who deleted something: they and its author can bring it back. Of what was deleted before, only the author can.

alter table posts add column deleted_by uuid references users (id) on delete set null;
alter table comments add column deleted_by uuid references users (id) on delete set null;
-- What one can bring back, the latest deletion first; and whose traces an account leaves.
create index posts_restorable on posts (family_id, deleted_at desc, id desc) where deleted_at is not null;
create index posts_deleted_by on posts (deleted_by) where deleted_by is not null;
create index comments_deleted_by on comments (deleted_by) where deleted_by is not null;
