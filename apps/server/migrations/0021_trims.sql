-- Which part of a film is shown: milliseconds of its original, which stays whole. Null shows all of it.

alter table media
  add column trim_from integer,
  add column trim_to integer,
  add constraint media_trim check ((trim_from is null) = (trim_to is null) and trim_from >= 0 and trim_to > trim_from);
