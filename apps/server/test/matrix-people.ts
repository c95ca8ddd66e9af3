import { createAccount, startSession } from '#features/accounts/actions.ts';
import { joinFamily, startFirstFamily } from '#features/family/actions.ts';
import { hashPassword } from '#platform/passwords.ts';
import type { TestApp } from './app.ts';
import { goodPassword } from './people.ts';
import type { TestUser } from './people.ts';

// The people of the matrix: made without HTTP, because each route wants its own.

/** Stands in every text and name of the family that the matrix tries to look into; nobody outside may ever read it. */
export const mark = 'Xylander';

let serial = 0;
let passwordHash: string | undefined;

/** Somebody with an account whose address is proved, and a family of their own. */
export async function somebody({ platform }: TestApp, firstname: string, lastname = 'Outsider'): Promise<TestUser> {
  const email = `${firstname.replaceAll(/\W/g, '')}-${(serial += 1)}@example.com`.toLowerCase();
  passwordHash ??= await hashPassword(goodPassword);
  const prepared = { passwordHash, portrait: null, mayMail: true };
  const account = { firstname, lastname, email, password: goodPassword, locale: 'en' as const, emailVerified: true };
  return platform.db.transaction(async (tx) => {
    const userId = await createAccount(platform, tx, account, prepared);
    const familyId = await startFirstFamily(platform, tx, { userId, firstname, lastname });
    return { userId, familyId, email, token: await startSession(platform, tx, userId, 'Matrix') };
  });
}

/** A member of a family of somebody else, which is the one they look at. */
export async function somebodyIn(at: TestApp, familyId: string, role: 'guardian' | 'relative', firstname: string): Promise<TestUser> {
  const user = await somebody(at, firstname);
  const given = { familyId, userId: user.userId, firstname, lastname: mark, role };
  await at.platform.db.transaction((tx) => joinFamily(at.platform, tx, given));
  return { ...user, familyId };
}
