-- When who is wished something has thanked for it.

alter table wishes add column thanked_at timestamptz;
