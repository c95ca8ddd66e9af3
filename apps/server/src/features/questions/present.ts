import { questionLimits } from '@heartwood/contract/limits';
import type { Post } from '@heartwood/contract/posts';
import type { Question, WholeQuestion } from '@heartwood/contract/questions';
import { presentAuthors, presentDeletions } from '#features/family/present.ts';
import type { Author, AuthorOf } from '#features/family/present.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { presentMediaByIds } from '#features/media/present.ts';
import { inUtc } from '#platform/db/read.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import * as queries from './queries.ts';
import { mayManageQuestion, remindableFrom } from './rules.ts';
import { remindersOf } from './store.ts';
import type { Progress, QuestionRow } from './tables.ts';

/** What is known of the answers to questions: the posts stand above and hand it in. */
export interface Answers {
  /** How far some questions are; of one without answers nothing is said. */
  progressOf: (platform: Platform, scope: FamilyScope, questionIds: readonly string[]) => Promise<Progress[]>;
  /** The answers to a question that one may see, the first one first; of more than `limit` the latest. */
  answersOf: (platform: Platform, scope: FamilyScope, questionId: string, limit: number) => Promise<Post[]>;
  /** The ids of all of them, the first one first. */
  answerIdsOf: (platform: Platform, scope: FamilyScope, questionId: string) => Promise<string[]>;
}

type Asked = { limit: number; cursor?: string | undefined; state?: 'open' | 'closed' | undefined };

/** Recipients that a list shows of each question. */
const shownRecipients = 5;

/** Questions one may see, the latest first. */
export async function presentQuestions(platform: Platform, scope: FamilyScope, { limit, cursor, state }: Asked, answers: Answers) {
  const { db, cursors } = platform;
  const list = `${scope.familyId} questions ${state ?? ''}`;
  const [at, id] = cursors.open(list, scope.userId, cursor) ?? [];
  const rows = await queries.questionsPage(db, scope, state, at && id ? { at, id } : undefined, limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const { present } = await gather(platform, scope, shown, answers, shownRecipients);
  return {
    items: shown.map(present),
    next_cursor: last ? cursors.seal(list, scope.userId, [last.created_at, last.id]) : null,
  };
}

/** Questions that one may see, the latest first; what one may not see is left out. */
export async function presentQuestionsByIds(
  platform: Platform,
  scope: FamilyScope,
  ids: readonly string[],
  answers: Pick<Answers, 'progressOf'>,
): Promise<Question[]> {
  const rows = await queries.questionsByIds(platform.db, scope, ids);
  const { present } = await gather(platform, scope, rows, answers, shownRecipients);
  return rows.map(present);
}

/** Questions that one may bring back, the latest deletion first. */
export const presentDeletedQuestions = (platform: Platform, scope: FamilyScope, { limit, cursor }: Asked) =>
  presentDeletions(
    platform,
    scope,
    { list: 'questions', limit, cursor },
    {
      load: (page) => queries.deletedPage(platform.db, scope, page),
      named: ({ asker_id }) => [asker_id],
      present: ({ asker_id, text, created_at }, authorOf) => ({ asker: authorOf(asker_id), text, created_at: inUtc(created_at) }),
    },
  );

/** One question with its answers, and who is still to answer. @throws Refused not_found */
export async function presentQuestion(
  platform: Platform,
  scope: FamilyScope,
  id: string,
  answers: Answers,
): Promise<{ question: WholeQuestion }> {
  const row = await queries.questionById(platform.db, scope, id);
  if (!row) throw refuse.notFound();
  const [{ present, answeredOf, authorOf }, posts, reminders] = await Promise.all([
    gather(platform, scope, [row], answers),
    answers.answersOf(platform, scope, id, questionLimits.answers),
    remindersOf(platform.db, scope, id),
  ]);
  const done = answeredOf(row);
  const waiting = row.recipients.filter((userId) => !done.includes(userId));
  const now = platform.clock.now();
  return {
    question: {
      ...present(row),
      answered: done.map(authorOf),
      waiting: waiting.map((userId) => ({ ...authorOf(userId), ...remindedOf(reminders.get(userId), now) })),
      answers: posts,
    },
  };
}

function remindedOf(at: Date | undefined, now: Date): Pick<WholeQuestion['waiting'][number], 'reminded_at' | 'remind_from'> {
  const from = at && remindableFrom(at);
  return { reminded_at: at?.toISOString() ?? null, remind_from: from && from > now ? from.toISOString() : null };
}

interface Gathered {
  present: (row: QuestionRow) => Question;
  answeredOf: (row: QuestionRow) => string[];
  authorOf: AuthorOf;
}

/** What is shown of some questions. @param most recipients of each whose names are needed; left out, all */
async function gather(
  platform: Platform,
  scope: FamilyScope,
  rows: readonly QuestionRow[],
  { progressOf }: Pick<Answers, 'progressOf'>,
  most?: number,
): Promise<Gathered> {
  const people = new Set(rows.flatMap((row) => [row.asker_id, ...row.recipients.slice(0, most)]));
  const [authorOf, media, progress] = await Promise.all([
    presentAuthors(platform, scope, [...people]),
    presentMediaByIds(
      platform,
      scope,
      rows.flatMap((row) => row.medium_id ?? []),
    ),
    progressOf(
      platform,
      scope,
      rows.map(({ id }) => id),
    ),
  ]);
  const known = new Map(progress.map((one) => [one.question_id, one]));
  const answeredOf = ({ id, recipients }: QuestionRow) => recipients.filter((userId) => known.get(id)?.answered.includes(userId));
  const present = (row: QuestionRow): Question => ({
    ...questionOf(scope, row, row.recipients.slice(0, most).map(authorOf), answeredOf(row)),
    asker: authorOf(row.asker_id),
    media: (row.medium_id && media.get(row.medium_id)) || null,
    answer_count: known.get(row.id)?.visible ?? 0,
  });
  return { present, answeredOf, authorOf };
}

type Shown = Omit<Question, 'asker' | 'media' | 'answer_count'>;

function questionOf(scope: FamilyScope, row: QuestionRow, recipients: Author[], answered: readonly string[]): Shown {
  const mayManage = mayManageQuestion(scope, { askerId: row.asker_id });
  const isOpen = row.closed_at === null;
  return {
    id: row.id,
    family_id: row.family_id,
    text: row.text,
    inspiration_slug: row.inspiration_slug,
    everyone: row.everyone,
    recipients,
    recipient_count: row.recipients.length,
    answered_count: answered.length,
    mine: { asked: row.recipients.includes(scope.userId), answered: answered.includes(scope.userId) },
    closed_at: row.closed_at && inUtc(row.closed_at),
    created_at: inUtc(row.created_at),
    can: { answer: isOpen, remind: isOpen && mayManage && answered.length < row.recipients.length, close: mayManage, delete: mayManage },
  };
}
