import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { call, makeFamily } from './members.ts';
import type { TestFamily } from './members.ts';
import { goodPassword, invite, registerParent, verifyEmail } from './people.ts';

let at: TestApp;
let family: TestFamily;
let written = '';
beforeAll(async () => {
  at = await startApp({ env: { LOG_LEVEL: 'debug' }, jobs: false, logTo: { write: (line) => void (written += line) } });
  family = await makeFamily(at);
});
afterAll(() => at.close());

/** Lines for the record since something was begun. */
async function linesOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = written.length;
  await work();
  const lines = written.slice(before).trim().split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Record<string, unknown>);
}

it('[R1.5] no address is in the log, whatever its level: neither tokens nor what is searched for', async () => {
  const { nora } = family;
  const secrets = ['ver1fy-s3cret', 'r3set-s3cret', 'd3vice-s3cret', 'sch4tzsuche', 'n0where'];
  const lines = await linesOf(async () => {
    await call(at, null, 'GET', '/verify-email?token=ver1fy-s3cret');
    await call(at, null, 'GET', '/reset-password?token=r3set-s3cret&email=nora@example.com');
    await call(at, nora, 'DELETE', '/api/device/d3vice-s3cret');
    await call(at, nora, 'GET', '/api/search?q=sch4tzsuche');
    await call(at, nora, 'GET', '/api/n0where?token=r3set-s3cret');
    await call(at, nora, 'GET', '/api/%E0%A4%A?q=sch4tzsuche');
  });
  for (const secret of [...secrets, nora.token, 'nora@example.com', goodPassword]) expect(written).not.toContain(secret);
  expect(lines).toContainEqual(expect.objectContaining({ call: 'GET /api/search', status: 200, user: nora.userId }));
  expect(lines).toContainEqual(expect.objectContaining({ call: 'DELETE /api/device/:token', status: 404 }));
});

it('[R1.13] whoever registers, or comes or joins by an invitation, leaves one line', async () => {
  // With its jobs, as an invitation is a mail.
  const post = await startApp({ env: { LOG_LEVEL: 'info' }, logTo: { write: (line) => void (written += line) } });
  const record = async (work: () => Promise<unknown>) => (await linesOf(work)).filter((line) => line['level'] === 30 && 'from' in line);
  const password = { password: goodPassword, password_confirmation: goodPassword };
  const body = { firstname: 'Ada', lastname: 'Ferris', email: 'new-comer@example.com', ...password };
  const headers = { 'idempotency-key': '0b3c1a52-7a52-4c1e-9b3d-6a0d3f1c2e4f' };
  const from = '127.0.0.1';
  const register = () => call(post, null, 'POST', '/api/register', body, headers);
  for (const msg of ['registered', 'signed in']) expect(await record(register)).toEqual([expect.objectContaining({ msg, from })]);
  const [nora, other] = [await registerParent(post.app), await registerParent(post.app)];
  await verifyEmail(post, nora);
  const first = await invite(post, nora);
  const accepted = { name: 'Elsie Ferris', email: first.invitation.email, token: first.token, ...password };
  expect(await record(() => call(post, null, 'POST', '/api/accept-invite', accepted))).toEqual([
    expect.objectContaining({ msg: 'registered by invitation', user: expect.any(String), from }),
  ]);
  const { token } = await invite(post, nora);
  expect(await record(() => call(post, other, 'POST', '/api/invitations/accept', { token }))).toEqual([
    expect.objectContaining({ call: 'POST /api/invitations/accept', status: 200, user: other.userId, from }),
  ]);
  expect(written).not.toMatch(/Ferris|new-comer/);
  await post.close();
});

it('[R1.13] log-ins, refusals, roles, hand-overs, exports and deletions leave one line each: who, what, on whom, from where', async () => {
  const { nora, sam, ruth, leo } = family;
  const members = `/api/families/${nora.familyId}/members`;
  const route = '/api/families/:id/members/:user_id';
  const record = async (work: () => Promise<unknown>) => (await linesOf(work)).filter(({ level }) => level === 30);
  const login = (password: string) => call(at, null, 'POST', '/api/login', { email: nora.email, password });
  const one = (lines: Record<string, unknown>[], wanted: object) => expect(lines).toEqual([expect.objectContaining(wanted)]);

  one(await record(() => login(goodPassword)), { msg: 'signed in', user: nora.userId, from: '127.0.0.1' });
  one(await record(() => login('Wrong-Baum-7')), { call: 'POST /api/login', status: 401, from: '127.0.0.1' });
  one(await record(() => call(at, ruth, 'PATCH', `${members}/${leo.userId}`, { role: 'guardian' })), {
    call: `PATCH ${route}`,
    status: 403,
    user: ruth.userId,
  });
  one(await record(() => call(at, nora, 'PATCH', `${members}/${leo.userId}`, { role: 'guardian' })), {
    call: `PATCH ${route}`,
    status: 200,
    user: nora.userId,
    on: { id: nora.familyId, user_id: leo.userId },
  });
  one(await record(() => call(at, nora, 'POST', '/api/export')), { call: 'POST /api/export', user: nora.userId });
  one(await record(() => call(at, nora, 'POST', `/api/families/${nora.familyId}/owner`, { user_id: sam.userId })), {
    call: 'POST /api/families/:id/owner',
    user: nora.userId,
  });
  one(await record(() => call(at, nora, 'DELETE', '/api/delete_account')), { call: 'DELETE /api/delete_account', user: nora.userId });
  expect(await record(() => call(at, sam, 'POST', '/api/posts', { text: 'Nobody’s business' }))).toEqual([]);
  expect(written).not.toMatch(/business|Whitlock|@example/);
});
