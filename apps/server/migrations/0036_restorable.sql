-- What one may bring back is listed on one page, the latest deletion of a family first.
create index comments_restorable on comments (family_id, deleted_at desc, id desc) where deleted_at is not null;
create index questions_restorable on questions (family_id, deleted_at desc, id desc) where deleted_at is not null;
create index moments_restorable on moments (family_id, deleted_at desc, id desc) where deleted_at is not null;
