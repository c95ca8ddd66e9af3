-- Where the person has been since the first wish for a birthday: it is delivered when it is 7:00 in each of these places.
create table birthday_places (
  person_id uuid not null references people (id) on delete cascade,
  birthday_on date not null,
  time_zone text not null,
  family_id uuid not null references families (id) on delete cascade,
  primary key (person_id, birthday_on, time_zone)
);
create index birthday_places_family on birthday_places (family_id);
