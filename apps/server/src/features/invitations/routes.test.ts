import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Invitation } from '@heartwood/contract/invitations';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call, comparable, invitationsOf } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { acceptInvitation, goodPassword, invite, mailsThatFit, registerParent, tokenFromMail, verifyEmail } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';

let at: TestApp;
let owner: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  at = await startApp();
  owner = await verified(await registerParent(at.app, { firstname: 'Nora' }));
  stranger = await verified(await registerParent(at.app, { firstname: 'Eve', lastname: 'Other' }));
});
afterAll(() => at.close());

async function verified<User extends TestUser>(user: User): Promise<User> {
  await verifyEmail(at, user);
  return user;
}

/** A family of its own, so that no test uses up another's invitations of the day. */
async function newFamily() {
  const parent = await verified(await registerParent(at.app, { firstname: 'Nora' }));
  const member = async (role: 'guardian' | 'relative', name: string): Promise<TestMember> =>
    verified(await addMember(at, parent.familyId, role, name));
  return { parent, member };
}

const sendUrl = '/api/send-account-invitation';
const validate = (token: string, remoteAddress = '10.9.0.1') =>
  at.app.inject({ method: 'POST', url: '/api/validate-invite', payload: { token }, remoteAddress });
const accept = (token: string, email: string, more: object = {}, headers: Record<string, string> = {}) =>
  at.app.inject({
    method: 'POST',
    url: '/api/accept-invite',
    headers,
    payload: { name: 'Ruth Whitlock', email, password: goodPassword, password_confirmation: goodPassword, token, ...more },
  });
const join = (user: TestUser, token: string, headers: Record<string, string> = {}) =>
  call(at, user, 'POST', '/api/invitations/accept', { token }, headers);
const ended = { statusCode: 410, status_code: 'gone', message: 'Invalid invitation' };
const outcome = (answer: LightMyRequestResponse) => ({
  statusCode: answer.statusCode,
  status_code: answer.json().status_code,
  message: answer.json().message,
});

let serial = 0;
const guest = () => `ruth-${(serial += 1)}@example.com`;

