-- Whether who is invited gets one letter a week of what happens. Who was invited until now gets mails as usual.
alter table invitations add column letter boolean not null default false;
alter table invitations alter column letter drop default;
