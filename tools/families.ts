import type { Page } from '@playwright/test';
import { samplePassword } from '../apps/server/sample/family.ts';
import type { Things } from '../e2e/screens.ts';

// What is asked of a running program about its families before its screens are opened.

/** What logs a parent in. */
export interface Session {
  email: string;
  token: string;
  user: object;
  profile: { user_id: string };
}

/** What holds posts, and how many. */
interface Counted {
  id: string;
  post_count: number;
}

/** Registers a parent, whose family has nothing yet. @returns what logs them in */
export async function beginFamily(address: string, email = 'clara@example.com'): Promise<Session> {
  const person = { firstname: 'Clara', lastname: 'Berg', email, password: samplePassword, password_confirmation: samplePassword };
  const session = await ask<Omit<Session, 'email'>>(address, '/api/register-mobile', person);
  return { ...session, email };
}

/** Logs somebody in on a page by what the log-in page keeps. */
export async function keepSession(page: Page, { token, user, profile }: Session): Promise<void> {
  await page.goto('/builds/latest.json');
  const kept = { token, user: JSON.stringify(user), profile: JSON.stringify(profile) };
  await page.evaluate((given) => Object.entries(given).forEach(([name, value]) => localStorage.setItem(name, value)), kept);
}

/** What the addresses of the sample family's screens name. */
export async function findThings(address: string): Promise<Things> {
  const { token } = await ask<{ token: string }>(address, '/api/login', { email: 'nora@whitlock.family', password: samplePassword });
  const read = <T>(from: string) => ask<T>(address, from, undefined, token);
  const { items } = await read<{
    items: { id: string; comment_count: number; media: unknown[]; recipe?: object | null; can: { edit: boolean } }[];
  }>('/api/posts?limit=50');
  const withPhotos = items.filter(({ media, recipe }) => media.length > 0 && !recipe);
  const { children } = await read<{ children: { name: string; heartwood_id: string }[] }>('/api/family-relationships/children');
  const { items: questions } = await read<{ items: { id: string }[] }>('/api/questions');
  const { categories } = await read<{
    categories: (Counted & { slug: string; subcategories: Counted[] })[];
  }>('/api/treasures');
  const shelves = categories.flatMap(({ subcategories }) => subcategories);
  const byPosts = (a: Counted, b: Counted) => b.post_count - a.post_count;
  const { url } = await ask<{ url: string }>(address, '/api/subscription/checkout', { plan: 'yearly' }, token);
  return {
    post: withPhotos.find(({ comment_count }) => comment_count > 0)?.id ?? '',
    own: withPhotos.find(({ can }) => can.edit)?.id ?? '',
    recipe: items.find(({ recipe, can }) => recipe && can.edit)?.id ?? '',
    child: children.find(({ name }) => name === 'Emma')?.heartwood_id ?? '',
    question: questions[0]?.id ?? '',
    shelf: shelves.toSorted(byPosts)[0]?.id ?? '',
    category: categories.toSorted(byPosts)[0]?.slug ?? '',
    checkout: url.split('/').pop() ?? '',
  };
}

/** Asks the server. @returns the answer's data @throws Error with what it refused */
export async function ask<T>(address: string, at: string, body?: object, token?: string): Promise<T> {
  const answer = await fetch(`${address}${at}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${at} was refused: ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}