describe('an invitation', () => {
  it('[S7.30] goes out as a mail with the message, the relation, the family and one button', async () => {
    const email = guest();
    const message = 'Dear Ruth,\n\nEmma’s <drawings> are in here. "Look!"';
    const { invitation, token } = await invite(at, owner, {
      email: email.toUpperCase(),
      name: 'Ruth',
      role: 'relative',
      relationship_id: 11,
      message,
    });
    expect(invitation).toEqual({
      id: expect.any(String),
      email,
      name: 'Ruth',
      role: 'relative',
      heartwood_id: null,
      relationship_id: 11,
      relationship: 'Grandmother',
      message,
      media: null,
      status: 'open',
      inviter: { user_id: owner.userId, name: 'Nora Whitlock' },
      created_at: at.clock.now().toISOString(),
      sent_at: at.clock.now().toISOString(),
      expires_at: new Date(at.clock.now().getTime() + 72 * 3_600_000).toISOString(),
      can: { resend: true, revoke: true },
    });
    const [mail] = await at.mailsTo(email);
    expect(mail!.subject).toBe('Heartwood: Nora Whitlock invites you');
    expect(mail!.to).toEqual([{ name: 'Ruth', address: email }]);
    expect(mail!.html).toContain('Emma’s &lt;drawings&gt; are in here. &quot;Look!&quot;');
    expect(mail!.text).toContain('> Emma’s <drawings> are in here. "Look!"');
    expect(mail!.text).toContain('Nora Whitlock invites you to the Whitlock family');
    expect(mail!.text).toContain('You’ll join as Nora Whitlock’s grandmother.');
    expect(mail!.text).toContain('24 November 2026');
    expect(mail!.html!.match(/class="button"/g)).toHaveLength(1);
    expect(mail!.html).toContain(`href="http://localhost:3000/invitation?token=${token}"`);
    expect(token).toMatch(/^[\w-]{43}$/);
  });

  it('has links from the configuration, whatever Host says', async () => {
    const email = guest();
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    expect((await call(at, owner, 'POST', sendUrl, { email, relationship_id: 11, role: 'relative' }, headers)).statusCode).toBe(201);
    const [mail] = await at.mailsTo(email);
    expect(`${mail!.html}${mail!.text}`).not.toContain('evil.example');
  });

  it('keeps its token out of the database, the queue included', async () => {
    const { token, invitation } = await invite(at, owner);
    const { rows: tables } = await at.platform.db.execute<{ name: string }>(sql`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`);
    const holding = async (words: string) => {
      const found: string[] = [];
      for (const { name } of tables) {
        const { rowCount } = await at.platform.db.execute(sql`select 1 from ${sql.raw(name)} as row where row::text like ${`%${words}%`}`);
        if (rowCount) found.push(name);
      }
      return found;
    };
    expect(await holding(invitation.email)).toEqual(['public.invitations']);
    expect(await holding(token)).toEqual([]);
  });

  it('is sent once for one Idempotency-Key', async () => {
    const [email, key] = [guest(), { 'idempotency-key': randomUUID() }];
    const body = { email, relationship_id: 11, role: 'relative' };
    const answers = await Promise.all([1, 2, 3].map(() => call(at, owner, 'POST', sendUrl, body, key)));
    expect(new Set(answers.map((answer) => answer.json().data.invitation.id)).size).toBe(1);
    const { rows } = await at.platform.db.execute(sql`select 1 from invitations where email = ${email}`);
    expect(rows).toHaveLength(1);
  });

  it.each([
    [{}, ['email', 'relationship_id', 'role']],
    [{ email: 'ruth', relationship_id: 11, role: 'relative' }, ['email']],
    [{ email: 'ruth@example.com\r\nBcc: all@example.com', relationship_id: 11, role: 'relative' }, ['email']],
    [{ email: ['ruth@example.com'], relationship_id: 11, role: 'relative' }, ['email']],
    [{ email: 'ruth@example.com', relationship_id: 0, role: 'relative' }, ['relationship_id']],
    [{ email: 'ruth@example.com', relationship_id: 11, role: 'owner' }, ['role']],
    [{ email: 'ruth@example.com', relationship_id: 11, role: 'relative', message: 'x'.repeat(2_001) }, ['message']],
    [{ email: 'ruth@example.com', relationship_id: 11, role: 'relative', name: 'x'.repeat(101) }, ['name']],
  ])('with %j is refused at its fields', async (body, fields) => {
    const answer = await call(at, owner, 'POST', sendUrl, body);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors).toSorted()).toEqual(fields);
  });

  it('cannot carry headers in a name', async () => {
    const email = guest();
    await invite(at, owner, { email, name: 'Ruth\r\nBcc: all@example.com' });
    const [mail] = await at.mailsTo(email);
    expect(mail!.bcc).toBeUndefined();
    expect(mail!.to).toEqual([{ name: 'Ruth Bcc: all@example.com', address: email }]);
  });

  it('is written in the language of who has the address, else of who invites', async () => {
    const [{ parent }, reader, email] = [await newFamily(), await registerParent(at.app), guest()];
    await call(at, parent, 'POST', '/api/profile/update', { locale: 'de' });
    for (const to of [email, reader.email]) await invite(at, parent, { email: to });
    const [mail] = await at.mailsTo(email);
    expect(mail!.subject).toBe('Heartwood: Nora Whitlock lädt dich ein');
    for (const words of ['<html lang="de"', 'als Großmutter', 'bis zum 24. November 2026']) expect(mail!.html).toContain(words);
    await mailsThatFit(at, reader.email, ({ subject, html }) => /invites you/.test(subject!) && html!.includes('<html lang="en"'));
  });
});

