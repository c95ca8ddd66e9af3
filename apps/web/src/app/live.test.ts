import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deletion, isBeingDeleted } from '#platform/deletions.ts';
import type { Hearing } from '#platform/live.ts';
import { keepLive } from './live.ts';

let hearing: Hearing;
vi.mock('#platform/live.ts', () => ({ startLive: (given: Hearing) => void (hearing = given) }));

const page = { scrollY: 0, scrolled: () => {} };
const window = {
  get scrollY() {
    return page.scrollY;
  },
  addEventListener: (_: string, run: () => void) => void (page.scrolled = run),
  removeEventListener: () => void (page.scrolled = () => {}),
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', window);
  page.scrollY = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what is heard while something is asked for the first time is in what is shown in the end', async () => {
  const client = new QueryClient();
  keepLive(client);
  const first = Promise.withResolvers<string>();
  const ask = vi.fn<() => Promise<string>>(async () => 'with it').mockReturnValueOnce(first.promise);
  const queryKey = ['people', 'one'];
  const stop = new QueryObserver(client, { queryKey, queryFn: ask }).subscribe(() => undefined);
  hearing.fact('person.added', { heartwood_id: 'two' } as never);
  hearing.fact('member.joined', { user_id: 'two' } as never);
  await vi.advanceTimersByTimeAsync(1_000);
  first.resolve('before it');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(client.getQueryData(queryKey)).toBe('with it');
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
});

for (const [key, fact, ids] of [
  [['people', 'one'], 'person.removed', { heartwood_id: 'one' }],
  [['people', 'one'], 'person.changed', { heartwood_id: 'one' }],
  [['moments', 'list', { person: 'one' }], 'moment.deleted', { moment_id: 'other' }],
  [['comments', 'one'], 'comment.made', { post_id: 'one', comment_id: 'any' }],
] as const) {
  test(`what is being deleted here is not asked for when ${fact} is heard, and again afterwards: ${JSON.stringify(key)}`, async () => {
    const client: QueryClient = new QueryClient({
      defaultOptions: { queries: { enabled: ({ queryKey }) => !isBeingDeleted(client, queryKey) } },
    });
    keepLive(client);
    const ask = vi.fn<() => Promise<string>>(async () => 'as it is');
    const stop = new QueryObserver(client, { queryKey: key, queryFn: ask }).subscribe(() => undefined);
    await vi.runAllTimersAsync();
    expect(ask).toHaveBeenCalledTimes(1);

    let finish = () => {};
    const deleting = new MutationObserver(client, {
      ...deletion(client),
      mutationFn: (_names: string | readonly string[]) => new Promise<void>((resolve) => (finish = resolve)),
    });
    const deleted = deleting.mutate(['of another name', 'one']);
    hearing.fact(fact, ids as never);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ask).toHaveBeenCalledTimes(1);

    finish();
    await deleted;
    hearing.fact(fact, ids as never);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ask).toHaveBeenCalledTimes(2);
    stop();
    client.clear();
  });
}

