import { t } from '@heartwood/messages/current';
import type { Question } from '@heartwood/contract/questions';
import { listed } from '#platform/formats.ts';

type Named = { user_id: string | null; name: string };

/** What somebody is called in the family. */
export const nameIn = (users: ReadonlyMap<string, string>, { user_id, name }: Named): string => users.get(user_id ?? '') ?? name;

/** 'Nora asks Arthur, Ruth and you', 'You ask everyone'. @param me the reader's user id */
export function asksLine(question: Question, users: ReadonlyMap<string, string>, me: string | undefined): string {
  const { asker, everyone, recipients, recipient_count: count } = question;
  const isMine = asker.user_id === me;
  const name = nameIn(users, asker);
  if (everyone) return isMine ? t('questions.youAskEveryone') : t('questions.asksEveryone', { name });
  const known = recipients.map((one) => (one.user_id === me ? t('questions.you') : nameIn(users, one)));
  const names = listed(count > known.length ? [...known, t('questions.others', { count: count - known.length })] : known);
  return isMine ? t('questions.youAsk', { names }) : t('questions.asks', { name, names });
}

/** '2 of 4 have answered', 'Everyone has answered'. */
export function progressLine({
  answered_count: answered,
  recipient_count: asked,
}: Pick<Question, 'answered_count' | 'recipient_count'>): string {
  if (answered === 0) return t('questions.nobodyAnswered');
  return answered >= asked ? t('questions.everyoneAnswered') : t('questions.someAnswered', { answered, asked });
}
