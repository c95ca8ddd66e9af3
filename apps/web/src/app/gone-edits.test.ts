import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { deletion } from '#platform/deletions.ts';
import { CallError } from '#platform/http.ts';
import { settle } from '../../test/settle.ts';
import { storageOn } from '../../test/storage.ts';

const asked = vi.hoisted(() => vi.fn<(route: string, how: { params: { id: string } }) => Promise<unknown>>());
const kept = vi.hoisted(() => new Map<string, { name: string; family: string; thing: string; at: number }>());
vi.mock('#platform/http.ts', async (original) => ({ ...(await original<object>()), call: asked }));
vi.mock('#platform/device-storage.ts', () => ({
  deviceStorage: {
    values: (prefix: string) => Promise.resolve([...kept.values()].filter(({ name }) => name.startsWith(prefix))),
    setValue: (name: string) => Promise.resolve(kept.delete(name)),
  },
}));

const keep = (thing: string, at = Date.now(), family = 'whitlocks') =>
  kept.set(`edit ${family} ${thing}`, { name: `edit ${family} ${thing}`, family, thing, at });
const things = () => [...kept.values()].map(({ thing }) => thing);
const user = { id: 'nora', current_family_id: 'whitlocks' };

beforeEach(() => {
  vi.resetModules();
  asked.mockReset().mockResolvedValue({});
  kept.clear();
  vi.stubGlobal('localStorage', storageOn(new Map()));
});

async function start() {
  const [{ session }, { forgetGoneEdits }] = [await import('#platform/session.ts'), await import('./gone-edits.ts')];
  session.begin({ token: 'a', user: user as never });
  const client = new QueryClient();
  forgetGoneEdits(client);
  await settle();
  return { session, client };
}

test('changes of what is gone, and old ones, are kept no longer; one that nobody could ask for stays', async () => {
  keep('post 1');
  keep('comment 1 2');
  keep('moment 3');
  keep('post 4', Date.now() - 31 * 24 * 3_600_000);
  keep('post 5');
  keep('post 6', Date.now(), 'marshes');
  asked.mockImplementation((_, { params: { id } }) => {
    if (id === '1') return Promise.reject(new CallError(404, {} as never, undefined));
    return id === '5' ? Promise.reject(new CallError(0, {} as never, undefined)) : Promise.resolve({});
  });
  await start();
  expect(things()).toEqual(['moment 3', 'post 5', 'post 6']);
});

test('what is deleted here takes its changes along, a post those of what is said below it', async () => {
  keep('post 1');
  keep('comment 1 2');
  keep('comment 3 4');
  keep('moment 5');
  const { client } = await start();
  const deleted = new MutationObserver(client, { ...deletion(client), mutationFn: (names: string) => Promise.resolve(names) });
  await deleted.mutate('1');
  await settle();
  expect(things()).toEqual(['comment 3 4', 'moment 5']);
  const { deletingComment } = await import('#features/comments/api.ts');
  await new MutationObserver(client, { mutationKey: deletingComment, mutationFn: (one: { id: string }) => Promise.resolve(one) }).mutate({
    id: '4',
  });
  await settle();
  expect(things()).toEqual(['moment 5']);
});

test('a family that was left takes its changes along; one that is only not looked at does not', async () => {
  keep('post 1');
  const { session } = await start();
  asked.mockResolvedValue({ families: [{ id: 'whitlocks' }, { id: 'marshes' }] });
  session.setUser({ ...user, current_family_id: 'marshes' } as never);
  await settle();
  expect(things()).toEqual(['post 1']);
  session.setUser(user as never);
  await settle();
  asked.mockResolvedValue({ families: [{ id: 'marshes' }] });
  session.setUser({ ...user, current_family_id: 'marshes' } as never);
  await settle();
  expect(things()).toEqual([]);
});
