import type { Question, WholeQuestion } from '@heartwood/contract/questions';
import { suggestions } from '@heartwood/contract/suggestions';
import { describe, expect, it } from 'vitest';
import { openQuestions } from './hooks/use-open-questions.ts';
import { circleOf, isNothing, mineFirst, nothingAsked, recipientsOf, suggested, withRecipient } from './logic.ts';

describe('whom somebody asks', () => {
  it('is everyone, until somebody is named, and again with nobody left', () => {
    const one = { ...nothingAsked, ...withRecipient(nothingAsked, 'ruth') };
    expect(one).toMatchObject({ everyone: false, userIds: ['ruth'] });
    expect(withRecipient(one, 'ruth')).toEqual({ everyone: true, userIds: [] });
    expect([isNothing(nothingAsked), isNothing(one)]).toEqual([true, false]);
  });

  it('is who was chosen before the family is known, and then who is still in it', () => {
    const both = { ...nothingAsked, everyone: false, userIds: ['ruth', 'leo'] };
    expect(recipientsOf(nothingAsked, [{ user_id: 'ruth' }])).toBeUndefined();
    expect(recipientsOf(both, undefined)).toEqual(['ruth', 'leo']);
    expect(recipientsOf(both, [{ user_id: 'leo' }])).toEqual(['leo']);
  });
});

it('an answer stays among those who are asked, and who asks', () => {
  const [nora, ruth, gone] = [{ user_id: 'nora' }, { user_id: 'ruth' }, { user_id: null }];
  const question = { everyone: false, asker: nora, recipients: [ruth, gone] } as unknown as WholeQuestion;
  expect([...(circleOf(question) ?? [])]).toEqual(['nora', 'ruth']);
  expect(circleOf({ ...question, everyone: true })).toBeUndefined();
});

describe('suggestions', () => {
  it('are three, others at each wish, and all of them in turn', () => {
    const turns = Array.from({ length: suggestions.length }, (_, turn) => suggested('2026-11-21', turn).map(({ slug }) => slug));
    expect(turns.every((turn) => new Set(turn).size === 3)).toBe(true);
    expect(turns[0]).not.toEqual(turns[1]);
    expect(new Set(turns.flat()).size).toBe(suggestions.length);
  });
});

describe('what waits for an answer', () => {
  const question = (id: string, over: Partial<Question>): Question =>
    ({ id, closed_at: null, recipient_count: 2, answered_count: 0, mine: { asked: false, answered: false }, ...over }) as Question;

  it('is first what waits for the reader', () => {
    const all = [
      question('of others', {}),
      question('mine', { mine: { asked: true, answered: false } }),
      question('answered by me', { answered_count: 1, mine: { asked: true, answered: true } }),
    ];
    expect(mineFirst(all).map(({ id }) => id)).toEqual(['mine', 'of others', 'answered by me']);
  });

  it('is found behind many later questions, and nothing more is asked for once there is enough of it', async () => {
    const waits = (id: string) => question(id, { mine: { asked: true, answered: false } });
    const pages = [
      [question('of others', {})],
      [question('of others, too', {}), waits('mine')],
      [waits('mine, too')],
      [waits('not needed')],
    ];
    const asked: (string | null)[] = [];
    const pageAt = (given: Question[][]) => (cursor: string | null) => {
      asked.push(cursor);
      const at = Number(cursor);
      return Promise.resolve({ items: given[at]!, next_cursor: at + 1 < given.length ? String(at + 1) : null });
    };
    expect((await openQuestions(pageAt(pages))).map(({ id }) => id)).toEqual(['of others', 'of others, too', 'mine', 'mine, too']);
    expect(asked).toEqual([null, '1', '2']);
    expect((await openQuestions(pageAt(pages.slice(0, 2)))).length, 'to the end').toBe(3);
    asked.length = 0;
    await openQuestions(pageAt(Array.from({ length: 9 }, () => pages[0]!)));
    expect(asked, 'and not without an end').toHaveLength(4);
  });
});
