import { readEnglish } from '../../../test/language.ts';
import { beforeEach, expect, test, vi } from 'vitest';

const calls: string[] = [];
let answer: { status: number; body: object } = { status: 200, body: {} };

beforeEach(async () => {
  calls.length = 0;
  vi.resetModules();
  await readEnglish();
  const { loadRuntimeConfig } = await import('#platform/runtime-config.ts');
  await loadRuntimeConfig(async () => ({ api_base: 'http://heartwood.test' }));
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    calls.push(`${method} ${new URL(url).pathname}`);
    return Response.json(answer.body, { status: answer.status });
  });
});

const body = { name: 'Emma', relationship_id: 3 };

/** The four actions on children, each with the call it makes and what it says where the server says nothing. */
async function actions() {
  const { storeChild, updateChild, fetchChild, fetchChildren } = await import('./api.ts');
  return [
    [() => storeChild(body, 'key'), 'POST /api/family-relationships', 'Failed to store child'],
    [() => updateChild({ id: 'r', ...body }), 'POST /api/family-relationships/update', 'Failed to update child'],
    [() => fetchChild('r'), 'GET /api/family-relationships/show/r', 'Failed to fetch child'],
    [() => fetchChildren(), 'GET /api/family-relationships/children', 'Failed to fetch children'],
  ] as const;
}

test('[S7.14] actions on children answer with the server’s error body instead of throwing', async () => {
  const refusal = { success: false, status_code: 'validation_failed', message: 'Said by the server', request_id: 'r' };
  answer = { status: 422, body: refusal };
  for (const [action, call] of await actions()) {
    expect([call, await action()]).toEqual([call, refusal]);
    expect(calls).toEqual([call]);
    calls.length = 0;
  }
});

test('[S7.14] and with their own words where the server has none', async () => {
  answer = { status: 500, body: {} };
  for (const [action, , words] of await actions()) expect(await action()).toMatchObject({ success: false, message: words });
});

test('[S8.3] an answer without children says so; an error of a query is still known by its status', async () => {
  const { childrenQuery, fetchChildren, personQuery } = await import('./api.ts');
  answer = { status: 200, body: { success: true, data: {} } };
  expect(await fetchChildren()).toMatchObject({ success: false, message: 'No children data found' });
  const ask = (query: { queryFn?: unknown }) => (query.queryFn as (context: object) => Promise<unknown>)({});
  await expect(ask(childrenQuery())).rejects.toMatchObject({ message: 'No children data found' });
  answer = { status: 404, body: { success: false, status_code: 'not_found', message: 'Not there', request_id: 'r' } };
  await expect(ask(personQuery('r'))).rejects.toMatchObject({ name: 'CallError', status: 404, message: 'Not there' });
});
