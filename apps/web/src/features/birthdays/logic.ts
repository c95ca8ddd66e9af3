import type { Birthday, Gathered } from '@heartwood/contract/birthdays';
import type { Media } from '@heartwood/contract/media';
import type { Relationship } from '@heartwood/contract/people';

/** The next birthdays that one can gather wishes for: not one's own, and not the one that is shown. */
export const othersAhead = (ahead: readonly Birthday[], me: string | undefined, shown: string | undefined, most: number): Birthday[] =>
  ahead.filter(({ heartwood_id }) => heartwood_id !== me && heartwood_id !== shown).slice(0, most);

/** How many have wished, and how many could. */
export const counted = ({ wished, waiting }: Pick<Gathered, 'wished' | 'waiting'>) => ({
  wished: wished.length,
  all: wished.length + waiting.length,
});

/** Voices in the order of the wishes, as far as they can be heard. */
export const voicesOf = (wishes: Gathered['wishes']): Media[] =>
  wishes.flatMap(({ media }) => media.filter(({ kind, variants }) => kind === 'audio' && variants['audio']));

/** Whose card may be waiting: one's own birthday, or for guardians that of somebody without an account. */
export const cardToday = <Person extends Pick<Relationship, 'related_user_id' | 'is_user'>>(
  birthdays: readonly { person: Person; inDays: number }[],
  me: string | undefined,
  isGuardian: boolean,
): Person[] =>
  birthdays.flatMap(({ person, inDays }) =>
    inDays === 0 && (person.related_user_id === me || (isGuardian && person.is_user === 0)) ? [person] : [],
  );