const id = (n: number) => `019d0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const by = { heartwood_id: id(901) };
const list = (...ids: number[]) => ({
  pages: [{ items: ids.map((n) => ({ id: id(n), author: by })), next_cursor: 'more' }],
  pageParams: [null],
});

/** Has some queries on the screen, and hears facts. @returns how often each was asked for since, in the order of the keys */
async function asked(
  shown: readonly [key: readonly unknown[], data: unknown][],
  hear: (counts: () => number[]) => unknown,
): Promise<number[]> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  keepLive(client);
  const asks = shown.map(([, data]) => vi.fn<() => Promise<unknown>>(async () => data));
  const stops = shown.map(([queryKey], at) => new QueryObserver(client, { queryKey, queryFn: asks[at]! }).subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(0);
  const counts = () => asks.map((ask) => ask.mock.calls.length - 1);
  await hear(counts);
  await vi.advanceTimersByTimeAsync(1_000);
  for (const stop of stops) stop();
  client.clear();
  return counts();
}

const shelf = ['posts', 'list', { subcategory_id: id(800) }];
const timeline = ['posts', 'list', { person: id(900), sort: 'occurred' }];
const feed = ['posts', 'list', {}];
const lists: [readonly unknown[], unknown][] = [
  [shelf, list(30, 10)],
  [timeline, list(10)],
  [['treasures'], []],
  [['posts', 'counts'], new Map()],
];

test('an edit has the lists asked for again that may have a post now; a heart and a medium that is ready do not', async () => {
  const post_id = id(20);
  expect(await asked(lists, () => hearing.fact('post.changed', { post_id }))).toEqual([1, 1, 1, 1]);
  expect(await asked(lists, () => hearing.fact('post.prepared', { post_id }))).toEqual([0, 0, 0, 0]);
  expect(await asked(lists, () => hearing.fact('heart.given', { post_id }))).toEqual([0, 0, 0, 0]);
});

test('a list whose reader is further down, and what stands above it, are asked for once they are at its top, and once', async () => {
  page.scrollY = 5_000;
  const shared = await asked([...lists.slice(0, 2), [['posts', 'summary', {}], {}]], async (counts) => {
    for (const post_id of [id(20), id(21), id(22)]) hearing.fact('post.shared', { post_id });
    await vi.advanceTimersByTimeAsync(1_000);
    for (const y of [2_000, 500]) {
      page.scrollY = y;
      page.scrolled();
      await vi.advanceTimersByTimeAsync(1_000);
      expect([y, counts()]).toEqual([y, [0, 0, 0]]);
    }
    page.scrollY = 0;
    page.scrolled();
  });
  expect(shared).toEqual([1, 1, 1]);
});

test('the feed announces what is new, and is asked for again where it lacks what was shared before', async () => {
  const shared = (n: number) => asked([[feed, list(30, 10)]], () => hearing.fact('post.changed', { post_id: id(n) }));
  expect([await shared(40), await shared(20), await shared(5)]).toEqual([[0], [1], [0]]);
});

test('somebody’s new name or portrait has posts and comments asked for again that are by them, and no others', async () => {
  const other = { pages: [{ items: [{ id: id(1), author: { heartwood_id: id(902) }, people: [id(901)] }], next_cursor: null }] };
  const shown: [readonly unknown[], unknown][] = [
    [shelf, list(30)],
    [timeline, other],
    [['comments', id(30)], list(50)],
    [['comments', id(31)], other],
    [['posts', 'editable', id(30)], { id: id(30), author: by }],
  ];
  expect(await asked(shown, () => hearing.fact('person.changed', by))).toEqual([1, 0, 1, 0, 0]);
});

test('a question that is deleted or restored has posts asked for again; its own page keeps its answers', async () => {
  const question_id = id(700);
  const answer = { pages: [{ items: [{ id: id(1), question_id }], next_cursor: null }] };
  const shown: [readonly unknown[], unknown][] = [
    [shelf, answer],
    [timeline, list(10)],
    [['posts', 'list', { question_id }], answer],
  ];
  expect(await asked(shown, () => hearing.fact('question.deleted', { question_id }))).toEqual([1, 0, 0]);
  expect(await asked(shown, () => hearing.fact('question.restored', { question_id }))).toEqual([1, 1, 1]);
});

test.each([
  ['post.deleted', [1, 1, 0, 0]],
  ['post.restored', [1, 1, 0, 0]],
  ['post.hidden', [1, 1, 0, 0]],
  ['comment.deleted', [0, 1, 0, 0]],
  ['comment.restored', [0, 1, 0, 0]],
  ['question.deleted', [0, 0, 1, 0]],
  ['question.restored', [1, 0, 1, 0]],
  ['moment.deleted', [0, 0, 0, 1]],
  ['moment.restored', [0, 0, 0, 1]],
] as const)('what can be brought back is asked for again when %s is heard', async (fact, counts) => {
  const shown = ['posts', 'comments', 'questions', 'moments'].map((noun): [string[], unknown] => [[noun, 'deleted'], list(10)]);
  const ids = { post_id: id(1), comment_id: id(2), question_id: id(3), moment_id: id(4), user_id: id(5) };
  expect(await asked(shown, () => hearing.fact(fact, ids as never))).toEqual(counts);
});

test.each([
  ['person.added', ['people', 'birthdays']],
  ['person.removed', ['people', 'birthdays', 'moments', 'growth', 'search']],
  ['person.changed', ['people', 'birthdays', 'moments', 'growth', 'search']],
  ['question.deleted', ['notifications', 'search']],
  ['question.restored', ['questions', 'notifications', 'search']],
  ['member.joined', ['people', 'birthdays']],
  ['member.left', ['people', 'birthdays', 'notifications']],
  ['family.changed', ['family', 'accounts']],
  ['moment.hidden', ['moments', 'search']],
  ['moment.restored', ['moments', 'search']],
  ['post.deleted', ['notifications', 'search']],
  ['post.restored', ['notifications', 'search']],
  ['post.hidden', ['treasures', 'notifications', 'search']],
  ['comment.deleted', ['notifications', 'search']],
  ['comment.restored', ['notifications', 'search']],
  ['author.erased', ['posts', 'comments', 'moments', 'treasures', 'questions', 'birthdays', 'notifications', 'search']],
] as const)('%s has these asked for again: %j', async (type, nouns) => {
  const shown = nouns.map((noun): [readonly unknown[], unknown] => [[noun, 'any'], 'as it is']);
  const ids = {
    post_id: id(1),
    comment_id: id(2),
    heartwood_id: id(901),
    user_id: id(903),
    family_id: id(904),
    moment_id: id(905),
    question_id: id(906),
  };
  expect(await asked(shown, () => hearing.fact(type, ids))).toEqual(nouns.map(() => 1));
});
