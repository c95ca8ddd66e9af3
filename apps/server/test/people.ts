import type { Relationship } from '@heartwood/contract/people';
import type { Invitation } from '@heartwood/contract/invitations';
import type { FastifyInstance } from 'fastify';
import type { Email } from 'postal-mime';
import type { TestApp } from './app.ts';
import { query } from './rows.ts';

/** A password that passes every rule. */
export const goodPassword = 'Kastanie-Baum-7';

/** The header of somebody signed in. */
export const auth = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` });

/** A signed-in user with the family they look at. */
export interface TestUser {
  token: string;
  userId: string;
  familyId: string;
  email: string;
}

let serial = 0;

/** Registers a parent with a family of their own. */
export async function registerParent(
  app: FastifyInstance,
  given: { firstname?: string; lastname?: string; email?: string; address?: string; language?: string } = {},
): Promise<TestUser> {
  serial += 1;
  const { firstname = 'Nora', lastname = 'Whitlock', email = `parent-${serial}@example.com` } = given;
  const answer = await app.inject({
    method: 'POST',
    url: '/api/register',
    remoteAddress: given.address ?? `10.0.${Math.floor(serial / 250)}.${(serial % 250) + 1}`,
    headers: given.language ? { 'accept-language': given.language } : {},
    payload: { firstname, lastname, email, password: goodPassword, password_confirmation: goodPassword },
  });
  if (answer.statusCode !== 200) throw new Error(`registering failed: ${answer.body}`);
  const { token, profile } = answer.json().data;
  const me = await app.inject({ url: '/api/user', headers: auth(token) });
  return { token, userId: profile.user_id, familyId: me.json().data.user.current_family_id, email };
}

/** The same person in a session that has just begun: old ones end, and may not do everything. */
export async function signInAgain<U extends TestUser>({ app }: TestApp, user: U): Promise<U> {
  const answer = await app.inject({ method: 'POST', url: '/api/login', payload: { email: user.email, password: goodPassword } });
  if (answer.statusCode !== 200) throw new Error(`signing in failed: ${answer.body}`);
  return { ...user, token: answer.json().data.token };
}

/** Mails to an address that fit, oldest first; waits until `count` of them are there. */
export async function mailsThatFit(at: TestApp, address: string, fits: (mail: Email) => boolean, count = 1): Promise<Email[]> {
  for (let expected = count; ;) {
    const mails = await at.mailsTo(address, expected);
    const fitting = mails.filter(fits);
    if (fitting.length >= count) return fitting;
    expected = mails.length + 1;
  }
}

/** The token in the newest mail to an address whose button leads to a page; waits for the `count`th of them. */
export async function tokenFromMail(at: TestApp, address: string, page: string, count = 1): Promise<string> {
  const link = new RegExp(`/${page}\\?token=([\\w-]+)`);
  const mails = await mailsThatFit(at, address, (mail) => link.test(mail.text ?? ''), count);
  return link.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
}

/** Opens the link that proves a user's address. */
export async function verifyEmail(at: TestApp, user: Pick<TestUser, 'email'>): Promise<void> {
  const token = await tokenFromMail(at, user.email, 'verify-email');
  const answer = await at.app.inject({ method: 'POST', url: '/api/verify-email', payload: { token } });
  if (answer.statusCode !== 200) throw new Error(`proving an address failed: ${answer.body}`);
}

/** Counts every address as proved, without a link. */
export const proveAddresses = (at: TestApp) => query(at, 'update users set email_verified_at = created_at where email_verified_at is null');

/** Invites somebody, as their mail says. @returns the invitation, and the token of the link in the mail */
export async function invite(
  at: TestApp,
  by: TestUser,
  given: { email?: string; name?: string; role?: 'guardian' | 'relative'; relationship_id?: number; message?: string } = {},
): Promise<{ invitation: Invitation; token: string }> {
  serial += 1;
  const { email = `guest-${serial}@example.com`, role = 'relative', relationship_id = 11 } = given;
  const payload = { ...given, email, role, relationship_id, family_id: by.familyId };
  const answer = await at.app.inject({ method: 'POST', url: '/api/send-account-invitation', headers: auth(by.token), payload });
  if (answer.statusCode !== 201) throw new Error(`inviting failed: ${answer.body}`);
  return { invitation: answer.json().data.invitation, token: await tokenFromMail(at, email, 'invitation') };
}

/** Accepts an invitation with a new account. */
export async function acceptInvitation(at: TestApp, invited: { token: string; name?: string; email: string }): Promise<TestUser> {
  const { token, email, name = 'Ruth Whitlock' } = invited;
  const payload = { name, email, password: goodPassword, password_confirmation: goodPassword, token };
  const answer = await at.app.inject({ method: 'POST', url: '/api/accept-invite', payload });
  if (answer.statusCode !== 200) throw new Error(`accepting failed: ${answer.body}`);
  const { token: session, profile } = answer.json().data;
  const me = await at.app.inject({ url: '/api/user', headers: auth(session) });
  return { token: session, userId: profile.user_id, familyId: me.json().data.user.current_family_id, email };
}

/** Adds a child. */
export async function addChild(
  at: TestApp,
  by: TestUser,
  given: { name?: string; relationship_id?: number; birth_day?: string } = {},
): Promise<Relationship> {
  const payload = { name: 'Emma', relationship_id: 3, birth_day: '2021-06-01', family_id: by.familyId, ...given };
  const answer = await at.app.inject({ method: 'POST', url: '/api/family-relationships', headers: auth(by.token), payload });
  if (answer.statusCode !== 201) throw new Error(`adding a child failed: ${answer.body}`);
  return answer.json().data.relationship;
}
