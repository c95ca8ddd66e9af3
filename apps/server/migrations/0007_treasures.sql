-- Treasures: categories and subcategories that ship with the house, and the families' own subcategories.
-- Which post is kept where stands with the post.

create table treasure_categories (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  position smallint not null
);

-- family_id is null for what ships.
create table treasure_subcategories (
  id uuid primary key,
  category_id uuid not null references treasure_categories (id),
  family_id uuid references families (id) on delete cascade,
  slug text not null,
  name text not null,
  position smallint not null,
  maker_id uuid references users (id) on delete set null,
  created_at timestamptz,
  unique (id, category_id)
);
create unique index treasure_subcategories_own on treasure_subcategories (family_id, category_id, lower(name)) where family_id is not null;
create index treasure_subcategories_maker on treasure_subcategories (maker_id) where maker_id is not null;

insert into treasure_categories (id, slug, name, position) values
  ('01930000-0000-7000-8000-000000000100', 'photos-and-videos', 'Photos and videos', 1),
  ('01930000-0000-7000-8000-000000000200', 'letters-and-notes', 'Letters and notes', 2),
  ('01930000-0000-7000-8000-000000000300', 'family-recipes', 'Family recipes', 3),
  ('01930000-0000-7000-8000-000000000400', 'voices-and-stories', 'Voices and stories', 4),
  ('01930000-0000-7000-8000-000000000500', 'traditions', 'Traditions', 5),
  ('01930000-0000-7000-8000-000000000600', 'art-and-schoolwork', 'Art and schoolwork', 6),
  ('01930000-0000-7000-8000-000000000700', 'heirlooms-and-places', 'Heirlooms and places', 7),
  ('01930000-0000-7000-8000-000000000800', 'wisdom-and-wishes', 'Wisdom and wishes', 8);

