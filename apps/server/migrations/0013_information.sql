-- What guardians keep about a person: sections of facts. What they say is sealed (platform/seal.ts); here stand only whose they are, when
-- they were written, and which key opens them.

create table information_sections (
  family_id uuid not null references families (id) on delete cascade,
  person_id uuid not null references people (id) on delete cascade,
  slug text not null check (slug in ('health', 'sizes', 'favourites', 'school-and-care', 'documents', 'contacts', 'wishes', 'notes')),
  -- Counts the changes: what the ETag says.
  version integer not null,
  key_id text not null,
  sealed text not null,
  updated_by uuid references users (id) on delete set null,
  updated_at timestamptz not null,
  primary key (person_id, slug)
);
create index information_sections_key on information_sections (key_id);
create index information_sections_writer on information_sections (updated_by);

-- Who changed which fields when: their labels, sealed too.
create table information_changes (
  person_id uuid not null,
  slug text not null,
  version integer not null,
  family_id uuid not null references families (id) on delete cascade,
  key_id text not null,
  sealed text not null,
  changed_by uuid references users (id) on delete set null,
  changed_at timestamptz not null,
  primary key (person_id, slug, version),
  foreign key (person_id, slug) references information_sections (person_id, slug) on delete cascade
);
create index information_changes_key on information_changes (key_id);
create index information_changes_writer on information_changes (changed_by);

-- Photos and papers of a section. Where the person is gone, an hourly job removes them: they belong to nothing any longer.
create table information_media (
  medium_id uuid primary key references media (id) on delete cascade,
  family_id uuid not null references families (id) on delete cascade,
  person_id uuid references people (id) on delete set null,
  slug text not null,
  position smallint not null
);
create index information_media_section on information_media (person_id, slug, position);
create index information_media_left on information_media (family_id) where person_id is null;
