import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { timeZonesOf } from '#features/family/actions.ts';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import type { Db, Queryable } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';
import type { Celebrated, Occasion, WishRow } from './tables.ts';

type Within = FamilyScope | FamilyErrand;

/** A person of a family with their birthday. What a former member says in their profile is not read. */
export async function celebrated(db: Queryable, { familyId }: Within, personId: string): Promise<Celebrated | undefined> {
  const [row] = await readRows<Omit<Celebrated, 'timeZone'>>(
    db,
    sql`select p.id, p.user_id as "userId", coalesce(trim(about.firstname || ' ' || about.lastname), p.name) as name, p.slug,
        coalesce(about.birth, p.birth_day)::text as birth
      from people p left join members m on m.user_id = p.user_id and m.family_id = p.family_id
        left join profiles about on about.user_id = m.user_id
      where p.id = ${personId} and p.family_id = ${familyId}`,
  );
  return row && { ...row, timeZone: (await timeZonesOf(db, familyId))(row.userId) };
}

const placesOf = sql`array(select h.time_zone from birthday_places h where h.person_id = w.person_id and h.birthday_on = w.birthday_on)`;

const pick = (db: Queryable, { familyId }: Within, which: SQL): Promise<WishRow[]> =>
  readRows<WishRow>(
    db,
    sql`select w.id, w.person_id, w.author_id, w.birthday_on::text as birthday_on, w.text, w.created_at, w.updated_at,
        array(select m.medium_id from wish_media m where m.wish_id = w.id order by m.position) as media, ${placesOf} as places, c.delivered_at is not null as is_delivered,
        w.thanked_at is not null as is_thanked
      from wishes w left join birthday_cards c on c.person_id = w.person_id and c.birthday_on = w.birthday_on
      where w.family_id = ${familyId} and w.person_id is not null and ${which} order by w.birthday_on desc, w.created_at, w.id`,
  );

/** A wish of the family; who may read it is decided above. */
export const findWish = async (db: Queryable, scope: Within, id: string): Promise<WishRow | undefined> =>
  (await pick(db, scope, sql`w.id = ${id}`))[0];

/** The wish that has a medium. */
export const wishOfMedium = async (db: Queryable, scope: Within, mediumId: string): Promise<WishRow | undefined> =>
  (await pick(db, scope, sql`w.id = (select h.wish_id from wish_media h where h.medium_id = ${mediumId})`))[0];

/** All wishes for one birthday, without looking at who may read them, the first one first. */
export const wishesFor = (db: Queryable, scope: Within, { personId, birthdayOn }: Occasion): Promise<WishRow[]> =>
  pick(db, scope, sql`w.person_id = ${personId} and w.birthday_on = ${birthdayOn}`);

/** All wishes for one person, without looking at who may read them, the latest birthday first. */
export const wishesForPerson = (db: Queryable, scope: Within, personId: string): Promise<WishRow[]> =>
  pick(db, scope, sql`w.person_id = ${personId}`);

/** All wishes of a family, without looking at who may read them, the latest birthday first. */
export const allWishes = (db: Queryable, scope: Within): Promise<WishRow[]> => pick(db, scope, sql`true`);

const isWaiting = sql`not exists (select from birthday_cards c where c.person_id = w.person_id and c.birthday_on = w.birthday_on)`;

/** Birthdays whose wishes wait in a family, each with the account of the person. */
export const waitingIn = (db: Queryable, { familyId }: FamilyErrand): Promise<(Occasion & { userId: string | null })[]> =>
  readRows(
    db,
    sql`select distinct w.person_id as "personId", w.birthday_on::text as "birthdayOn", p.user_id as "userId"
      from wishes w join people p on p.id = w.person_id
      where w.family_id = ${familyId} and ${isWaiting}`,
  );

/** Birthdays with wishes that have not been delivered, up to a day, wherever the people live. */
export const undelivered = (db: Db, until: string): Promise<(Occasion & { familyId: string; places: string[] })[]> =>
  readRows(
    db,
    sql`select distinct w.family_id as "familyId", w.person_id as "personId", w.birthday_on::text as "birthdayOn", ${placesOf} as places
      from wishes w where w.birthday_on <= ${until} and w.person_id is not null and ${isWaiting}`,
  );
