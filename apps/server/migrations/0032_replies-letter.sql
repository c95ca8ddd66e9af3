-- Whoever answers a letter as a whole, which tells of several things, is told how each of them is answered: the thread is the letter's, and its
-- id the reader's.

alter table inbound_mails drop constraint inbound_mails_thread_check;
alter table inbound_mails add constraint inbound_mails_thread_check check (thread ~ '^(question|post|letter)/[0-9a-f-]{36}$');
