-- Mails that have arrived as answers to ours, each once. The bytes are in the storage under replies/{id} until what they say is posted; of those
-- that are not posted for some days more.

create table inbound_mails (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- What is answered: kind and id. It may be gone.
  thread text not null check (thread ~ '^(question|post)/[0-9a-f-]{36}$'),
  -- SHA-256 of its Message-ID, or of all of it where it has none.
  message_hash text not null,
  -- IP address, HELO and MAIL FROM where it came by SMTP.
  arrival jsonb,
  state text not null check (state in ('received', 'posted', 'dropped', 'refused')),
  -- Why it was not posted.
  reason text,
  received_at timestamptz not null,
  settled_at timestamptz check ((settled_at is null) = (state = 'received')),
  unique (user_id, thread, message_hash)
);
create index inbound_mails_received on inbound_mails (received_at);
