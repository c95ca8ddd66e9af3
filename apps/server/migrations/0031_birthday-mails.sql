-- Mails about birthdays that wait until whom they are for may be written to: who is asked for a wish, and that wishes are delivered.
create table birthday_mails (
  person_id uuid not null references people (id) on delete cascade,
  birthday_on date not null,
  user_id uuid not null references users (id) on delete cascade,
  about text not null check (about in ('asked', 'delivered')),
  -- Who asks.
  sender_id uuid references users (id) on delete cascade,
  family_id uuid not null references families (id) on delete cascade,
  due_at timestamptz not null,
  primary key (person_id, birthday_on, user_id, about)
);
create index birthday_mails_due on birthday_mails (due_at);
create index birthday_mails_user on birthday_mails (user_id);
create index birthday_mails_sender on birthday_mails (sender_id);
create index birthday_mails_family on birthday_mails (family_id);
