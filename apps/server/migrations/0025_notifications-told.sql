-- What somebody is told of: what happened, by whom, to what. Codes and ids; the words are chosen where it is read.
create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  family_id uuid not null references families (id) on delete cascade,
  kind text not null check (kind in ('question', 'answer', 'birthday', 'comment', 'post', 'memory', 'heart', 'member', 'subscription')),
  event text not null,
  -- What makes it one: nobody is told of the same twice.
  fact text not null,
  actor_id uuid references users (id) on delete cascade,
  post_id uuid references posts (id) on delete cascade,
  comment_id uuid references comments (id) on delete cascade,
  question_id uuid references questions (id) on delete cascade,
  person_id uuid references people (id) on delete cascade,
  -- The day it is about, where it is about one: of a birthday, of a memory.
  day date,
  created_at timestamptz not null,
  read_at timestamptz,
  unique (user_id, fact)
);
create index notifications_list on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id, created_at desc, id desc) where read_at is null;
create index notifications_family on notifications (family_id, created_at);
create index notifications_created on notifications (created_at);
create index notifications_actor on notifications (actor_id) where actor_id is not null;
create index notifications_post on notifications (post_id) where post_id is not null;
create index notifications_comment on notifications (comment_id) where comment_id is not null;
create index notifications_question on notifications (question_id) where question_id is not null;
create index notifications_person on notifications (person_id) where person_id is not null;
