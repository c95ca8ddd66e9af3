import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { findBrowser } from './browser.ts';
import { ensureWebBuilt } from './build-web.ts';
import { inRoot } from './paths.ts';
import { withProgress } from './run.ts';

// What commands share that take pictures of the running program.

/**
 * Has the sample family served from a folder of its own while something is done with it, and leaves nothing of it behind.
 * @param given.command the file of tools/ that serves it, with its arguments; left out, what `npm start -- --sample` runs
 */
export async function withSampleFamily<T>(
  { command = ['start.ts', '--sample'] }: { command?: string[] },
  work: (address: string, browser: Browser, server: ServerProcess) => Promise<T>,
): Promise<T> {
  await ensureWebBuilt();
  const program = await findBrowser();
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const [file = '', ...rest] = command;
  const env = { PUBLIC_URL: address, LOG_LEVEL: 'error', NODE_ENV: 'production' };
  const server = new ServerProcess(await mkdtemp(path.join(tmpdir(), 'heartwood-pictures-')), port, env, [inRoot('tools', file), ...rest]);
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-background-networking'] });
  try {
    await withProgress('Making the sample family', () => server.start(300_000));
    return await work(address, browser, server);
  } finally {
    await browser.close();
    await server.stop();
    await server.remove();
  }
}

/** Signs somebody of the sample family in: Nora, unless told otherwise. The page shows the feed then. */
export async function signIn(page: Page, email = 'nora@whitlock.family'): Promise<void> {
  await page.goto(`/dev/sign-in?as=${email}`);
  await page.waitForURL('**/dashboard');
}

/** Waits until a page is whole: what it asks for is there, its letters and its pictures on the screen are drawn. The context bypasses the page's CSP. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(`[...document.querySelectorAll('img, .hw-skeleton, [aria-busy="true"]')].every((one) => {
    const { top, bottom, left, width } = one.getBoundingClientRect();
    return one.complete || width === 0 || top > innerHeight || bottom < 0 || left > innerWidth;
  })`);
  await page.waitForFunction(`document.getAnimations().every(({ playState }) => playState !== 'running')`);
  await page.evaluate('document.fonts.ready');
}
