import { daysBetween } from '@heartwood/contract/days';
import type { Question, WholeQuestion } from '@heartwood/contract/questions';
import { suggestions, type Suggestion } from '@heartwood/contract/suggestions';

/** What is being asked. `everyone` or these users; `idea` is the slug of the idea it was taken from. */
export interface Asking {
  text: string;
  everyone: boolean;
  userIds: readonly string[];
  idea: string | null;
}

/** Nothing is asked yet. */
export const nothingAsked: Asking = { text: '', everyone: true, userIds: [], idea: null };

/** Under which name a question is kept that is written in a family, and the file beside it. */
export const draftNames = (familyId: string) => ({ words: `question ${familyId}`, file: `question file ${familyId}` });

/** Whether there is anything to keep. */
export const isNothing = ({ text, everyone }: Asking): boolean => text.trim() === '' && everyone;

/** A question after somebody was added or taken out; with nobody left it is asked of everyone. */
export function withRecipient(asking: Asking, userId: string): Pick<Asking, 'everyone' | 'userIds'> {
  const userIds = asking.userIds.includes(userId) ? asking.userIds.filter((id) => id !== userId) : [...asking.userIds, userId];
  return { everyone: userIds.length === 0, userIds };
}

/**
 * Whom a question is asked: the ids of users, or undefined for everyone. Who has left since is asked no longer.
 * @param members the family; undefined until it has come, and then everyone who was chosen is asked
 */
export function recipientsOf(
  { everyone, userIds }: Asking,
  members: readonly { readonly user_id: string }[] | undefined,
): string[] | undefined {
  return everyone ? undefined : userIds.filter((id) => members?.some(({ user_id }) => user_id === id) ?? true);
}

/** The users among whom the answers to a question stay; undefined where that is everyone. */
export const circleOf = ({ everyone, asker, recipients }: WholeQuestion): ReadonlySet<string> | undefined =>
  everyone ? undefined : new Set([asker, ...recipients].flatMap(({ user_id }) => user_id ?? []));

/** How many suggestions are shown at a time. */
const shown = 3;

/** The suggestions of a turn: other ones each day, and with each wish for others; after the last come the first. @param day `YYYY-MM-DD` */
export function suggested(day: string, turn: number, all: readonly Suggestion[] = suggestions): Suggestion[] {
  const first = (daysBetween('1970-01-01', day) + turn) * shown;
  return Array.from({ length: Math.min(shown, all.length) }, (_, at) => all[(first + at) % all.length] as Suggestion);
}

/** Questions with those that wait for the reader first, in their order otherwise. */
export const mineFirst = (questions: readonly Question[]): Question[] =>
  questions.toSorted((a, b) => Number(waitsForMe(b)) - Number(waitsForMe(a)));

/** Whether a question waits for the reader. */
export const waitsForMe = ({ mine, closed_at }: Pick<Question, 'mine' | 'closed_at'>): boolean =>
  mine.asked && !mine.answered && closed_at === null;