describe('who may invite', () => {
  it('is nobody without a proved address', async () => {
    const parent = await registerParent(at.app);
    const answer = await call(at, parent, 'POST', sendUrl, { email: guest(), relationship_id: 11, role: 'relative' });
    expect(answer.json()).toMatchObject({ status_code: 'forbidden', message: expect.stringContaining('confirm your email') });
  });

  it('is guardians for everybody, relatives for relatives', async () => {
    const { member } = await newFamily();
    const [guardian, relative] = [await member('guardian', 'Sam'), await member('relative', 'Ruth')];
    expect((await invite(at, guardian, { role: 'guardian' })).invitation.role).toBe('guardian');
    expect((await invite(at, relative, { role: 'relative' })).invitation.role).toBe('relative');
    const refused = await call(at, relative, 'POST', sendUrl, { email: guest(), relationship_id: 9, role: 'guardian' });
    expect(refused.statusCode).toBe(403);
  });

  it('is limited: three mails an hour to one address, twenty a day in a family, sending again included', async () => {
    const { parent } = await newFamily();
    const body = { email: guest(), relationship_id: 11, role: 'relative' };
    for (let n = 0; n < 3; n += 1) expect((await call(at, parent, 'POST', sendUrl, body)).statusCode).toBe(201);
    expect((await call(at, parent, 'POST', sendUrl, body)).statusCode).toBe(429);
    for (let n = 0; n < 17; n += 1) expect((await call(at, parent, 'POST', sendUrl, { ...body, email: guest() })).statusCode).toBe(201);
    const refused = await call(at, parent, 'POST', sendUrl, { ...body, email: guest() });
    expect(refused.json()).toMatchObject({ status_code: 'rate_limited' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_600);
    const [invitation] = await invitationsOf(at, parent);
    expect((await call(at, parent, 'POST', `/api/invitations/${invitation!.id}/resend`)).statusCode).toBe(429);
  });
});

describe('the holder of a link', () => {
  it('[S7.28] sees who invites, to which family, with which words, and no more', async () => {
    const email = guest();
    const { token } = await invite(at, owner, { email, name: 'Ruth', message: 'Come in.' });
    const answer = await validate(token);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toEqual({
      inviter: { name: 'Nora Whitlock', image: null },
      family: { name: 'The Whitlock family' },
      email,
      name: 'Ruth',
      relationship_id: 11,
      relationship: 'Grandmother',
      message: 'Come in.',
      media: null,
      expires_at: new Date(at.clock.now().getTime() + 72 * 3_600_000).toISOString(),
    });
  });

  it('[S3.11] joins with a new account: signed in, a member, a person everybody is related to', async () => {
    const { parent, member } = await newFamily();
    const other = await member('guardian', 'Sam');
    const { token, invitation } = await invite(at, parent, { email: guest(), role: 'relative', relationship_id: 11 });
    const answer = await accept(token, invitation.email);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ success: true, message: 'Welcome to the family' });
    const { profile, token: session } = answer.json().data;
    expect(profile).toMatchObject({ firstname: 'Ruth', lastname: 'Whitlock', email: invitation.email });
    const me = (await call(at, { token: session }, 'GET', '/api/user')).json().data;
    expect(me.user).toMatchObject({ email_verified: true, current_family_id: parent.familyId });
    expect(me.families).toEqual([{ id: parent.familyId, name: 'The Whitlock family', role: 'relative', covered: true, current: true }]);
    const as = async (by: { token: string }) => {
      const { relationships } = (await call(at, by, 'GET', '/api/family-relationships')).json().data;
      return relationships.find((one: { related_user_id: string }) => one.related_user_id === profile.user_id);
    };
    const grandmother = { relationship_id: 11, relationship: 'Grandmother', is_user: 1, is_child: false };
    expect(await as(parent)).toMatchObject({ name: 'Ruth Whitlock', ...grandmother });
    expect(await as(other)).toMatchObject({ relationship_id: 0 });
    expect((await call(at, { token: session }, 'GET', '/api/family-relationships')).json().data.relationships).toHaveLength(3);
    const [told] = await mailsThatFit(at, parent.email, (mail) => mail.subject?.includes('has joined') ?? false);
    expect(told?.subject).toBe('Heartwood: Ruth Whitlock has joined your family');
    expect(told?.text).toContain('Ruth Whitlock is in the Whitlock family now');
    expect(await invitationsOf(at, parent)).toMatchObject([
      { id: invitation.id, status: 'accepted', can: { resend: false, revoke: false } },
    ]);
  });

  it('who gives another address proves it by mail, and the inviter is told which', async () => {
    const { parent } = await newFamily();
    const [email, { token }] = [guest(), await invite(at, parent, { email: guest() })];
    const user = await acceptInvitation(at, { token, email });
    expect((await call(at, user, 'GET', '/api/user')).json().data.user.email_verified).toBe(false);
    await verifyEmail(at, user);
    expect((await call(at, user, 'GET', '/api/user')).json().data.user.email_verified).toBe(true);
    const [told] = await mailsThatFit(at, parent.email, (mail) => mail.subject?.includes('has joined') ?? false);
    expect(told?.text).toContain(`accepted with another address: ${email}`);
  });

  it('joins once, also when they try twenty times at once', async () => {
    const { parent } = await newFamily();
    const { token, invitation } = await invite(at, parent);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => accept(token, n % 2 ? invitation.email : guest())));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    for (const answer of answers) if (answer.statusCode !== 200) expect(outcome(answer)).toEqual(ended);
    const { rows } = await at.platform.db.execute(sql`select 1 from members where family_id = ${parent.familyId}`);
    expect(rows).toHaveLength(2);
    expect(outcome(await accept(token, guest()))).toEqual(ended);
    expect(outcome(await validate(token))).toEqual(ended);
    expect(outcome(await join(stranger, token))).toEqual(ended);
  });

  it('is answered the same for the same request with an Idempotency-Key', async () => {
    const { token, invitation } = await invite(at, owner);
    const key = { 'idempotency-key': randomUUID() };
    const answers = [await accept(token, invitation.email, {}, key), await accept(token, invitation.email, {}, key)];
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
    expect(answers[1]!.json().data.profile).toEqual(answers[0]!.json().data.profile);
    expect((await accept(token, guest(), {}, key)).statusCode).toBe(409);
  });

  it('who has an account is told to log in, and the link stays good', async () => {
    const user = await verified(await registerParent(at.app, { firstname: 'Ada' }));
    const { token } = await invite(at, owner, { email: user.email });
    const refused = await accept(token, user.email.toUpperCase());
    expect(refused.json()).toMatchObject({
      status_code: 'validation_failed',
      errors: { email: ['E-mail is already taken. Log in, then accept the invitation.'] },
    });
    expect((await join(user, token)).json().data).toEqual({ family: { id: owner.familyId, name: 'The Whitlock family' } });
    expect((await call(at, user, 'GET', '/api/user')).json().data.user.current_family_id).toBe(owner.familyId);
  });

  it('joins with an account; the invited address is proved by that', async () => {
    const user = await registerParent(at.app, { firstname: 'Ida' });
    const { token } = await invite(at, owner, { email: user.email, relationship_id: 14 });
    expect((await join(user, token)).statusCode).toBe(200);
    expect((await call(at, user, 'GET', '/api/user')).json().data.user.email_verified).toBe(true);
    const [told] = await mailsThatFit(at, owner.email, (mail) => mail.subject === 'Heartwood: Ida Whitlock has joined your family');
    expect(told!.text).toContain(`Your invitation to ${user.email} was accepted.`);
  });

  it('who is in the family already uses nothing up', async () => {
    const { parent } = await newFamily();
    const { token, invitation } = await invite(at, parent);
    for (const by of [parent, parent]) expect((await join(by, token)).json()).toMatchObject({ status_code: 'conflict' });
    expect((await accept(token, invitation.email)).statusCode).toBe(200);
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ email: 'ruth' }, 'email'],
    [{ password: 'short', password_confirmation: 'short' }, 'password'],
    [{ password: 'Password1!', password_confirmation: 'Password2!' }, 'password_confirmation'],
    [{ token: '' }, 'token'],
    [{ token: { a: 1 } }, 'token'],
  ])('is told what is wrong with %j, and may try again', async (body, field) => {
    const { token, invitation } = await invite(at, stranger, { email: guest() });
    const answer = await accept(token, invitation.email, body);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toContain(field);
    expect((await validate(token)).statusCode).toBe(200);
  });

  it('of a token that never was, or that was meant for something else, finds nothing', async () => {
    const user = await registerParent(at.app);
    const verification = await tokenFromMail(at, user.email, 'verify-email');
    for (const token of ['nonsense', 'A'.repeat(43), verification, '../../etc', "' or 1=1 --"]) {
      for (const answer of [await validate(token), await accept(token, guest()), await join(stranger, token)])
        expect(outcome(answer)).toEqual({ statusCode: 404, status_code: 'not_found', message: 'Invalid invitation' });
    }
    const { token } = await invite(at, stranger, { email: guest() });
    expect((await at.app.inject({ method: 'POST', url: '/api/verify-email', payload: { token } })).statusCode).toBe(422);
  });

  it('has thirty wrong tries in a quarter of an hour', async () => {
    const address = '10.9.9.9';
    for (let n = 0; n < 30; n += 1) expect((await validate(`wrong-${n}`, address)).statusCode).toBe(404);
    expect((await validate('wrong-31', address)).json()).toMatchObject({ status_code: 'rate_limited' });
    const { token } = await invite(at, stranger, { email: guest() });
    expect((await validate(token, address)).statusCode).toBe(429);
    expect((await validate(token, '10.9.9.8')).statusCode).toBe(200);
    at.clock.advance({ minutes: 15, seconds: 1 });
    expect((await validate(token, address)).statusCode).toBe(200);
  });
});

