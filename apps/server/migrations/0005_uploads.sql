-- Files that are sent in pieces (tus), until they are media, and afterwards what was made of them. The bytes of an unfinished one are in
-- DATA_DIR/uploads/{id}, or in the object store under uploads/{id}/.

create table uploads (
  id uuid primary key,
  family_id uuid not null references families (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  length bigint not null check (length > 0),
  -- Bytes that are durable: what is answered as Upload-Offset.
  received bigint not null check (received between 0 and length),
  filename text not null,
  -- Upload-Metadata as it was sent.
  metadata text not null,
  -- SHA-256 the whole file must have, hexadecimal, where the sender has said it.
  sha256 text,
  -- Keys of the pieces in their order, where they are kept in an object store.
  parts text[] not null,
  -- What it has become; with the medium goes its upload.
  medium_id uuid references media (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((medium_id is not null) = (received = length))
);
create index uploads_family on uploads (family_id);
create index uploads_user on uploads (user_id, sha256);
create index uploads_medium on uploads (medium_id);
create index uploads_unfinished on uploads (expires_at) where medium_id is null;
