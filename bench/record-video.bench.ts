import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { goodPassword } from '../apps/server/test/people.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { findBrowser } from '../tools/browser.ts';
import type { BenchRow } from './statistics.ts';

/** Seconds of the film; `FILM_SECONDS=590` is almost the longest one. */
const seconds = Number(process.env['FILM_SECONDS'] ?? 120);
/** Seconds after which what every film needs is there. */
const settled = 15;
const limits = { growth: 1.25, blobs: 4 };

/** Records a film with Chromium's own camera: what the page holds at the end against what it holds in the beginning, and how many blobs. */
export default async function recordVideo(): Promise<BenchRow[]> {
  if (!existsSync('apps/web/dist/index.html')) throw new Error('build the web app first: npm run build');
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  const cluster = await startEmbedded({ dataDir: join(folder, 'database'), log: createLog({ logLevel: 'silent' }) });
  const port = await freePort();
  const env = { PUBLIC_URL: `http://localhost:${port}`, DATABASE_URL: cluster.url, RATE_LIMITS: 'off', NODE_ENV: 'production' };
  const server = new ServerProcess(join(folder, 'data'), port, env);
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--enable-precise-memory-info',
      '--js-flags=--expose-gc',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });
  try {
    await server.start();
    const context = await browser.newContext({ baseURL: `http://localhost:${port}`, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.addInitScript(countBlobs);
    await signIn(page, server.base);
    return await film(page);
  } finally {
    await browser.close();
    await server.stop();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs in the page: counts the parts of the film that are still held by it, as the garbage collector sees them. */
const countBlobs = `(() => {
  const held = new Set();
  const gone = new FinalizationRegistry((token) => held.delete(token));
  const Real = MediaRecorder;
  globalThis.partsHeld = () => held.size;
  globalThis.partsMade = 0;
  globalThis.MediaRecorder = class extends Real {
    constructor(...given) {
      super(...given);
      this.addEventListener('dataavailable', ({ data }) => {
        const token = ++globalThis.partsMade;
        held.add(token);
        gone.register(data, token);
      });
    }
  };
})()`;

async function signIn(page: Page, base: string): Promise<void> {
  const body = JSON.stringify({
    firstname: 'Nora',
    lastname: 'Whitlock',
    email: 'nora@example.com',
    password: goodPassword,
    password_confirmation: goodPassword,
  });
  const answer = await fetch(`${base}/api/register-mobile`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { data } = (await answer.json()) as { data: { token: string; user: object; profile: object } };
  await page.goto('/builds/latest.json');
  await page.evaluate((given) => {
    localStorage.setItem('token', given.token);
    localStorage.setItem('user', JSON.stringify(given.user));
    localStorage.setItem('profile', JSON.stringify(given.profile));
  }, data);
}

interface Held {
  heap: number;
  blobs: number;
  made: number;
}

/** What the page holds: the heap in megabytes, and the parts that were made and are still held. */
const held = (page: Page): Promise<Held> =>
  page.evaluate(async () => {
    const at = globalThis as unknown as {
      gc: () => void;
      partsHeld: () => number;
      partsMade: number;
      performance: { memory: { usedJSHeapSize: number } };
    };
    // What the collector has found is told in a task of its own.
    for (let turn = 0; turn < 3; turn++) {
      at.gc();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return { heap: at.performance.memory.usedJSHeapSize / 1e6, blobs: at.partsHeld(), made: at.partsMade };
  });

/** Runs in the page: the seconds that its clock shows. */
const timeShown = `() => {
  const [minutes = 0, seconds = 0] = (document.querySelector('[role=timer]')?.textContent ?? '').split(':').map(Number);
  return minutes * 60 + seconds;
}`;

async function film(page: Page): Promise<BenchRow[]> {
  await page.goto('/inspiration/record-video');
  await page.getByRole('button', { name: 'Turn on the camera' }).click();
  await page.getByRole('button', { name: 'Start filming' }).click();
  // The page's own rules let it evaluate no text, so it is asked from outside.
  const reached = async (second: number): Promise<void> => {
    while ((await page.evaluate<number>(`(${timeShown})()`)) < second) await page.waitForTimeout(500);
  };
  await page.getByRole('timer').waitFor({ timeout: 60_000 });
  await reached(settled);
  const early = await held(page);
  await reached(seconds);
  const late = await held(page);
  await page.getByRole('button', { name: 'Stop filming' }).click();
  await page.getByLabel('The film you have made').waitFor({ timeout: 120_000 });
  const goal = early.heap * limits.growth;
  return [
    {
      name: `a film of ${seconds} s: memory at its end, against second ${settled}`,
      value: late.heap,
      unit: 'MB',
      peer: goal,
      ratio: late.heap / early.heap,
      goal: '<= 125 %',
      ok: late.heap <= goal,
    },
    {
      name: `a film of ${seconds} s: parts held by the page, of ${late.made}`,
      value: late.blobs,
      unit: '',
      peer: limits.blobs,
      ratio: late.blobs / limits.blobs,
      goal: `<= ${limits.blobs}`,
      ok: late.blobs <= limits.blobs,
    },
  ];
}
