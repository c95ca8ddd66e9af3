import type { DataOf } from '@heartwood/contract/endpoint';
import type { questionsApi, Question } from '@heartwood/contract/questions';
import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/http.ts';
import { waitsForMe } from '../logic.ts';

/** How many questions that wait for the reader are looked for, as many as are shown, and on how many pages. */
const enough = { waiting: 2, pages: 4 };

type QuestionPage = DataOf<typeof questionsApi.list>;

/**
 * Open questions, the latest first, until enough of them wait for the reader: one that was asked early is not lost behind later ones.
 * @param pageAt asks for the page at a cursor
 */
export async function openQuestions(pageAt: (cursor: string | null) => Promise<QuestionPage>): Promise<Question[]> {
  const questions: Question[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const { items, next_cursor }: QuestionPage = await pageAt(cursor);
    questions.push(...items);
    cursor = next_cursor;
    pages += 1;
  } while (cursor && pages < enough.pages && questions.filter(waitsForMe).length < enough.waiting);
  return questions;
}

/** Open questions for which somebody still has to answer, the latest first; `isPending` until they are known. */
export function useOpenQuestions() {
  const { data, isPending } = useQuery({
    queryKey: ['questions', 'open'],
    queryFn: ({ signal }) =>
      openQuestions((cursor) => call('GET /api/questions', { query: { state: 'open', limit: 50, ...(cursor ? { cursor } : {}) }, signal })),
    select: (items) => items.filter((one) => one.answered_count < one.recipient_count),
    throwOnError: false,
  });
  return { waiting: data ?? [], isPending };
}
