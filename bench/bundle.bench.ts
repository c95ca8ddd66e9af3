import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { goodPassword } from '../apps/server/test/people.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { findBrowser } from '../tools/browser.ts';
import type { BenchRow } from './statistics.ts';

/** Kilobytes of gzipped JavaScript a page may load. */
const limits = { '/login': 165, '/dashboard': 215 } as const;

/** JavaScript a browser loads for a page, gzipped (zlib's default level), as the built app serves it. */
export default async function bundle(): Promise<BenchRow[]> {
  if (!existsSync('apps/web/dist/index.html')) throw new Error('build the web app first: npm run build');
  const dataDir = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  const port = await freePort();
  const server = new ServerProcess(dataDir, port, { PUBLIC_URL: `http://localhost:${port}` });
  await server.start();
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox', '--disable-background-networking'] });
  try {
    const baseURL = `http://localhost:${port}`;
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    const login = await kilobytesOf(page, '/login', () => page.getByRole('button', { name: 'Log in', disabled: false }).waitFor());
    const signedIn = await fetch(`${server.base}/api/register-mobile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        firstname: 'Nora',
        lastname: 'Whitlock',
        email: 'nora@example.com',
        password: goodPassword,
        password_confirmation: goodPassword,
      }),
    });
    const { data } = (await signedIn.json()) as { data: { token: string; user: object; profile: object } };
    const first = await dashboardOf(browser, baseURL, data);
    const shared = await fetch(`${server.base}/api/posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${data.token}` },
      body: JSON.stringify({ text: 'Pancakes, and flour up to the ceiling.' }),
    });
    if (!shared.ok) throw new Error(`nothing was shared: ${await shared.text()}`);
    const later = await dashboardOf(browser, baseURL, data);
    return [row('/login', login), row('/dashboard', first, ' of a new family'), row('/dashboard', later, ' with a post')];
  } finally {
    await browser.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What a browser that was never there loads for the feed of somebody who is signed in. */
async function dashboardOf(browser: Browser, baseURL: string, given: { token: string; user: object; profile: object }): Promise<number> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  // The stream of events does not end, and the network would never be idle.
  await page.route('**/api/events*', (route) => route.abort());
  await page.goto('/builds/latest.json');
  await page.evaluate(({ token, user, profile }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('user', JSON.stringify(user));
    localStorage.setItem('profile', JSON.stringify(profile));
  }, given);
  const sum = await kilobytesOf(page, '/dashboard', () => page.getByRole('heading', { level: 1 }).waitFor());
  await context.close();
  return sum;
}

async function kilobytesOf(page: Page, path: string, shown: () => Promise<void>): Promise<number> {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' || new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.body());
  });
  await page.goto(path);
  await shown();
  await page.waitForLoadState('networkidle');
  // What comes while the page is closed has no body any more.
  page.removeAllListeners('response');
  const sizes = (await Promise.all(scripts)).map((body) => gzipSync(body).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000;
}

function row(path: keyof typeof limits, value: number, whose = ''): BenchRow {
  const limit = limits[path];
  return {
    name: `JavaScript of ${path}${whose}, gzipped`,
    value,
    unit: 'KB',
    peer: limit,
    ratio: value / limit,
    goal: `<= ${limit} KB`,
    ok: value <= limit,
  };
}
