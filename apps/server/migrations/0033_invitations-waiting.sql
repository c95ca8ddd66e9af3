-- An invitation that waits until the address of who invites is confirmed has no link yet, and was not sent.
alter table invitations
  alter column token_hash drop not null,
  alter column sent_at drop not null,
  alter column expires_at drop not null,
  add check (num_nulls(token_hash, sent_at, expires_at) in (0, 3));
create index invitations_waiting on invitations (inviter_id) where sent_at is null;