insert into treasure_subcategories (id, category_id, slug, name, position) values
  ('01930000-0000-7000-8000-000000000101', '01930000-0000-7000-8000-000000000100', 'everyday-life', 'Everyday life', 1),
  ('01930000-0000-7000-8000-000000000102', '01930000-0000-7000-8000-000000000100', 'holidays-and-trips', 'Holidays and trips', 2),
  ('01930000-0000-7000-8000-000000000103', '01930000-0000-7000-8000-000000000100', 'birthdays', 'Birthdays', 3),
  ('01930000-0000-7000-8000-000000000104', '01930000-0000-7000-8000-000000000100', 'weddings-and-celebrations', 'Weddings and celebrations', 4),
  ('01930000-0000-7000-8000-000000000105', '01930000-0000-7000-8000-000000000100', 'old-photographs', 'Old photographs', 5),
  ('01930000-0000-7000-8000-000000000106', '01930000-0000-7000-8000-000000000100', 'home-films', 'Home films', 6),
  ('01930000-0000-7000-8000-000000000201', '01930000-0000-7000-8000-000000000200', 'letters', 'Letters', 1),
  ('01930000-0000-7000-8000-000000000202', '01930000-0000-7000-8000-000000000200', 'postcards', 'Postcards', 2),
  ('01930000-0000-7000-8000-000000000203', '01930000-0000-7000-8000-000000000200', 'diaries', 'Diaries', 3),
  ('01930000-0000-7000-8000-000000000204', '01930000-0000-7000-8000-000000000200', 'notes-on-the-kitchen-table', 'Notes on the kitchen table', 4),
  ('01930000-0000-7000-8000-000000000205', '01930000-0000-7000-8000-000000000200', 'letters-to-the-future', 'Letters to the future', 5),
  ('01930000-0000-7000-8000-000000000301', '01930000-0000-7000-8000-000000000300', 'soups-and-stews', 'Soups and stews', 1),
  ('01930000-0000-7000-8000-000000000302', '01930000-0000-7000-8000-000000000300', 'breakfasts', 'Breakfasts', 2),
  ('01930000-0000-7000-8000-000000000303', '01930000-0000-7000-8000-000000000300', 'cakes-and-baking', 'Cakes and baking', 3),
  ('01930000-0000-7000-8000-000000000304', '01930000-0000-7000-8000-000000000300', 'feasts-and-holidays', 'Feasts and holidays', 4),
  ('01930000-0000-7000-8000-000000000305', '01930000-0000-7000-8000-000000000300', 'jams-and-preserves', 'Jams and preserves', 5),
  ('01930000-0000-7000-8000-000000000306', '01930000-0000-7000-8000-000000000300', 'everyday-suppers', 'Everyday suppers', 6),
  ('01930000-0000-7000-8000-000000000401', '01930000-0000-7000-8000-000000000400', 'how-we-met', 'How we met', 1),
  ('01930000-0000-7000-8000-000000000402', '01930000-0000-7000-8000-000000000400', 'when-i-was-small', 'When I was small', 2),
  ('01930000-0000-7000-8000-000000000403', '01930000-0000-7000-8000-000000000400', 'work-and-journeys', 'Work and journeys', 3),
  ('01930000-0000-7000-8000-000000000404', '01930000-0000-7000-8000-000000000400', 'songs-and-lullabies', 'Songs and lullabies', 4),
  ('01930000-0000-7000-8000-000000000405', '01930000-0000-7000-8000-000000000400', 'bedtime-stories', 'Bedtime stories', 5),
  ('01930000-0000-7000-8000-000000000501', '01930000-0000-7000-8000-000000000500', 'through-the-year', 'Through the year', 1),
  ('01930000-0000-7000-8000-000000000502', '01930000-0000-7000-8000-000000000500', 'winter-holidays', 'Winter holidays', 2),
  ('01930000-0000-7000-8000-000000000503', '01930000-0000-7000-8000-000000000500', 'birthday-customs', 'Birthday customs', 3),
  ('01930000-0000-7000-8000-000000000504', '01930000-0000-7000-8000-000000000500', 'sundays', 'Sundays', 4),
  ('01930000-0000-7000-8000-000000000505', '01930000-0000-7000-8000-000000000500', 'games-and-jokes', 'Games and jokes', 5),
  ('01930000-0000-7000-8000-000000000601', '01930000-0000-7000-8000-000000000600', 'drawings-and-paintings', 'Drawings and paintings', 1),
  ('01930000-0000-7000-8000-000000000602', '01930000-0000-7000-8000-000000000600', 'crafts', 'Crafts', 2),
  ('01930000-0000-7000-8000-000000000603', '01930000-0000-7000-8000-000000000600', 'school-reports', 'School reports', 3),
  ('01930000-0000-7000-8000-000000000604', '01930000-0000-7000-8000-000000000600', 'first-words-written', 'First words written', 4),
  ('01930000-0000-7000-8000-000000000605', '01930000-0000-7000-8000-000000000600', 'music-and-plays', 'Music and plays', 5),
  ('01930000-0000-7000-8000-000000000701', '01930000-0000-7000-8000-000000000700', 'things-handed-down', 'Things handed down', 1),
  ('01930000-0000-7000-8000-000000000702', '01930000-0000-7000-8000-000000000700', 'houses-we-lived-in', 'Houses we lived in', 2),
  ('01930000-0000-7000-8000-000000000703', '01930000-0000-7000-8000-000000000700', 'the-garden', 'The garden', 3),
  ('01930000-0000-7000-8000-000000000704', '01930000-0000-7000-8000-000000000700', 'places-we-go-back-to', 'Places we go back to', 4),
  ('01930000-0000-7000-8000-000000000705', '01930000-0000-7000-8000-000000000700', 'toys-that-stayed', 'Toys that stayed', 5),
  ('01930000-0000-7000-8000-000000000801', '01930000-0000-7000-8000-000000000800', 'good-advice', 'Good advice', 1),
  ('01930000-0000-7000-8000-000000000802', '01930000-0000-7000-8000-000000000800', 'sayings', 'Sayings', 2),
  ('01930000-0000-7000-8000-000000000803', '01930000-0000-7000-8000-000000000800', 'wishes-for-you', 'Wishes for you', 3),
  ('01930000-0000-7000-8000-000000000804', '01930000-0000-7000-8000-000000000800', 'what-we-believe-in', 'What we believe in', 4);
