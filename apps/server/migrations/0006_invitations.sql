-- Invitations to join a family. The link's token is here as a hash alone; sending again puts another one in its place.

create table invitations (
  id uuid primary key,
  family_id uuid not null references families (id) on delete cascade,
  inviter_id uuid not null references users (id) on delete cascade,
  email text not null check (email = lower(email)),
  name text,
  role text not null check (role in ('guardian', 'relative')),
  relationship_id smallint not null check (relationship_id between 1 and 28),
  relationship_label text,
  message text,
  -- A spoken message. When the recording goes, the invitation stays.
  medium_id uuid references media (id) on delete set null,
  -- Who it is for, where the family remembers them already: accepting it gives that person an account instead of making another one.
  person_id uuid references people (id) on delete set null,
  token_hash text not null unique,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references users (id) on delete set null,
  revoked_at timestamptz
);
create index invitations_family on invitations (family_id, created_at desc);
create index invitations_inviter on invitations (inviter_id);
create index invitations_medium on invitations (medium_id) where medium_id is not null;
create index invitations_person on invitations (person_id) where person_id is not null;
-- What was never accepted is forgotten some time after it has ended.
create index invitations_ended on invitations (expires_at) where accepted_at is null;
