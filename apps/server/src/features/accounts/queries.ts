import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';
import type { UserRow } from './store.ts';

/** What a log-in needs of a user: the stored hash, and all that is told once it is proved. */
export interface Credentials {
  id: string;
  email: string;
  role: UserRow['role'];
  locale: UserRow['locale'];
  timeZone: string | null;
  currentFamilyId: string | null;
  passwordHash: string;
  /** The one shown first. */
  portraits: string[];
}

/** What a log-in is checked against, by the e-mail address as it is kept. @returns undefined where no account has it */
export async function credentialsOf(db: Db, email: string): Promise<Credentials | undefined> {
  const [row] = await readRows<Credentials>(
    db,
    sql`
    select id, email, role, locale, time_zone as "timeZone", current_family_id as "currentFamilyId", password_hash as "passwordHash",
      array(select portraits.id from portraits where user_id = users.id order by position) as portraits
    from users where email = ${email}`,
  );
  return row;
}
