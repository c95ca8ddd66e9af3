import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { plusDays } from '@heartwood/contract/days';
import type { APIResponse, Locator, Page } from '@playwright/test';
import { passMonth } from './database.ts';
import { expect, goodPassword, someEmail } from './fixture.ts';
import { linkIn, mailTo } from './mails.ts';
import type { Account } from './fixture.ts';

// What a journey needs before it begins is made by the API, without the browser.

/** The calendar day it is in the browser, so many days ago; negative ones are ahead. @returns `YYYY-MM-DD` */
export const daysAgo = (days: number): string =>
  plusDays(new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date()), -days);

/** The header of somebody's session. */
export const bearer = ({ token }: Pick<Account, 'token'>): { authorization: string } => ({ authorization: `Bearer ${token}` });

/** What an answer that made something holds. @param what says in a failure what was tried */
async function made<Data>(answer: APIResponse, what: string): Promise<Data> {
  expect(answer.status(), `${what}: ${await answer.text()}`).toBe(201);
  return ((await answer.json()) as { data: Data }).data;
}

/** Adds a child: Emma, unless told otherwise. @returns the person's id */
export async function addChild(page: Page, by: Account, given: object = {}): Promise<string> {
  const data = { name: 'Emma', relationship_id: 3, birth_day: '2021-06-01', ...given };
  const answer = await page.request.post('/api/family-relationships', { headers: bearer(by), data });
  return (await made<{ relationship: { heartwood_id: string } }>(answer, 'adding a child')).relationship.heartwood_id;
}

/** Gives a person a portrait. */
export async function addPortrait(page: Page, by: Account, person: string, path: string): Promise<void> {
  const image = { name: basename(path), mimeType: types[extname(path)] ?? '', buffer: await readFile(path) };
  const answer = await page.request.post('/api/family-relationships/update', { headers: bearer(by), multipart: { id: person, image } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Shares a post. @returns its id */
export async function share(page: Page, by: Account, data: object): Promise<string> {
  const answer = await page.request.post('/api/posts', { headers: { ...bearer(by), 'idempotency-key': randomUUID() }, data });
  return (await made<{ post: { id: string } }>(answer, 'sharing')).post.id;
}

/** Asks the family something. @returns the question's id */
export async function askQuestion(page: Page, by: Account, data: object): Promise<string> {
  const answer = await page.request.post('/api/questions', { headers: bearer(by), data });
  return (await made<{ question: { id: string } }>(answer, 'asking')).question.id;
}

/** Writes a comment below a post. @returns its id */
export async function comment(page: Page, by: Account, post: string, data: object): Promise<string> {
  const answer = await page.request.post(`/api/posts/${post}/comments`, { headers: bearer(by), data });
  return (await made<{ comment: { id: string } }>(answer, 'commenting')).comment.id;
}

const types: Record<string, string> = { '.jpg': 'image/jpeg', '.m4a': 'audio/mp4', '.mp4': 'video/mp4' };

/** Uploads a file of the sample family. @returns the id of the medium */
export async function upload(page: Page, by: Account, path: string): Promise<string> {
  const file = { name: basename(path), mimeType: types[extname(path)] ?? '', buffer: await readFile(path) };
  const answer = await page.request.post('/api/media', { headers: bearer(by), multipart: { file } });
  return (await made<{ media: { id: string } }>(answer, 'uploading')).media.id;
}

/** When all is made that is made of a medium. */
export async function ready(page: Page, by: Account, id: string): Promise<void> {
  const state = async () => (await (await page.request.get(`/api/media/${id}`, { headers: bearer(by) })).json()).data.media.state as string;
  await expect.poll(state, { timeout: 60_000, intervals: [50, 100], message: 'what the server makes of a file' }).toBe('ready');
}

/** Writes down what was measured of a child. */
export async function measure(page: Page, by: Account, person: string, entries: object[]): Promise<void> {
  for (const entry of entries)
    await made(await page.request.post('/api/growth', { headers: bearer(by), data: { person, ...entry } }), 'measuring');
}

/** Keeps a moment. @returns its id */
export async function keepMoment(page: Page, by: Account, data: object): Promise<string> {
  return (await made<{ moment: { id: string } }>(await page.request.post('/api/moments', { headers: bearer(by), data }), 'keeping')).moment
    .id;
}

/** Opens the page on which a plan is paid. @returns the id of the sandbox's checkout */
export async function openCheckout(page: Page, by: Account, plan: string): Promise<string> {
  const answer = await page.request.post('/api/subscription/checkout', { headers: bearer(by), data: { plan } });
  expect(answer.status(), 'opening a checkout').toBe(200);
  return ((await answer.json()) as { data: { url: string } }).data.url.split('/').pop() ?? '';
}

/** Pays a checkout of the sandbox, unless told otherwise with a card that always pays. */
async function payCheckout(page: Page, by: Account, checkout: string, number = '4242 4242 4242 4242'): Promise<void> {
  const data = { checkout, number, expiry: '12/34', cvc: '123' };
  const answer = await page.request.post('/api/sandbox/pay', { headers: bearer(by), data });
  expect(answer.status(), 'paying').toBe(200);
}

/** Buys a plan with a test card. */
export const buyPlan = async (page: Page, by: Account, plan: string): Promise<void> =>
  payCheckout(page, by, await openCheckout(page, by, plan));

/** Buys a month whose renewal has failed. @param days since then, and up to three more */
export async function failRenewal(page: Page, by: Account, days: number): Promise<void> {
  await payCheckout(page, by, await openCheckout(page, by, 'monthly'), '4000 0000 0000 0341');
  await passMonth(by, days);
  // Asking for what is so already has the server look.
  const answer = await page.request.post('/api/subscription/resume', { headers: bearer(by) });
  expect(((await answer.json()) as { data: { status: string } }).data.status, 'a renewal that failed').toBe('past_due');
}

/** Gives a year for another family. @returns its code, as the mail brings it */
export async function giveYear(page: Page, by: Account): Promise<string> {
  const email = someEmail('gift');
  const answer = await page.request.post('/api/subscription/gifts', { headers: bearer(by), data: { email, message: 'For you' } });
  expect(answer.status(), 'giving').toBe(200);
  await payCheckout(page, by, ((await answer.json()) as { data: { url: string } }).data.url.split('/').pop() ?? '');
  const mail = await mailTo(email, /A year of Heartwood/);
  return new URL(linkIn(mail, '/gift/redeem')).searchParams.get('code') ?? '';
}

/** Chooses a month, 1 to 12, in the date of a form. */
export async function chooseMonth(form: Page | Locator, month: number): Promise<void> {
  await form.getByRole('combobox', { name: 'Month', exact: true }).click();
  const list = ('page' in form ? form.page() : form).getByRole('listbox');
  await list
    .getByRole('option')
    .nth(month - 1)
    .click();
  await expect(list).toBeHidden();
}

/** Fills in the date of a form. @param day `YYYY-MM-DD`, also one that does not exist */
export async function fillDay(form: Page | Locator, day: string): Promise<void> {
  const [year, month, date] = day.split('-').map(Number);
  await form.getByLabel('Day', { exact: true }).fill(String(date));
  await chooseMonth(form, Number(month));
  await form.getByLabel('Year', { exact: true }).fill(String(year));
}

/** Fills the form that makes an account, without sending it. */
export async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Whitlock');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByLabel('Confirm password').fill(goodPassword);
}
