import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import type { Result } from 'lighthouse';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { findBrowser } from '../tools/browser.ts';
import { median } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Runs of each page; the middle one counts, because a machine that is busy for a moment is no property of the page. */
const runs = 3;

/**
 * Lighthouse on the public pages as the built app serves them: the scores (0 to 100) and, in milliseconds, when the page paints first and how
 * long it keeps a finger waiting. `phone` is Lighthouse's own slow phone on a slow network, `laptop` its laptop.
 */
export default async function pages(): Promise<BenchRow[]> {
  if (!existsSync('apps/web/dist/index.html')) throw new Error('build the web app first: npm run build');
  const dataDir = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  const [port, debugging] = [await freePort(), await freePort()];
  const server = new ServerProcess(dataDir, port, { PUBLIC_URL: `http://localhost:${port}` });
  await server.start();
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${debugging}`],
  });
  try {
    const rows: BenchRow[] = [];
    for (const path of ['/home', '/login'] as const)
      for (const device of ['phone', 'laptop'] as const)
        rows.push(...(await measure(`http://localhost:${port}${path}`, debugging, { path, device })));
    return rows;
  } finally {
    await browser.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Page = { path: '/home' | '/login'; device: 'phone' | 'laptop' };

async function measure(url: string, port: number, { path, device }: Page): Promise<BenchRow[]> {
  const reports: Result[] = [];
  for (let run = 0; run < runs; run += 1) {
    const result = await lighthouse(
      url,
      { port, logLevel: 'error', onlyCategories: categories },
      device === 'laptop' ? desktopConfig : undefined,
    );
    if (!result) throw new Error(`no report of ${path}`);
    reports.push(result.lhr);
  }
  const name = `${path} on a ${device}`;
  const scores = categories.map((category) => {
    const value = median(reports.map((report) => Math.round((report.categories[category]?.score ?? 0) * 100)));
    // What is asked is asked of /home; /login is not for search engines, so its score there is not counted.
    const counts = path === '/home' || category !== 'seo';
    return row(`${name}: ${category}`, value, { peer: 100, unit: '', goal: counts ? '100' : 'stated', ok: !counts || value === 100 });
  });
  const times = [
    ['first-contentful-paint', 'first paint'],
    ['largest-contentful-paint', 'largest paint'],
    ['total-blocking-time', 'time it keeps a finger waiting'],
  ].map(([audit = '', words = '']) => {
    const value = median(reports.map((report) => report.audits[audit]?.numericValue ?? Number.NaN));
    return row(`${name}: ${words}`, value, { peer: 1_000, unit: 'ms', goal: 'stated', ok: true });
  });
  return [...scores, ...times];
}

const row = (name: string, value: number, rest: Pick<BenchRow, 'peer' | 'unit' | 'goal' | 'ok'>): BenchRow => ({
  name,
  value,
  ratio: value / rest.peer,
  ...rest,
});
