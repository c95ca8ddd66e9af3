-- What kind a person's memories are of, so that one index gives those of one kind, however few of very many: the post's own, which never changes.
alter table post_people add column kind text;
update post_people about set kind = p.kind from posts p where p.id = about.post_id;
alter table post_people alter column kind set not null;
create index post_people_kind on post_people (person_id, kind, created_at desc, post_id desc);
