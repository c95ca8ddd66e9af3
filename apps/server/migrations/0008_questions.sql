-- What somebody asks of their family: of everyone, or of some. Answers are posts that point at the question.
-- A deleted question keeps its row, and its medium, for as long as the deletion can be undone.

create table questions (
  id uuid primary key,
  family_id uuid not null references families (id) on delete cascade,
  asker_id uuid not null references users (id) on delete cascade,
  text text not null,
  -- Asked of all members, also of those who come later. Otherwise of the recipients alone, also where all of them have left.
  everyone boolean not null,
  -- The idea it was taken from.
  inspiration_slug text,
  -- A photo, or the question spoken. When the medium goes, the question stays.
  medium_id uuid unique references media (id) on delete set null,
  closed_at timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz,
  -- They and the asker can bring it back.
  deleted_by uuid references users (id) on delete set null
);
create index questions_newest on questions (family_id, created_at desc, id desc) where deleted_at is null;
create index questions_asker on questions (asker_id);
create index questions_deleted on questions (deleted_at) where deleted_at is not null;
create index questions_deleted_by on questions (deleted_by) where deleted_by is not null;

-- Whom a question is asked that is not asked of everyone. Who leaves the family is asked no longer, also after coming back.
create table question_recipients (
  question_id uuid not null references questions (id) on delete cascade,
  family_id uuid not null,
  user_id uuid not null,
  position smallint not null,
  primary key (question_id, user_id),
  foreign key (family_id, user_id) references members (family_id, user_id) on delete cascade
);
create index question_recipients_member on question_recipients (family_id, user_id, question_id);

-- The last reminder of each who is asked: when it was asked for, from when on it may be sent, and when it was.
create table question_reminders (
  question_id uuid not null references questions (id) on delete cascade,
  family_id uuid not null,
  user_id uuid not null,
  reminded_at timestamptz not null,
  due_at timestamptz not null,
  -- Also set where nothing needed to be sent any more.
  sent_at timestamptz,
  primary key (question_id, user_id),
  foreign key (family_id, user_id) references members (family_id, user_id) on delete cascade
);
create index question_reminders_member on question_reminders (family_id, user_id);
create index question_reminders_due on question_reminders (due_at) where sent_at is null;
