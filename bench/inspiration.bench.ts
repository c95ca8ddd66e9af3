import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import type { Result } from 'lighthouse';
import { goodPassword } from '../apps/server/test/people.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { findBrowser } from '../tools/browser.ts';
import { median } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

const runs = 3;
const path = '/inspiration';

/** The first view of /inspiration for somebody signed in, on Lighthouse's slow phone: performance (0 to 100), layout shift, and times in milliseconds. */
export default async function inspiration(): Promise<BenchRow[]> {
  if (!existsSync('apps/web/dist/index.html')) throw new Error('build the web app first: npm run build');
  const [dataDir, profile] = await Promise.all(['data', 'browser'].map((name) => mkdtemp(join(tmpdir(), `heartwood-bench-${name}-`))));
  const [port, debugging] = [await freePort(), await freePort()];
  const server = new ServerProcess(dataDir!, port, { PUBLIC_URL: `http://localhost:${port}` });
  await server.start();
  // What signing in keeps is kept in a profile of the browser, so that Lighthouse, which opens a page of its own, finds it.
  const browser = await chromium.launchPersistentContext(profile!, {
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${debugging}`],
  });
  try {
    const kept = await signedIn(server.base);
    const page = await browser.newPage();
    await page.goto(`http://localhost:${port}/builds/latest.json`);
    await page.evaluate((given) => Object.entries(given).forEach(([name, value]) => localStorage.setItem(name, value)), kept);
    await page.close();
    const reports: Result[] = [];
    for (let run = 0; run < runs; run += 1) {
      // The stream of events does not end, and the page would never be quiet.
      const result = await lighthouse(`http://localhost:${port}${path}`, {
        port: debugging,
        logLevel: 'error',
        onlyCategories: ['performance'],
        disableStorageReset: true,
        blockedUrlPatterns: ['*/api/events*'],
      });
      if (!result) throw new Error(`no report of ${path}`);
      if (!result.lhr.finalDisplayedUrl.endsWith(path)) throw new Error(`measured ${result.lhr.finalDisplayedUrl}`);
      reports.push(result.lhr);
    }
    return rowsOf(reports);
  } finally {
    await browser.close();
    await server.stop();
    await Promise.all([dataDir!, profile!].map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

/** What the login page keeps. */
async function signedIn(base: string): Promise<Record<string, string>> {
  const [password, password_confirmation] = [goodPassword, goodPassword];
  const person = { firstname: 'Nora', lastname: 'Whitlock', email: 'nora@example.com', password, password_confirmation };
  const answer = await fetch(`${base}/api/register-mobile`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  const { data } = (await answer.json()) as { data: { token: string; user: object; profile: object } };
  return { token: data.token, user: JSON.stringify(data.user), profile: JSON.stringify(data.profile) };
}

function rowsOf(reports: readonly Result[]): BenchRow[] {
  const valueOf = (audit: string) => median(reports.map((report) => report.audits[audit]?.numericValue ?? Number.NaN));
  const performance = median(reports.map((report) => Math.round((report.categories['performance']?.score ?? 0) * 100)));
  const shift = valueOf('cumulative-layout-shift');
  const times = [
    ['first-contentful-paint', 'first paint'],
    ['largest-contentful-paint', 'largest paint'],
    ['total-blocking-time', 'time it keeps a finger waiting'],
  ].map(([audit = '', words = '']) => {
    const value = valueOf(audit);
    return { name: `${path} on a phone: ${words}`, value, unit: 'ms', peer: 1_000, ratio: value / 1_000, goal: 'stated', ok: true };
  });
  return [
    {
      name: `${path} on a phone: performance`,
      value: performance,
      unit: '',
      peer: 95,
      ratio: performance / 95,
      goal: '>= 95',
      ok: performance >= 95,
    },
    { name: `${path} on a phone: layout shift`, value: shift, unit: '', peer: 0.01, ratio: shift / 0.01, goal: 'none', ok: shift < 0.01 },
    ...times,
  ];
}
