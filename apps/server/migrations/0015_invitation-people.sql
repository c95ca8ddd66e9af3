-- Who an invitation is for, where the family remembers them already: accepting it gives that person an account instead of making another one.
alter table invitations add column person_id uuid references people (id) on delete set null;
create index invitations_person on invitations (person_id) where person_id is not null;

-- What was never accepted is forgotten some time after it has ended.
create index invitations_ended on invitations (expires_at) where accepted_at is null;
