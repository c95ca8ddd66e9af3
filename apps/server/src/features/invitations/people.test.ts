import type { Relationship } from '@heartwood/contract/people';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call } from '#test/members.ts';
import { acceptInvitation, addChild, invite, registerParent, tokenFromMail, verifyEmail } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { forgetInvitations } from './jobs.ts';

let at: TestApp;
let nora: TestUser;
let leo: string;

beforeEach(async () => {
  await at?.close();
  at = await startApp();
  nora = await registerParent(at.app);
  await verifyEmail(at, nora);
  leo = (await addChild(at, nora, { name: 'Leo', relationship_id: 20, birth_day: '2010-12-15' })).heartwood_id;
  await at.platform.db.$client.query('update families set trial_ends_at = $1', [new Date('2030-01-01')]);
});
afterAll(() => at.close());

const send = (by: TestUser, input: object) =>
  call(at, by, 'POST', '/api/send-account-invitation', { relationship_id: 20, role: 'relative', ...input });
const people = async (by: TestUser): Promise<Relationship[]> =>
  (await call(at, by, 'GET', '/api/family-relationships')).json().data.relationships;

/** Invites Leo as the person he is, and gives his token. */
async function inviteLeo(email: string): Promise<string> {
  const answer = await send(nora, { email, heartwood_id: leo });
  expect(answer.statusCode, answer.body).toBe(201);
  expect(answer.json().data.invitation.heartwood_id).toBe(leo);
  return tokenFromMail(at, email, 'invitation');
}

describe('somebody the family remembers already', () => {
  it('has an account when they accept, and is who they were: no second one', async () => {
    const kept = (await call(at, nora, 'POST', '/api/moments', { people: [leo], title: 'Built a raft' })).json().data.moment;
    const token = await inviteLeo('leo@example.com');
    const user = await acceptInvitation(at, { token, email: 'leo@example.com', name: 'Leo Whitlock' });
    const known = (await people(nora)).filter(({ name }) => name.startsWith('Leo'));
    expect(known).toMatchObject([
      { heartwood_id: leo, related_user_id: user.userId, is_user: 1, name: 'Leo Whitlock', relationship_id: 20 },
    ]);
    expect(known[0]?.birth_day).toBe('2010-12-15');
    expect((await call(at, user, 'GET', `/api/moments/${kept.id}`)).statusCode).toBe(200);
    expect(await people(user)).toHaveLength(2);
  });

  it('is told as what they were invited, and by whom, whatever is said of them since', async () => {
    const leoNow = await acceptInvitation(at, {
      token: await inviteLeo('leo@example.com'),
      email: 'leo@example.com',
      name: 'Leo Whitlock',
    });
    const change = { id: leo, relationship_id: 28, relationship_label: 'Rascal' };
    expect((await call(at, nora, 'POST', '/api/family-relationships/update', change)).statusCode).toBe(200);
    const came = async (user: TestUser) => (await call(at, user, 'GET', '/api/invitations/accepted')).json().data.invitations;
    expect(await came(leoNow)).toEqual([{ inviter_id: nora.userId, relationship_id: 20 }]);
    expect(await came(nora)).toEqual([]);
  });

  it('joins as that person with an account they have, too', async () => {
    const other = await registerParent(at.app, { firstname: 'Leo' });
    const token = await inviteLeo('leo@example.com');
    expect((await call(at, other, 'POST', '/api/invitations/accept', { token })).statusCode).toBe(200);
    expect((await people(nora)).find(({ heartwood_id }) => heartwood_id === leo)?.related_user_id).toBe(other.userId);
  });

  it('is a new person where the old one is gone, or has become somebody else meanwhile', async () => {
    const [first, second] = [await inviteLeo('a@example.com'), await inviteLeo('b@example.com')];
    const a = await acceptInvitation(at, { token: first, email: 'a@example.com', name: 'Leo Whitlock' });
    const b = await acceptInvitation(at, { token: second, email: 'b@example.com', name: 'Leo Whitlock' });
    const found = (await people(nora)).map(({ heartwood_id, related_user_id }) => [heartwood_id, related_user_id]);
    expect(found).toContainEqual([leo, a.userId]);
    expect(found.filter(([, user]) => user === b.userId)).toEqual([[expect.not.stringMatching(leo), b.userId]]);
    expect(found).toHaveLength(3);
  });

  it('is named by guardians alone, also when it counts', async () => {
    const ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
    await verifyEmail(at, ruth);
    expect((await send(ruth, { email: 'x@example.com', heartwood_id: leo })).statusCode).toBe(403);
    const sam = await addMember(at, nora.familyId, 'guardian', 'Sam');
    await verifyEmail(at, sam);
    expect((await send(sam, { email: 'leo@example.com', heartwood_id: leo })).statusCode).toBe(201);
    const token = await tokenFromMail(at, 'leo@example.com', 'invitation');
    await call(at, nora, 'PATCH', `/api/families/${nora.familyId}/members/${sam.userId}`, { role: 'relative' });
    const user = await acceptInvitation(at, { token, email: 'leo@example.com', name: 'Leo Whitlock' });
    const found = await people(nora);
    expect(found.find(({ heartwood_id }) => heartwood_id === leo)?.related_user_id).toBeNull();
    expect(found.some(({ related_user_id }) => related_user_id === user.userId)).toBe(true);
  });

  it('is nobody of another family, nobody unknown, and nobody with an account', async () => {
    const stranger = await registerParent(at.app, { lastname: 'Stone' });
    const otto = (await addChild(at, stranger, { name: 'Otto' })).heartwood_id;
    const own = (await people(nora)).find(({ related_user_id }) => related_user_id === nora.userId)?.heartwood_id;
    for (const heartwood_id of [otto, '0198f7a2-0000-7000-8000-000000000001', own, 'leo']) {
      const answer = await send(nora, { email: 'x@example.com', heartwood_id });
      expect([heartwood_id, answer.statusCode, Object.keys(answer.json().errors)]).toEqual([heartwood_id, 422, ['heartwood_id']]);
    }
  });
});

describe('whoever never came', () => {
  const emails = async () =>
    (await at.platform.db.$client.query<{ email: string }>('select email from invitations order by email')).rows.map(({ email }) => email);

  it('is forgotten thirty days after their invitation ended, and nobody else', async () => {
    const came = await invite(at, nora, { email: 'came@example.com' });
    await acceptInvitation(at, { token: came.token, email: 'came@example.com' });
    await invite(at, nora, { email: 'expired@example.com', message: 'Dear Elsie' });
    const back = await invite(at, nora, { email: 'revoked@example.com' });
    await call(at, nora, 'DELETE', `/api/invitations/${back.invitation.id}`);
    at.clock.advance({ days: 30 });
    await forgetInvitations(at.platform);
    expect(await emails()).toEqual(['came@example.com', 'expired@example.com', 'revoked@example.com']);
    at.clock.advance({ seconds: 1 });
    await forgetInvitations(at.platform);
    expect(await emails()).toEqual(['came@example.com', 'expired@example.com']);
    at.clock.advance({ days: 3 });
    await forgetInvitations(at.platform);
    await forgetInvitations(at.platform);
    expect(await emails()).toEqual(['came@example.com']);
  });
});
