import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call, invitationsOf } from '#test/members.ts';
import { goodPassword, mailsThatFit, registerParent, tokenFromMail, verifyEmail } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';

// Whoever has not confirmed their address yet writes invitations all the same: they leave when it is confirmed.

let at: TestApp;
beforeAll(async () => {
  at = await startApp();
});
afterAll(() => at.close());

let serial = 0;
const guest = () => `waiting-${(serial += 1)}@example.com`;
const write = (by: TestUser, email: string, more: object = {}) =>
  call(at, by, 'POST', '/api/send-account-invitation', { email, relationship_id: 11, role: 'relative', waits: true, ...more });
const mailsTo = async (email: string) => (await at.mailsTo(email, 0)).filter(({ subject }) => /invites you/.test(subject!));

describe('an invitation of somebody whose address is not confirmed', () => {
  it('waits without a link, and leaves with its words when the address is confirmed', async () => {
    const [parent, email] = [await registerParent(at.app, { firstname: 'Nora' }), guest()];
    const answer = await write(parent, email, { message: 'Dear Ruth, come and look.' });
    expect(answer.statusCode).toBe(201);
    const { invitation } = answer.json().data;
    expect(invitation).toMatchObject({ status: 'waiting', sent_at: null, expires_at: null, can: { resend: false, revoke: true } });
    expect(await mailsTo(email)).toEqual([]);
    at.clock.advance({ hours: 20 });
    await verifyEmail(at, parent);
    const [mail] = await mailsThatFit(at, email, ({ subject }) => /invites you/.test(subject!));
    expect(mail!.text).toContain('Dear Ruth, come and look.');
    expect(await invitationsOf(at, parent)).toMatchObject([{ id: invitation.id, status: 'open', can: { resend: true, revoke: true } }]);
    const token = await tokenFromMail(at, email, 'invitation');
    const accepting = { name: 'Ruth Whitlock', email, password: goodPassword, password_confirmation: goodPassword, token };
    expect((await at.app.inject({ method: 'POST', url: '/api/accept-invite', payload: accepting })).statusCode).toBe(200);
  });

  it('whoever confirms is told whose invitation leaves now: by name, else by address; not what was taken back', async () => {
    const [parent, email, back] = [await registerParent(at.app), guest(), guest()];
    await write(parent, guest(), { name: 'Hildegard' });
    await write(parent, email);
    const { id } = (await write(parent, back)).json().data.invitation;
    await call(at, parent, 'DELETE', `/api/invitations/${id}`);
    const token = await tokenFromMail(at, parent.email, 'verify-email');
    const answer = await at.app.inject({ method: 'POST', url: '/api/verify-email', payload: { token } });
    expect(answer.json().data).toEqual({ email: parent.email, invited: ['Hildegard', email] });
    const other = await registerParent(at.app);
    const payload = { token: await tokenFromMail(at, other.email, 'verify-email') };
    expect((await at.app.inject({ method: 'POST', url: '/api/verify-email', payload })).json().data).toEqual({
      email: other.email,
      invited: [],
    });
  });

  it('leaves once, whatever is changed about oneself afterwards', async () => {
    const [parent, email] = [await registerParent(at.app), guest()];
    await write(parent, email);
    await call(at, parent, 'POST', '/api/profile/update', { firstname: 'Norah' });
    expect(await mailsTo(email)).toEqual([]);
    await verifyEmail(at, parent);
    await call(at, parent, 'POST', '/api/profile/update', { firstname: 'Nora' });
    await mailsThatFit(at, email, ({ subject }) => /invites you/.test(subject!));
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('leaves also when a new password proves the address', async () => {
    const [parent, email] = [await registerParent(at.app), guest()];
    await write(parent, email);
    await at.app.inject({ method: 'POST', url: '/api/forgot-password', payload: { email: parent.email } });
    const token = await tokenFromMail(at, parent.email, 'reset-password');
    const chosen = { token, email: parent.email, password: 'Pflaumen-Baum-8', password_confirmation: 'Pflaumen-Baum-8' };
    expect((await at.app.inject({ method: 'POST', url: '/api/reset-password', payload: chosen })).statusCode).toBe(200);
    await mailsThatFit(at, email, ({ subject }) => /invites you/.test(subject!));
  });

  it('is taken back before it left; of two to one address the newer leaves', async () => {
    const [parent, back, twice] = [await registerParent(at.app), guest(), guest()];
    const { id } = (await write(parent, back)).json().data.invitation;
    expect((await call(at, parent, 'DELETE', `/api/invitations/${id}`)).statusCode).toBe(200);
    for (const message of ['first', 'second']) await write(parent, twice, { message });
    expect((await call(at, parent, 'POST', `/api/invitations/${(await invitationsOf(at, parent))[0]!.id}/resend`)).statusCode).toBe(403);
    await verifyEmail(at, parent);
    const [mail] = await mailsThatFit(at, twice, ({ subject }) => /invites you/.test(subject!));
    expect(mail!.text).toContain('second');
    expect(await mailsTo(twice)).toHaveLength(1);
    expect(await mailsTo(back)).toEqual([]);
  });

  it('ends with the membership of who wrote it', async () => {
    const owner = await registerParent(at.app);
    const [member, email] = [await addMember(at, owner.familyId, 'relative', 'Ruth'), guest()];
    expect((await write(member, email)).statusCode).toBe(201);
    await call(at, owner, 'DELETE', `/api/families/${owner.familyId}/members/${member.userId}`);
    await verifyEmail(at, member);
    expect((await invitationsOf(at, owner))[0]).toMatchObject({ email, status: 'revoked' });
    expect(await mailsTo(email)).toEqual([]);
  });

  it('is refused where it is not said that it may wait, and beyond as many as are sent in a day', async () => {
    const parent = await registerParent(at.app);
    expect((await write(parent, guest(), { waits: false })).json()).toMatchObject({ status_code: 'forbidden' });
    for (let written = 0; written < 20; written += 1) expect((await write(parent, guest())).statusCode).toBe(201);
    at.clock.advance({ days: 2 });
    expect((await write(parent, guest())).json()).toMatchObject({
      status_code: 'forbidden',
      message: expect.stringContaining('confirm your email'),
    });
    expect(await invitationsOf(at, parent)).toHaveLength(20);
  });
});
