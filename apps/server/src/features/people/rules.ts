import { relationshipKinds } from '@heartwood/contract/relationships';
import { dayOf, plus } from '#platform/clock.ts';

/** How many people one family remembers at most. */
export const peopleLimit = 300;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id as it is stored, or undefined for a word that cannot be one. */
export const asId = (word: string): string | undefined => (uuid.test(word) ? word.toLowerCase() : undefined);

/** The earliest birthday of a person: early enough for great-grandparents. */
const earliestBirthday = '1870-01-01';
/** Days a birthday may be ahead: a child who is expected has a date already. */
const expectedWithin = 300;

/**
 * Whether a day can be a person's birthday.
 * @param day a day that exists, `YYYY-MM-DD`
 */
export function isBirthday(day: string, now: Date): boolean {
  return day >= earliestBirthday && day <= dayOf(plus(now, { days: expectedWithin }));
}

/** Whether a person who is added with this kind of relationship is one of the family's children. */
export const isChildKind = (relationshipId: number): boolean => relationshipKinds.some(({ id, child }) => id === relationshipId && child);

/**
 * What of a change to a person with an account may be made by the family: not what they say of themself. Saying the same again is no change.
 * @param profile what they say; a birthday they leave out may be written down by the family
 * @returns the rest, or undefined where the change is not the family's to make
 */
export function ownedByThemself<Facts extends { name?: string; birthDay?: string | null }>(
  facts: Facts,
  profile: { name: string | null; birth: string | null },
  touchesImages: boolean,
): Partial<Facts> | undefined {
  const { name, ...others } = facts;
  const rest: Partial<Facts> = others as Partial<Facts>;
  if (touchesImages || (name !== undefined && name !== profile.name)) return undefined;
  if (profile.birth === null || rest.birthDay === undefined) return rest;
  if (rest.birthDay !== profile.birth) return undefined;
  delete rest.birthDay;
  return rest;
}
