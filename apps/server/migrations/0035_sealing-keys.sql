-- The name of the key that seals what is kept about people, in one row: a start with another secret is noticed, and refused.
create table sealing_keys (
  is_only boolean primary key default true check (is_only),
  key_id text not null
);
insert into sealing_keys (key_id) select key_id from information_sections order by updated_at desc limit 1;
