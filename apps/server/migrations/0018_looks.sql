-- How somebody wants to read; null where they have not chosen.

alter table profiles
  add column theme text check (theme in ('system', 'light', 'dark')),
  add column text_size text check (text_size in ('normal', 'large', 'largest'));
