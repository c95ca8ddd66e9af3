import type { Invitation } from '@heartwood/contract/invitations';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call, invitationsOf } from '#test/members.ts';
import { acceptInvitation, mailsThatFit, registerParent, verifyEmail } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';

// Of what a member has sent to one address, only the newest link is good, whether it was written anew or sent again.

let at: TestApp;
let parent: TestUser;
beforeAll(async () => {
  at = await startApp({ env: { RATE_LIMITS: 'off' } });
});
afterAll(() => at.close());
beforeEach(async () => {
  parent = await registerParent(at.app);
  await verifyEmail(at, parent);
});

let serial = 0;
const guest = () => `resend-${(serial += 1)}@example.com`;
async function write(by: TestUser, email: string): Promise<Invitation> {
  const answer = await call(at, by, 'POST', '/api/send-account-invitation', { email, relationship_id: 11, role: 'relative' });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.invitation;
}
const resend = (by: TestUser, { id }: { id: string }) => call(at, by, 'POST', `/api/invitations/${id}/resend`);
/** How each invitation of the family stands, the newest first. */
const listed = async () => (await invitationsOf(at, parent)).map(({ id, status, can }) => ({ id, status, can }));
/** Every link that has been mailed to an address. */
async function linksTo(email: string, count: number): Promise<string[]> {
  const mails = await mailsThatFit(at, email, ({ text = '' }) => text.includes('/invitation?token='), count);
  return mails.map(({ text = '' }) => /\/invitation\?token=([\w-]+)/.exec(text)![1]!);
}
async function goodLinks(links: string[]): Promise<string[]> {
  const answers = links.map((token) => at.app.inject({ method: 'POST', url: '/api/validate-invite', payload: { token } }));
  const codes = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  return links.filter((_, index) => codes[index] === 200);
}
const open = { status: 'open', can: { resend: true, revoke: true } };
const replaced = { status: 'revoked', can: { resend: false, revoke: false } };

describe('an invitation that has run out', () => {
  it('is replaced by a new one to the same address: it cannot be sent again', async () => {
    const email = guest();
    const first = await write(parent, email);
    at.clock.advance({ hours: 73 });
    const second = await write(parent, email);
    expect(await listed()).toEqual([
      { id: second.id, ...open },
      { id: first.id, ...replaced },
    ]);
    expect((await resend(parent, first)).statusCode).toBe(409);
    expect(await goodLinks(await linksTo(email, 2))).toHaveLength(1);
  });

  it('replaces, when it is sent again, what else the member has sent to the address, whoever sends it', async () => {
    const [guardian, email] = [await addMember(at, parent.familyId, 'guardian', 'Sam'), guest()];
    await verifyEmail(at, guardian);
    const [theirs, first] = [await write(guardian, email), await write(parent, email)];
    at.clock.advance({ hours: 73 });
    const others = await write(guardian, guest());
    // Written by an earlier version, which left what had run out as it was.
    const second = await write(parent, email);
    await at.platform.db.execute(sql`update invitations set revoked_at = null where id = ${first.id}`);
    expect((await resend(guardian, first)).json().data.invitation).toMatchObject({ id: first.id, ...open });
    const found = new Map((await listed()).map(({ id, ...one }) => [id, one]));
    expect(found.get(first.id)).toEqual(open);
    expect(found.get(second.id)).toEqual(replaced);
    expect(found.get(others.id)).toEqual(open);
    expect(found.get(theirs.id)).toMatchObject({ status: 'expired' });
    const links = await linksTo(email, 4);
    expect(await goodLinks(links)).toEqual([links.at(-1)]);
    await acceptInvitation(at, { token: links.at(-1)!, email });
    expect(await goodLinks(links)).toEqual([]);
  });
});

describe('of many invitations of one member to one address at once', () => {
  it('one is open, and its link alone is good', async () => {
    const email = guest();
    const before = await Promise.all([1, 2, 3, 4].map(() => write(parent, email)));
    const [sentAgain] = await Promise.all([Promise.all(before.map((one) => resend(parent, one))), write(parent, email)]);
    for (const { statusCode } of sentAgain) expect([200, 409]).toContain(statusCode);
    expect((await listed()).filter(({ status }) => status !== 'revoked')).toMatchObject([open]);
  });
});