describe('a link ends', () => {
  it('after 72 hours, and begins anew when sent again', async () => {
    const { parent } = await newFamily();
    const { token, invitation } = await invite(at, parent);
    at.clock.advance({ hours: 71, minutes: 59 });
    expect((await validate(token)).statusCode).toBe(200);
    at.clock.advance({ minutes: 1 });
    for (const answer of [await validate(token), await accept(token, invitation.email), await join(stranger, token)])
      expect(outcome(answer)).toEqual(ended);
    expect(await invitationsOf(at, parent)).toMatchObject([{ status: 'expired', can: { resend: true, revoke: false } }]);
    const again = await call(at, parent, 'POST', `/api/invitations/${invitation.id}/resend`);
    expect(again.json().data.invitation).toMatchObject({
      id: invitation.id,
      status: 'open',
      created_at: invitation.created_at,
      sent_at: at.clock.now().toISOString(),
    });
    const fresh = await tokenFromMail(at, invitation.email, 'invitation', 2);
    expect(fresh).not.toBe(token);
    expect((await validate(token)).statusCode).toBe(404);
    expect((await accept(fresh, invitation.email)).statusCode).toBe(200);
    expect((await call(at, parent, 'POST', `/api/invitations/${invitation.id}/resend`)).statusCode).toBe(409);
  });

  it('when it is taken back', async () => {
    const { parent } = await newFamily();
    const { token, invitation } = await invite(at, parent);
    expect((await call(at, parent, 'DELETE', `/api/invitations/${invitation.id}`)).statusCode).toBe(200);
    for (const answer of [await validate(token), await accept(token, invitation.email), await join(stranger, token)])
      expect(outcome(answer)).toEqual(ended);
    expect(await invitationsOf(at, parent)).toMatchObject([{ status: 'revoked', can: { resend: false, revoke: false } }]);
    for (const [method, url] of [
      ['DELETE', ''],
      ['POST', '/resend'],
    ] as const)
      expect((await call(at, parent, method, `/api/invitations/${invitation.id}${url}`)).statusCode).toBe(409);
  });

  it('when the same member invites the same address anew', async () => {
    const { parent } = await newFamily();
    const email = guest();
    const first = await invite(at, parent, { email });
    await invite(at, parent, { email });
    const second = await tokenFromMail(at, email, 'invitation', 2);
    expect(outcome(await validate(first.token))).toEqual(ended);
    expect((await validate(second)).statusCode).toBe(200);
  });

  it('with its inviter’s membership, also when they come back', async () => {
    const { parent, member } = await newFamily();
    const guardian = await member('guardian', 'Sam');
    const { token, invitation } = await invite(at, guardian);
    await call(at, parent, 'DELETE', `/api/families/${parent.familyId}/members/${guardian.userId}`);
    for (const answer of [await validate(token), await accept(token, invitation.email), await join(stranger, token)])
      expect(outcome(answer)).toEqual(ended);
    const back = await invite(at, parent, { email: guest() });
    expect((await join(guardian, back.token)).statusCode).toBe(200);
    expect(outcome(await validate(token))).toEqual(ended);
  });

  it('with its inviter’s right to invite guardians', async () => {
    const { parent, member } = await newFamily();
    const guardian = await member('guardian', 'Sam');
    const { token, invitation } = await invite(at, guardian, { role: 'guardian', relationship_id: 6 });
    await call(at, parent, 'PATCH', `/api/families/${parent.familyId}/members/${guardian.userId}`, { role: 'relative' });
    expect(outcome(await accept(token, invitation.email))).toEqual(ended);
    expect((await call(at, guardian, 'POST', `/api/invitations/${invitation.id}/resend`)).statusCode).toBe(403);
  });

  it('with its inviter’s account', async () => {
    const { parent, member } = await newFamily();
    const guardian = await member('guardian', 'Sam');
    const { token, invitation } = await invite(at, guardian);
    expect((await call(at, guardian, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    expect((await accept(token, invitation.email)).statusCode).toBe(404);
    expect(await invitationsOf(at, parent)).toEqual([]);
  });

  it('exactly once when it is accepted and taken back at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { parent } = await newFamily();
      const { token, invitation } = await invite(at, parent);
      const [accepted, revoked] = await Promise.all([
        accept(token, invitation.email),
        call(at, parent, 'DELETE', `/api/invitations/${invitation.id}`),
      ]);
      expect([accepted.statusCode, revoked.statusCode]).toEqual(accepted.statusCode === 200 ? [200, 409] : [410, 200]);
    }
  });
});

describe('the list', () => {
  it('has all of the family’s for guardians, one’s own for relatives, the newest first', async () => {
    const { parent, member } = await newFamily();
    const [guardian, relative] = [await member('guardian', 'Sam'), await member('relative', 'Ruth')];
    const ids = [];
    for (const by of [parent, relative, guardian]) {
      at.clock.advance({ minutes: 1 });
      ids.unshift((await invite(at, by)).invitation.id);
    }
    for (const by of [parent, guardian]) expect((await invitationsOf(at, by)).map(({ id }) => id)).toEqual(ids);
    expect((await invitationsOf(at, relative)).map(({ id }) => id)).toEqual([ids[1]]);
  });
});

describe('strangers', () => {
  let invitation: Invitation;
  let relative: TestMember;
  beforeAll(async () => {
    const { parent, member } = await newFamily();
    relative = await member('relative', 'Ruth');
    ({ invitation } = await invite(at, parent));
  });

  it.each([
    ['POST', '/resend'],
    ['DELETE', ''],
  ] as const)('%s /api/invitations/{id}%s answers as if there were none', async (method, path) => {
    for (const by of [stranger, relative]) {
      const foreign = await call(at, by, method, `/api/invitations/${invitation.id}${path}`);
      expect(foreign.statusCode).toBe(404);
      for (const id of [randomUUID(), 'nonsense'])
        expect(comparable(await call(at, by, method, `/api/invitations/${id}${path}`))).toBe(comparable(foreign));
    }
    expect((await call(at, null, method, `/api/invitations/${invitation.id}${path}`)).statusCode).toBe(401);
  });

  it('see and send nothing in another family', async () => {
    const { rows } = await at.platform.db.execute<{ family_id: string }>(
      sql`select family_id from invitations where id = ${invitation.id}`,
    );
    const family_id = rows[0]!.family_id;
    expect((await call(at, stranger, 'GET', `/api/invitations?family_id=${family_id}`)).statusCode).toBe(404);
    expect(
      (await call(at, stranger, 'POST', sendUrl, { email: guest(), relationship_id: 1, role: 'guardian', family_id })).statusCode,
    ).toBe(404);
    for (const [method, url] of [
      ['GET', '/api/invitations'],
      ['POST', sendUrl],
      ['POST', '/api/invitations/accept'],
    ] as const)
      expect((await call(at, null, method, url)).statusCode).toBe(401);
  });

  it('accept also into a family that nobody covers, and then see nothing of it', async () => {
    const { parent } = await newFamily();
    at.clock.advance({ days: 13, hours: 23 });
    const { token, invitation: late } = await invite(at, parent);
    at.clock.advance({ hours: 2 });
    const answer = await accept(token, late.email);
    expect(answer.statusCode).toBe(200);
    const { token: session } = answer.json().data;
    expect((await call(at, { token: session }, 'GET', '/api/family-relationships')).statusCode).toBe(402);
    expect((await call(at, parent, 'POST', sendUrl, { email: guest(), relationship_id: 1, role: 'relative' })).statusCode).toBe(402);
  });
});
