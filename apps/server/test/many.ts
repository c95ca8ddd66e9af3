import type { ClientBase, Pool } from 'pg';

/** A database, or one connection to it. */
type Asked = Pick<Pool, 'query'> | Pick<ClientBase, 'query'>;

/** Who shares in a family that is filled, and whom what they share is about. */
export interface Filled {
  familyId: string;
  userId: string;
  personId: string;
  /** A member whom some posts are for. */
  named?: string;
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
export async function addFamilies(pool: Asked, like: Filled, count: number): Promise<Filled[]> {
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
 * Makes more members of a family like its owner, as relatives, with a person each. Straight into the tables.
 * @returns how many members it has then
 */
export async function addMembers(pool: Asked, { familyId, userId, personId }: Filled, count: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `with made as (
      insert into users
      select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'email', 'relative-' || n || '@example.com'))).*
      from users u, generate_series(1, $4) n where u.id = $2 returning id, created_at),
    named as (
      insert into profiles
      select (jsonb_populate_record(about, jsonb_build_object('id', gen_random_uuid(), 'user_id', made.id))).*
      from profiles about, made where about.user_id = $2),
    born as (
      insert into people
      select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'user_id', made.id, 'slug', 'relative-' || made.id))).*
      from people p, made where p.id = $3 returning id, user_id),
    joined as (
      insert into members (family_id, user_id, person_id, role, joined_at)
      select $1, born.user_id, born.id, 'relative', made.created_at from born join made on made.id = born.user_id returning 1)
    select (select count(*) from members where family_id = $1)::int + (select count(*) from joined)::int as count`,
    [familyId, userId, personId, count],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Fills families with posts, a third about their person, a fifth with a comment, a seventh kept; 'quince' stands in one of 100, 'medlar' in one
 * of 500, and every sixteenth has a word that no other has. Where somebody is `named`, one of 50 is for them alone.
 * @param from the number of the first post; later ones are newer
 */
export async function fill(pool: Asked, families: readonly Filled[], posts: number, from = 1): Promise<void> {
  const some = [families.map((one) => one.familyId), families.map((one) => one.userId), families.map((one) => one.personId)];
  await pool.query(
    `with made as (
      insert into posts (id, family_id, author_id, kind, text, occurred_on, audience, version, created_at, updated_at, category_id, subcategory_id)
      select gen_random_uuid(), family, author, case when n % 11 = 0 then 'video' else 'memory' end, text,
        date '2016-01-01' + n % 3600, case when named is not null and n % 50 = 3 then 'people' when n % 9 = 0 then 'guardians' else 'family' end,
        1, shared_at, shared_at,
        case when n % 7 = 0 then uuid '01930000-0000-7000-8000-000000000300' end, case when n % 7 = 0 then uuid '01930000-0000-7000-8000-000000000301' end
      from unnest($1::uuid[], $2::uuid[], $7::uuid[]) f (family, author, named), generate_series($6::int, $6::int + $3::int - 1) n,
        (select $4::text[] as phrases) p, lateral (select timestamptz '2016-01-01' + n * interval '5 minutes' as shared_at,
          phrases[1 + n % 12] || ', ' || phrases[1 + (n / 12) % 12] || case when n % 100 = 7 then ' and a quince' when n % 500 = 9 then ' and a medlar' else '' end
          || case when n % 16 = 0 then ' ' || translate(substr(md5(n::text), 1, 8), '0123456789', 'ghijklmnop') else '' end as text) m
      returning id, family_id, author_id, audience, created_at, (extract(epoch from created_at) / 300)::bigint as n),
    said as (
      insert into comments (id, family_id, post_id, author_id, text, created_at, updated_at)
      select gen_random_uuid(), family_id, id, author_id, text, created_at, created_at
      from made, lateral (select 'How lovely, ' || n % 12 || case when n % 100 = 0 then ' quince' else '' end as text) s where n % 5 = 0),
    shown as (
      insert into post_audience (post_id, family_id, user_id)
      select made.id, family, named from made join unnest($1::uuid[], $7::uuid[]) f (family, named) on family = made.family_id
      where made.audience = 'people')
    insert into post_people (post_id, person_id, family_id, position)
    select made.id, person, made.family_id, 0
    from made join unnest($1::uuid[], $5::uuid[]) f (family, person) on family = made.family_id where n % 3 = 0`,
    [some[0], some[1], posts, phrases, some[2], from, families.map((one) => one.named ?? null)],
  );
}

/** Gives families what one of them has, its posts and all that belongs to them; from then on each has as many as that one. */
export async function copyTo(pool: Asked, from: Filled, families: readonly Filled[]): Promise<void> {
  const anew = (id: string) => `md5(f.family::text || ${id}::text)::uuid`;
  const columns: Record<string, Record<string, string>> = {
    posts: { id: anew('t.id') },
    comments: { id: anew('t.id'), post_id: anew('t.post_id') },
    post_people: { post_id: anew('t.post_id'), person_id: 'f.person' },
  };
  for (const [table, own] of Object.entries(columns)) {
    const { rows } = await pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO' and table_schema = 'public'`,
      [table],
    );
    const names = rows.map(({ name }) => name);
    await pool.query(
      `insert into ${table} (${names.join(', ')}) select ${names.map((name) => (name === 'family_id' ? 'f.family' : (own[name] ?? `t.${name}`))).join(', ')}
       from (select * from ${table} where family_id = $1 ${names.includes('created_at') ? 'order by created_at' : ''}) t, unnest($2::uuid[], $3::uuid[]) f (family, person)`,
      [from.familyId, families.map((one) => one.familyId), families.map((one) => one.personId)],
    );
  }
}
