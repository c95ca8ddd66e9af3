import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { APIResponse, Page } from '@playwright/test';
import { expect } from './fixture.ts';
import type { Account } from './fixture.ts';

// What a journey needs before it begins is made at the door, without the browser.

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

/** Writes a comment below a post. */
export async function comment(page: Page, by: Account, post: string, data: object): Promise<void> {
  await made(await page.request.post(`/api/posts/${post}/comments`, { headers: bearer(by), data }), 'commenting');
}

const types: Record<string, string> = { '.jpg': 'image/jpeg', '.m4a': 'audio/mp4' };

/** Uploads a file of the sample family. @returns the id of the medium */
export async function upload(page: Page, by: Account, path: string): Promise<string> {
  const file = { name: basename(path), mimeType: types[extname(path)] ?? '', buffer: await readFile(path) };
  const answer = await page.request.post('/api/media', { headers: bearer(by), multipart: { file } });
  return (await made<{ media: { id: string } }>(answer, 'uploading')).media.id;
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

/** Buys a plan with a test card. */
export async function buyPlan(page: Page, by: Account, plan: string): Promise<void> {
  const data = { checkout: await openCheckout(page, by, plan), number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' };
  const answer = await page.request.post('/api/sandbox/pay', { headers: bearer(by), data });
  expect(answer.status(), 'paying').toBe(200);
}
