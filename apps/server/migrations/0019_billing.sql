-- What is paid, for whom it pays, and until when a family is covered.

-- The one fact about money that everything else knows. Billing alone says it; in the year 9999 for what never ends.
alter table families add column paid_until timestamptz;

-- Somebody as the provider of payments knows them. The row outlives the account: a refund must still end what it had paid for.
-- `asked` and `answered` count what was fetched from the provider, so that an older answer never comes after a newer one.
create table billing_customers (
  id text primary key,
  user_id uuid references users (id) on delete set null,
  provider text not null check (provider in ('stripe', 'sandbox')),
  asked bigint not null default 0,
  answered bigint not null default 0,
  created_at timestamptz not null,
  unique (user_id, provider)
);

-- A year for another family. Address and words are kept until the mail with the code is handed over; of the code there is only its SHA-256.
create table gifts (
  id uuid primary key,
  giver_id uuid references users (id) on delete set null,
  email text,
  message text,
  code_hash text unique,
  paid_at timestamptz,
  ended_at timestamptz,
  redeemed_at timestamptz,
  redeemed_by uuid references users (id) on delete set null,
  created_at timestamptz not null
);
create index gifts_giver on gifts (giver_id);
create index gifts_redeemer on gifts (redeemed_by);

-- A page of the provider on which something can be paid. Of one person one is open for a plan; `provider_id` is null until it exists.
create table checkouts (
  id uuid primary key,
  customer_id text not null references billing_customers (id) on delete cascade,
  plan text check (plan in ('monthly', 'yearly', 'lifetime')),
  gift_id uuid references gifts (id) on delete cascade,
  provider_id text unique,
  state text not null check (state in ('open', 'paid', 'ended')),
  created_at timestamptz not null,
  check ((plan is null) = (gift_id is not null))
);
create unique index checkouts_one_open on checkouts (customer_id) where state = 'open' and gift_id is null;
create index checkouts_customer on checkouts (customer_id, created_at);
create index checkouts_gift on checkouts (gift_id);

-- What somebody has bought or was given, as the provider last said: its own word of the status among those we know, and what was derived from
-- its bills. `failed_since` is the first failure since the last payment, `dispute` the worst there is.
create table purchases (
  id uuid primary key,
  user_id uuid references users (id) on delete set null,
  customer_id text references billing_customers (id) on delete cascade,
  gift_id uuid unique references gifts (id) on delete cascade,
  provider text not null check (provider in ('stripe', 'sandbox')),
  provider_id text not null unique,
  plan text not null check (plan in ('monthly', 'yearly', 'lifetime')),
  status text not null,
  period_end timestamptz,
  cancel_at_period_end boolean not null,
  failed_since timestamptz,
  is_refunded boolean not null,
  dispute text check (dispute in ('open', 'lost')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index purchases_user on purchases (user_id);
create index purchases_customer on purchases (customer_id);

-- Whose purchases cover a family: its owner when that was last looked at.
create table family_payers (
  family_id uuid primary key references families (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade
);
create index family_payers_user on family_payers (user_id);

-- What a former owner had paid for a family when they handed it over or left.
create table kept_coverage (
  family_id uuid not null references families (id) on delete cascade,
  purchase_id uuid not null references purchases (id) on delete cascade,
  until timestamptz not null,
  primary key (family_id, purchase_id)
);
create index kept_coverage_purchase on kept_coverage (purchase_id);

-- What the provider has reported, by its own ids: each once.
create table billing_events (
  id text primary key,
  type text not null,
  customer_id text,
  payment_id text,
  received_at timestamptz not null
);
create index billing_events_received on billing_events (received_at);

-- What has been said: facts and mails about money, each once.
create table billing_notices (
  key text primary key,
  created_at timestamptz not null
);

-- When everything was last compared with the provider.
create table reconciliations (
  finished_at timestamptz primary key,
  customers integer not null
);

-- What the sandbox knows of a customer: nobody's name, no card.
create table sandbox_customers (
  id text primary key,
  data jsonb not null
);
