import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { fill } from '../apps/server/test/many.ts';
import { goodPassword } from '../apps/server/test/people.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { findBrowser } from '../tools/browser.ts';
import type { BenchRow } from './statistics.ts';

const posts = 2_000;
const limits = { longestTask: 50, articles: 40, growth: 1.5 };

interface Session {
  token: string;
  user: object;
  profile: { user_id: string };
}

/** A feed of 2,000 posts scrolled to its end in a real browser: the longest task, what is drawn at once, and what stays in memory. */
export default async function scroll(): Promise<BenchRow[]> {
  if (!existsSync('apps/web/dist/index.html')) throw new Error('build the web app first: npm run build');
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  const cluster = await startEmbedded({ dataDir: join(folder, 'database'), log: createLog({ logLevel: 'silent' }) });
  const port = await freePort();
  const env = { PUBLIC_URL: `http://localhost:${port}`, DATABASE_URL: cluster.url, RATE_LIMITS: 'off', NODE_ENV: 'production' };
  const server = new ServerProcess(join(folder, 'data'), port, env);
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-background-networking', '--enable-precise-memory-info', '--js-flags=--expose-gc'],
  });
  try {
    await server.start();
    const session = await register(server.base, cluster.url);
    const page = await (
      await browser.newContext({ baseURL: `http://localhost:${port}`, viewport: { width: 1280, height: 900 } })
    ).newPage();
    await signIn(page, session);
    return await scrollThrough(page);
  } finally {
    await browser.close();
    await server.stop();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function register(base: string, databaseUrl: string): Promise<Session> {
  const person = {
    firstname: 'Nora',
    lastname: 'Whitlock',
    email: 'nora@example.com',
    password: goodPassword,
    password_confirmation: goodPassword,
  };
  const answer = await fetch(`${base}/api/register-mobile`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  const { data } = (await answer.json()) as { data: Session };
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const { rows } = await pool.query<{ family_id: string; person_id: string }>('select family_id, person_id from members');
  const [member] = rows;
  if (!member) throw new Error('nobody has registered');
  await fill(pool, [{ familyId: member.family_id, userId: data.profile.user_id, personId: member.person_id }], posts);
  await pool.query('vacuum analyze');
  await pool.end();
  return data;
}

async function signIn(page: Page, session: Session): Promise<void> {
  await page.goto('/builds/latest.json');
  await page.evaluate((given) => {
    localStorage.setItem('token', given.token);
    localStorage.setItem('user', JSON.stringify(given.user));
    localStorage.setItem('profile', JSON.stringify(given.profile));
  }, session);
  await page.goto('/dashboard');
  await page.getByRole('article').first().waitFor();
}

interface Seen {
  longest: number;
  count: number;
  drawn: number;
  reached: number;
}

/** Runs in the page: scrolls down, 400 pixels a frame, until the last of some posts is there. */
const walk = `async (most) => {
  const tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ entryTypes: ['longtask'] });
  let [drawn, still] = [0, 0];
  const last = () => Number([...document.querySelectorAll('article')].at(-1)?.getAttribute('aria-posinset'));
  while (last() < most && still < 600) {
    const from = scrollY;
    scrollBy(0, 400);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    drawn = Math.max(drawn, document.querySelectorAll('article').length);
    still = scrollY === from ? still + 1 : 0;
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { longest: Math.max(0, ...tasks), count: tasks.length, drawn, reached: last() };
}`;

async function scrollThrough(page: Page): Promise<BenchRow[]> {
  const heap = () =>
    page.evaluate(() => {
      (globalThis as unknown as { gc?: () => void }).gc?.();
      return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1e6;
    });
  await page.waitForTimeout(1_500);
  const before = await heap();
  const seen = await page.evaluate<Seen>(`(${walk})(${posts})`);
  if (seen.reached !== posts) throw new Error(`the feed ended at post ${seen.reached}`);
  const middle = await heap();
  // What the posts themselves weigh is in the cache by now: up and down again must add nothing.
  for (const top of [0, 1e7, 0, 1e7]) await page.evaluate(`scrollTo(0, ${top})`).then(() => page.waitForTimeout(300));
  const after = await heap();
  const row = (name: string, value: number, unit: string, peer: number): BenchRow => {
    return { name: `2,000 posts scrolled: ${name}`, value, unit, peer, ratio: value / peer, goal: `<= ${peer} ${unit}`, ok: value <= peer };
  };
  return [
    row(`longest task (${seen.count} over 50 ms)`, seen.longest, 'ms', limits.longestTask),
    row('posts drawn at once, at most', seen.drawn, '', limits.articles),
    { ...row('memory at the end, against the beginning', middle, 'MB', before), goal: 'stated', ok: true },
    { ...row('memory after more scrolling, against the end', after, 'MB', middle * limits.growth), goal: '<= 150 %' },
  ];
}
