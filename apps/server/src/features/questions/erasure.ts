import { dayIn, listIn } from '@heartwood/messages/formats';
import { eraseTraces } from '#features/media/actions.ts';
import { mediaFacts } from '#features/media/erasure.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Chapter } from '#platform/feature.ts';
import type { Platform } from '#platform/platform.ts';
import { presentQuestion, presentQuestions } from './present.ts';
import type { Answers } from './present.ts';
import * as store from './store.ts';
import { questionRecipients, questions } from './tables.ts';

/** What goes with an account: every question its user has asked, at once and in every family, deleted ones and left families too. The answers stay. */
export const eraseQuestions = (platform: Platform, tx: Tx, userId: string): Promise<void> => eraseTraces(platform, tx, store, userId);

/** Questions of one page while an export is put together. */
const pageSize = 50;

/** Every question one may see, the latest first; its answers are in the chapter of posts. */
export const questionsChapter = (answers: Answers): Chapter => ({
  of: 'family',
  name: 'questions',
  title: 'export.archive.chapters.questions',
  tables: [questions, questionRecipients],
  async *entries(platform, scope, reader) {
    const { t, language } = reader;
    for (let cursor: string | null | undefined; cursor !== null;) {
      const asked = { limit: pageSize, cursor: cursor ?? undefined };
      const page: Awaited<ReturnType<typeof presentQuestions>> = await presentQuestions(platform, scope, asked, answers);
      for (const { id } of page.items) {
        const { question } = await presentQuestion(platform, scope, id, answers);
        const { asker, text, media, created_at, closed_at, everyone, inspiration_slug, recipients, answered } = question;
        const named = (people: typeof recipients) => people.map(({ user_id, name }) => ({ user_id, name }));
        const [whom, who] = [recipients, answered].map((people) =>
          listIn(
            language,
            named(people).map(({ name }) => name),
          ),
        );
        const day = created_at.slice(0, 10);
        yield {
          data: {
            id,
            text,
            created_at,
            closed_at,
            everyone,
            inspiration_slug,
            asker: named([asker])[0],
            recipients: named(recipients),
            answered: named(answered),
            answer_ids: await answers.answerIdsOf(platform, scope, id),
            media: mediaFacts(media ? [media] : []),
          },
          row: {
            'export.archive.columns.id': id,
            'export.archive.columns.created': created_at,
            'export.archive.columns.author': asker.name,
            'export.archive.columns.askedOf': whom ?? '',
            'export.archive.columns.text': text,
            'export.archive.columns.answered': who ?? '',
            'export.archive.columns.media': media ? 1 : 0,
          },
          heading: t('export.archive.dated', { title: asker.name, day: dayIn(reader, day) }),
          day,
          text,
          lines: [whom && t('export.archive.askedOf', { names: whom }), who && t('export.archive.answeredBy', { names: who })].filter(
            (line): line is string => Boolean(line),
          ),
          media: media ? [media.id] : [],
          pictures: [],
        };
      }
      cursor = page.next_cursor;
    }
  },
});
