import type { WholeQuestion } from '@heartwood/contract/questions';
import type { QueryClient } from '@tanstack/react-query';

/** The key of every query of questions. */
export const questionsKey = ['questions'] as const;
/** The key of one question. */
export const questionKey = (id: string) => [...questionsKey, 'one', id] as const;

const nothing = { answer: false, remind: false, close: false, delete: false };

/** A question was deleted: a page that shows it takes no more answers, lists are asked for anew, and nothing asks for it any more. */
export function hearOfDeleted(client: QueryClient, id: string): void {
  client.setQueryData<WholeQuestion>(
    questionKey(id),
    (known) => known && { ...known, closed_at: known.closed_at ?? new Date().toISOString(), can: nothing },
  );
  void client.invalidateQueries({ queryKey: questionsKey, predicate: ({ queryKey }) => queryKey[2] !== id });
}
