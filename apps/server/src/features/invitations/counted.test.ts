import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { call, invitationsOf } from '#test/members.ts';
import { auth, registerParent, verifyEmail } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';

// Three mails an hour go to one address and twenty a day from one family: what is refused is none of them.

let at: TestApp;
beforeAll(async () => {
  at = await startApp();
});
afterAll(() => at.close());

let serial = 0;
const guest = () => `counted-${(serial += 1)}@example.com`;
const url = '/api/send-account-invitation';
const write = (by: TestUser, email: string, more: object = {}) =>
  call(at, by, 'POST', url, { email, relationship_id: 11, role: 'relative', ...more });
const resend = async (by: TestUser, id: string) => (await call(at, by, 'POST', `/api/invitations/${id}/resend`)).statusCode;
async function parentWithAddress(): Promise<TestUser> {
  const parent = await registerParent(at.app);
  await verifyEmail(at, parent);
  return parent;
}
/** What some calls in a row come to. */
async function statuses(count: number, ask: () => Promise<{ statusCode: number }>): Promise<number[]> {
  const codes = [];
  for (let asked = 0; asked < count; asked += 1) codes.push((await ask()).statusCode);
  return codes;
}

describe('what is refused is not counted', () => {
  it('where an invitation that is over is sent again', async () => {
    const [parent, email] = [await parentWithAddress(), guest()];
    const { id } = (await write(parent, email)).json().data.invitation;
    await call(at, parent, 'DELETE', `/api/invitations/${id}`);
    for (let asked = 0; asked < 4; asked += 1) expect(await resend(parent, id)).toBe(409);
    expect(await statuses(3, () => write(parent, email))).toEqual([201, 201, 429]);
  });

  it('where its spoken message is no recording', async () => {
    const [parent, email] = [await parentWithAddress(), guest()];
    expect(await statuses(4, () => write(parent, email, { media_id: randomUUID() }))).toEqual([422, 422, 422, 422]);
    expect(await statuses(4, () => write(parent, email))).toEqual([201, 201, 201, 429]);
  });

  it('where too many wait already', async () => {
    const [parent, email] = [await registerParent(at.app), guest()];
    expect(new Set(await statuses(20, () => write(parent, guest(), { waits: true })))).toEqual(new Set([201]));
    at.clock.advance({ days: 2 });
    expect(await statuses(4, () => write(parent, email, { waits: true }))).toEqual([403, 403, 403, 403]);
    await verifyEmail(at, parent);
    expect(await statuses(4, () => write(parent, email))).toEqual([201, 201, 201, 429]);
  });
});

it('what is over the limit changes nothing, and the same request again is counted once', async () => {
  const [parent, email] = [await parentWithAddress(), guest()];
  const headers = { ...auth(parent.token), 'idempotency-key': randomUUID() };
  const payload = { email, relationship_id: 11, role: 'relative' };
  expect(await statuses(4, () => at.app.inject({ method: 'POST', url, headers, payload }))).toEqual([201, 201, 201, 201]);
  expect(await statuses(3, () => write(parent, email))).toEqual([201, 201, 429]);
  const [newest, ...earlier] = await invitationsOf(at, parent);
  expect([newest!.status, earlier.map(({ status }) => status)]).toEqual(['open', ['revoked', 'revoked']]);
  expect(await resend(parent, newest!.id)).toBe(429);
  expect(await at.mailsTo(email, 3)).toHaveLength(3);
  expect((await invitationsOf(at, parent))[0]).toEqual(newest);
});

it('of many at once to one address three are sent', async () => {
  const [parent, email] = [await parentWithAddress(), guest()];
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => write(parent, email)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 201, 429, 429, 429]);
});
