import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { laptop } from './room.ts';

const port = Number(process.env['E2E_PORT'] ?? 3_390);
const dataDir = process.env['E2E_DATA_DIR'] ?? (process.env['E2E_DATA_DIR'] = mkdtempSync(join(tmpdir(), 'heartwood-e2e-')));
const browser =
  process.env['CHROME_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
const shell = process.env['HEADLESS_SHELL_PATH'] ?? ['/usr/bin/chromium-headless-shell'].find((path) => existsSync(path));

/** How a browser is started. @param program its path; Playwright's own where there is none */
const launch = (program: string | undefined) => ({
  ...(program ? { executablePath: program } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A microphone that beeps, and a camera whose pictures are encoded without a graphics card: ten a second are enough. Both may be used.
    '--use-fake-device-for-media-stream=fps=10',
    '--use-fake-ui-for-media-stream',
  ],
});
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 };

/**
 * Journeys on the built app, on a server of their own. At the width of a phone all of them, which look at their screens with the room of a
 * laptop, too; at that of a laptop those in which something is done another way there or stands at another place (`@width`), and what only a
 * pointer can do (`@laptop`). Which, and why: decision 040.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  timeout: 90_000,
  // What is sent to the server is decoded there, after what the other worker has sent.
  expect: { timeout: 20_000 },
  // Journeys share nothing: the two workers are busy until the last one.
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: process.env['HEARTWOOD_REPORT'] ? [['line'], ['../tools/report-journeys.ts']] : [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A trace of every step costs a fifth of the time: `npx playwright test --config e2e/playwright.config.ts --trace on` makes one.
    trace: 'off',
    // A worker would stand between the page and what a journey says of its requests. The journeys of push allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'phone', grepInvert: /@laptop|@browser/, use: { ...phone, launchOptions: launch(shell ?? browser) } },
    { name: 'laptop', grep: /@width|@laptop/, grepInvert: /@browser/, use: { viewport: laptop, launchOptions: launch(shell ?? browser) } },
    { name: 'phone browser', grep: /@browser/, grepInvert: /@laptop/, use: { ...phone, launchOptions: launch(browser) } },
    {
      name: 'laptop browser',
      grep: /@browser.*(@width|@laptop)|(@width|@laptop).*@browser/,
      use: { viewport: laptop, launchOptions: launch(browser) },
    },
  ],
  webServer: {
    command: `${JSON.stringify(process.execPath)} apps/server/src/main.ts`,
    cwd: join(import.meta.dirname, '..'),
    url: `http://127.0.0.1:${port}/api/health/ready`,
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: `http://localhost:${port}`,
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      SMTP_URL: '',
      CONTACT_EMAIL: 'help@example.org',
      // A pair that is used nowhere else. Nothing leaves this machine: the port takes no connections.
      VAPID_PUBLIC_KEY: 'BP_k70mChWOR1gEOGzMq2x_BuZdEPxcf6ynSDyG2uLk_l7FaIdmCV3ql3ZMwBnpY1Q-184wba-HZPLiviQHuqE0',
      VAPID_PRIVATE_KEY: 'l_OnuYb0ZvRiQEOI1gyyUlrSCz6E2xr7SCMGrV9mi34',
      WEB_PUSH_GATEWAY: 'http://127.0.0.1:9',
    },
    timeout: 60_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
});
