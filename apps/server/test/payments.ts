import type { PlanName } from '@heartwood/contract/billing';
import type { TestApp } from './app.ts';
import { call } from './members.ts';
import type { TestUser } from './people.ts';

/** A card that always pays. */
export const goodCard = { number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' };

/** Pays a page of the sandbox. @returns the answer's body */
export async function pay(at: TestApp, user: TestUser, checkout: string, card: object = {}) {
  return (await call(at, user, 'POST', '/api/sandbox/pay', { checkout, ...goodCard, ...card })).json();
}

/** The page of the sandbox that an answer leads to. */
export const pageOf = (answer: { json(): { data: { url: string } } }): string => answer.json().data.url.split('/').pop() ?? '';

/** A page on which a gift is paid: unlike a plan it can be bought again and again. */
export const giftPage = async (at: TestApp, user: TestUser): Promise<string> =>
  pageOf(await call(at, user, 'POST', '/api/subscription/gifts', { email: 'gift@example.com', message: 'For you' }));

/** Buys a plan with a test card. */
export async function subscribe(at: TestApp, user: TestUser, plan: PlanName, card: object = {}): Promise<void> {
  const opened = await call(at, user, 'POST', '/api/subscription/checkout', { plan });
  if (opened.statusCode !== 200) throw new Error(`opening a checkout failed: ${opened.body}`);
  const paid = await pay(at, user, pageOf(opened), card);
  if (!paid.success) throw new Error(`paying failed: ${JSON.stringify(paid)}`);
}

/** What covers somebody, as they are told. */
export const coverageOf = async (at: TestApp, user: TestUser) => (await call(at, user, 'GET', '/api/subscription')).json().data;

/** One request about what somebody pays with, and what is read of the answer. @param path behind `/api/subscription` */
export async function askOfPlan(at: TestApp, user: TestUser, method: 'GET' | 'POST', path: string, body?: object) {
  const answer = await call(at, user, method, `/api/subscription${path}`, body);
  return { status: answer.statusCode, data: answer.json().data, code: answer.json().status_code as string | undefined };
}
