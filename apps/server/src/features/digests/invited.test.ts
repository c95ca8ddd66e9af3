import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { call } from '#test/members.ts';
import { goodPassword, mailsThatFit, proveAddresses, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';

// A letter a week, promised with the invitation.

let at: TestApp;
let nora: TestUser;
beforeAll(async () => {
  at = await startApp();
});
afterAll(() => at.close());
beforeEach(async () => {
  nora = await registerParent(at.app);
  await proveAddresses(at);
});

/** Invites somebody. @returns the token and the text of the mail */
async function invited(email: string, input: object): Promise<{ token: string; text: string }> {
  const body = { email, role: 'relative', relationship_id: 11, ...input };
  const answer = await call(at, nora, 'POST', '/api/send-account-invitation', body);
  expect(answer.statusCode).toBe(201);
  const link = /\/invitation\?token=([\w-]+)/;
  const [mail] = await mailsThatFit(at, email, ({ text }) => link.test(text ?? ''));
  const text = mail?.text ?? '';
  return { token: link.exec(text)?.[1] ?? '', text };
}
const accept = async (token: string, email: string): Promise<string> => {
  const body = { name: 'Ruth Whitlock', email, password: goodPassword, password_confirmation: goodPassword, token };
  return (await call(at, null, 'POST', '/api/accept-invite', body)).json().data.token;
};
const rhythms = async (token: string): Promise<string[]> => {
  const { preferences } = (await call(at, { token }, 'GET', '/api/notification-preferences')).json().data;
  return [...new Set(Object.values(preferences.kinds as Record<string, { email: string }>).map(({ email }) => email))].toSorted();
};

describe('an invitation', () => {
  it.each([
    ['a grandmother, as is usual', {}, true],
    ['a grandmother, who is not to get it', { letter: false }, false],
    ['a grandfather who is a guardian', { role: 'guardian', relationship_id: 12 }, false],
    ['an aunt', { relationship_id: 17 }, false],
    ['an aunt, who is to get it', { relationship_id: 17, letter: true }, true],
  ])('to %s', async (who, input, letter) => {
    const email = `${who.replaceAll(/\W+/g, '-')}@example.com`;
    const { token, text } = await invited(email, input);
    expect(text.includes('Every Sunday a letter')).toBe(letter);
    expect(await rhythms(await accept(token, email))).toEqual(letter ? ['off', 'weekly'] : ['daily', 'instant', 'off']);
  });

  it('changes nothing for who has chosen what should reach them', async () => {
    const ada = await registerParent(at.app, { firstname: 'Ada' });
    await call(at, ada, 'PUT', '/api/notification-preferences', { kinds: { heart: { email: 'off' } } });
    const { token } = await invited(ada.email, {});
    expect((await call(at, ada, 'POST', '/api/invitations/accept', { token })).statusCode).toBe(200);
    expect(await rhythms(ada.token)).toEqual(['daily', 'instant', 'off']);
  });

  it('takes no other word for yes', async () => {
    const body = { email: 'no@example.com', role: 'relative', relationship_id: 11, letter: 'perhaps' };
    expect((await call(at, nora, 'POST', '/api/send-account-invitation', body)).statusCode).toBe(422);
  });
});
