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
