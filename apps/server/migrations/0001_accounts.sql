-- Who can sign in, where they are signed in, and what the door needs to remember.

create table users (
  id uuid primary key,
  email text not null check (email = lower(email)),
  email_verified_at timestamptz,
  password_hash text not null,
  role text not null check (role in ('member', 'admin')),
  -- The language of mails and answers; the last two are made up for tests.
  locale text not null default 'en' check (locale in ('en', 'de', 'en-XA', 'ar-XB')),
  current_family_id uuid,
  created_at timestamptz not null
);
create unique index users_email on users (email);

create table profiles (
  user_id uuid primary key references users (id) on delete cascade,
  id uuid not null unique,
  firstname text not null,
  lastname text not null,
  phone text,
  description text,
  birth date,
  updated_at timestamptz not null
);

-- Portraits of a profile; the lowest position is the one shown.
create table portraits (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  position integer not null
);
create index portraits_user on portraits (user_id, position);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_hash text not null unique,
  device_name text not null,
  fresh_until timestamptz not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- One-time tokens of mails: a newer one of the same purpose takes the older one's place.
create table account_tokens (
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'change-email')),
  token_hash text not null unique,
  email text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (user_id, purpose)
);

-- Accounts that were deleted, by keyed hashes alone: whose mails are still to be removed, and which addresses have had a trial.
create table erased_accounts (
  tag text primary key,
  kind text not null check (kind in ('mails', 'trial')),
  erased_at timestamptz not null
);
create index erased_accounts_age on erased_accounts (kind, erased_at);

-- What a creating request with an Idempotency-Key has made; user_id is null where nobody was signed in yet.
create table idempotency_keys (
  user_id uuid references users (id) on delete cascade,
  key uuid not null,
  fingerprint text not null,
  created_id uuid,
  created_at timestamptz not null,
  unique nulls not distinct (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- What was counted, per limit and hashed key: milliseconds since 1970, oldest first. Nothing counts after expires_at.
create table rate_limits (
  key text primary key,
  hits bigint[] not null,
  expires_at timestamptz not null
);
create index rate_limits_age on rate_limits (expires_at);
