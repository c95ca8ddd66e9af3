-- Photos (later videos, recordings, documents) that members have uploaded. The bytes are in the storage under media/{id}/.

create table media (
  id uuid primary key,
  family_id uuid not null references families (id) on delete cascade,
  uploader_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('image', 'video', 'audio', 'document')),
  state text not null check (state in ('processing', 'ready', 'failed')),
  -- Why it failed, in plain words.
  reason text,
  -- As it was called where it came from; never a part of a key.
  filename text not null,
  -- By the bytes: what the original's key ends in.
  extension text not null,
  size bigint not null,
  width integer,
  height integer,
  duration double precision,
  waveform jsonb,
  thumbhash text,
  taken_at timestamptz,
  -- name -> {extension, type, width, height} of what has been made of the original.
  variants jsonb not null,
  created_at timestamptz not null,
  -- Since when nothing of the family holds it; null while a post, a comment or something else does.
  unclaimed_since timestamptz,
  -- How many more things hold it, beside the first: a moment that is shared shows its media in the post, too. Letting go of a medium counts
  -- down, and only the last one to let go removes it.
  more_holders smallint not null default 0 check (more_holders >= 0)
);
create index media_family on media (family_id) include (size);
create index media_uploader on media (uploader_id);
create index media_unclaimed on media (unclaimed_since) where unclaimed_since is not null;
create index media_processing on media (created_at) where state = 'processing';
