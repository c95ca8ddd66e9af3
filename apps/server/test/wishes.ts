import type { TestApp } from './app.ts';

/** Lets every member of a family have wished a person something, for a birthday that is over. @returns the person's id */
export async function wishedByAll({ platform }: TestApp, familyId: string, personId: string, day: string): Promise<string> {
  await platform.db.$client.query(
    `insert into wishes (id, family_id, person_id, author_id, birthday_on, text, created_at, updated_at)
     select gen_random_uuid(), family_id, $2, user_id, $3, 'Joy', $4, $4 from members where family_id = $1`,
    [familyId, personId, day, platform.clock.now()],
  );
  return personId;
}
