import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { exportQuery, useStartExport } from '#features/export/api.ts';
import { sectionQuery, useWriteSection } from '#features/information/api.ts';
import { ideaQuery, weeklyQuery } from '#features/inspiration/api.ts';
import { useAnother, useDone, useSaved } from '#features/inspiration/hooks/use-idea.ts';
import { drawn } from '../../test/hook.ts';
import { settle } from '../../test/settle.ts';

const now = { slug: 'walk', saved: true, done: true };
const answer = { inspiration: now, state: 'queued', section: { slug: 'notes', text: 'now' } };
vi.mock('#platform/http.ts', () => ({
  call: async () => answer,
  callFully: async () => ({ data: answer, etag: 'now' }),
  CallError: Error,
}));
vi.mock('#features/sending/api.ts', () => ({
  useSending: (send: (body: object) => Promise<unknown>, { onSuccess }: { onSuccess: (answer: unknown) => unknown }) => ({
    mutateAsync: async (body: object) => onSuccess(await send(body)),
  }),
}));

const [idea, weekly] = [ideaQuery('walk').queryKey, weeklyQuery().queryKey];
const family = { family_id: 'whitlocks' };
const about = { name: 'emma', person: 'emma', slug: 'notes', family, draft: 'notes' } as unknown as Parameters<typeof useWriteSection>[0];
const told = { onWritten: () => undefined, onError: () => undefined };
const ofWeek = { inspiration: now };

const acts: [said: string, queryKey: QueryKey, act: (client: QueryClient) => Promise<unknown>, shown: unknown][] = [
  ['an idea is saved', idea, (client) => drawn(client, useSaved).mutateAsync({ slug: 'walk', saved: true }), now],
  ['an idea is done', idea, (client) => drawn(client, useDone).mutateAsync({ slug: 'walk', done: true }), now],
  ['the idea of the week is done', weekly, (client) => drawn(client, useDone).mutateAsync({ slug: 'walk', done: true }), ofWeek],
  ['another idea is wanted', weekly, (client) => drawn(client, useAnother).mutateAsync('swim'), answer],
  ['an export is started', exportQuery().queryKey, (client) => drawn(client, () => useStartExport(vi.fn())).mutateAsync(), answer],
  [
    'a section is written',
    sectionQuery('emma', 'notes' as never).queryKey,
    (client) => drawn(client, () => useWriteSection(about, told)).mutateAsync({ etag: null } as never),
    { section: answer.section, etag: 'now' },
  ],
];

test.each(acts)('%s: what was asked for before changes nothing of what it shows', async (_, queryKey, act, shown) => {
  const client = new QueryClient();
  const older = { inspiration: { slug: 'walk', saved: false, done: false }, state: 'none' };
  client.setQueryData(queryKey, older);
  const { promise, resolve } = Promise.withResolvers<object>();
  const asking = client.fetchQuery({ queryKey, queryFn: ({ signal: _signal }) => promise }).catch(() => undefined);
  await act(client);
  resolve(older);
  await asking;
  await settle();
  expect(client.getQueryData(queryKey)).toMatchObject(shown as object);
});

test('the idea of this week is asked for anew where the answer for another has called it off', async () => {
  const client = new QueryClient();
  const ask = vi.fn<() => Promise<object>>(() => new Promise(() => undefined));
  void client.fetchQuery({ queryKey: weekly, queryFn: ask }).catch(() => undefined);
  await drawn(client, useSaved).mutateAsync({ slug: 'walk', saved: true });
  expect(client.getQueryState(weekly)).toMatchObject({ isInvalidated: true });
});
