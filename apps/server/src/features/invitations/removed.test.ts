import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call, removeMember } from '#test/members.ts';
import { acceptInvitation, invite, proveAddresses, registerParent, tokenFromMail } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';

// Two members have invited the same person.

let at: TestApp;
beforeAll(async () => {
  at = await startApp();
});
afterAll(() => at.close());

const join = (user: TestUser, token: string) => call(at, user, 'POST', '/api/invitations/accept', { token });
const validate = async (token: string) => (await call(at, null, 'POST', '/api/validate-invite', { token })).statusCode;

/** Invites an address that has had an invitation before. @returns the token of the second mail */
async function inviteAgain(by: TestUser, email: string): Promise<string> {
  await invite(at, by, { email });
  return tokenFromMail(at, email, 'invitation', 2);
}

async function twoInviters() {
  const nora = await registerParent(at.app);
  const sam = await addMember(at, nora.familyId, 'guardian', 'Sam');
  await proveAddresses(at);
  return { nora, sam };
}

describe('whoever was removed', () => {
  it('does not come back by another invitation, to their address or to the one they came in by', async () => {
    const { nora, sam } = await twoInviters();
    const first = await invite(at, nora);
    const mallory = await acceptInvitation(at, { token: first.token, email: 'another-address@example.com' });
    const others = [await inviteAgain(sam, first.invitation.email), (await invite(at, sam, { email: mallory.email })).token];
    expect(await Promise.all(others.map(validate))).toEqual([200, 200]);
    await removeMember(at, nora, mallory.userId);
    for (const token of others) expect((await join(mallory, token)).statusCode).toBe(410);
  });

  it('comes back by one that is sent to them afterwards, and others keep theirs', async () => {
    const { nora, sam } = await twoInviters();
    const first = await invite(at, nora);
    const ruth = await acceptInvitation(at, { token: first.token, email: 'ruth-of-two@example.com' });
    const other = await invite(at, sam);
    await removeMember(at, nora, ruth.userId);
    expect(await validate(other.token)).toBe(200);
    const back = await invite(at, sam, { email: ruth.email });
    expect((await join(ruth, back.token)).statusCode).toBe(200);
  });
});

it('whoever has joined by one has used up the others to their address', async () => {
  const { nora, sam } = await twoInviters();
  const first = await invite(at, nora);
  const second = await inviteAgain(sam, first.invitation.email);
  expect(await validate(second)).toBe(200);
  await acceptInvitation(at, { ...first, email: first.invitation.email });
  expect(await validate(second)).toBe(410);
});
