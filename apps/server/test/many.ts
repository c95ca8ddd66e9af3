import type { Pool } from 'pg';

/** Who shares in a family that is filled, and whom what they share is about. */
export interface Filled {
  familyId: string;
  userId: string;
  personId: string;
}

const phrases = [
  'First snow at the cabin',
  'Emma carried one stick',
  'the soup everyone asks for',
  'a letter in the drawer',
  'we walked home along the river',
  'with the long arms',
  'Grandpa told it twice',
  'nobody wanted to go to bed',
  'the garden after the rain',
  'one boot was missing',
  'the old photograph of the dance hall',
  'pancakes for everybody',
];

/**
 * Makes more families like one, each with a person, from which `fill` can go on. Straight into the tables, in one statement each.
 * @returns their ids with those of their people
 */
export async function addFamilies(pool: Pool, like: Filled, count: number): Promise<Filled[]> {
  await pool.query(
    `insert into families select (jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid()))).* from families f, generate_series(1, $2) where f.id = $1`,
    [like.familyId, count],
  );
  const { rows } = await pool.query<{ family_id: string; id: string }>(
    `insert into people select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'family_id', f.id, 'user_id', null))).*
     from people p, families f where p.id = $1 and not exists (select from people known where known.family_id = f.id) returning family_id, id`,
    [like.personId],
  );
  return rows.map((row) => ({ familyId: row.family_id, userId: like.userId, personId: row.id }));
}

/**
 * Fills families with posts, a third about their person, a fifth with a comment, a seventh kept; 'quince' stands in one of 100, 'medlar' in one
 * of 500, and every sixteenth has a word that no other has.
 * @param from the number of the first post; later ones are newer
 */
export async function fill(pool: Pool, families: readonly Filled[], posts: number, from = 1): Promise<void> {
  const some = [families.map((one) => one.familyId), families.map((one) => one.userId), families.map((one) => one.personId)];
  await pool.query(
    `with made as (
      insert into posts (id, family_id, author_id, kind, text, occurred_on, audience, version, created_at, updated_at, category_id, subcategory_id)
      select gen_random_uuid(), family, author, case when n % 11 = 0 then 'video' else 'memory' end,
        phrases[1 + n % 12] || ', ' || phrases[1 + (n / 12) % 12] || case when n % 100 = 7 then ' and a quince' when n % 500 = 9 then ' and a medlar' else '' end
          || case when n % 16 = 0 then ' ' || translate(substr(md5(n::text), 1, 8), '0123456789', 'ghijklmnop') else '' end,
        date '2016-01-01' + n % 3600, case when n % 9 = 0 then 'guardians' else 'family' end, 1, moment, moment,
        case when n % 7 = 0 then uuid '01930000-0000-7000-8000-000000000300' end, case when n % 7 = 0 then uuid '01930000-0000-7000-8000-000000000301' end
      from unnest($1::uuid[], $2::uuid[]) f (family, author), generate_series($6::int, $6::int + $3::int - 1) n, (select $4::text[] as phrases) p,
        lateral (select timestamptz '2016-01-01' + n * interval '5 minutes' as moment) m
      returning id, family_id, author_id, created_at, occurred_on, (extract(epoch from created_at) / 300)::bigint as n),
    said as (
      insert into comments (id, family_id, post_id, author_id, text, created_at, updated_at)
      select gen_random_uuid(), family_id, id, author_id, 'How lovely, ' || n % 12 || case when n % 100 = 0 then ' quince' else '' end, created_at, created_at
      from made where n % 5 = 0)
    insert into post_people (post_id, person_id, family_id, position, created_at, occurred_on)
    select made.id, person, made.family_id, 0, made.created_at, made.occurred_on
    from made join unnest($1::uuid[], $5::uuid[]) f (family, person) on family = made.family_id where n % 3 = 0`,
    [some[0], some[1], posts, phrases, some[2], from],
  );
  // As the first search in each of them does.
  await pool.query('select family_words_gain(family) from unnest($1::uuid[]) family', [some[0]]);
}
