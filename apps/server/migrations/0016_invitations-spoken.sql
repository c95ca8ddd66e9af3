-- A spoken message goes with an invitation. When the recording goes, the invitation stays.

alter table invitations add column medium_id uuid references media (id) on delete set null;
create index invitations_medium on invitations (medium_id) where medium_id is not null;
