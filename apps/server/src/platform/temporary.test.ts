import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { features } from '#app';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { plus } from './clock.ts';
import { readConfig } from './config.ts';
import { closePlatform, openPlatform } from './platform.ts';
import { tidyHourly } from './temporary.ts';

// What killed processes have left in the temporary folder.

let at: TestApp;
beforeAll(async () => {
  at = await startApp({ jobs: false });
});
afterAll(() => at.close());

/** An hour more than a day old: a file and a folder with one in it; just less than a day old: a file. */
beforeEach(async () => {
  const { tempDir, clock } = at.platform;
  await mkdir(join(tempDir, 'old-folder'), { recursive: true });
  for (const [name, hours] of Object.entries({ 'old-folder/part': 1, 'old-folder': 25, 'old-file': 25, 'new-file': 23 })) {
    const path = join(tempDir, name);
    if (name !== 'old-folder') await writeFile(path, 'bytes');
    const changed = plus(clock.now(), { hours: -hours });
    await utimes(path, changed, changed);
  }
});
afterEach(() => vi.useRealTimers());

const store = {
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'media',
  S3_REGION: 'eu',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

test.each([
  ['stays for a day where processes may share it', store, ['new-file']],
  ['goes as a whole where it is this process’s own', {}, []],
])('%s, at the start', async (_, more, left) => {
  const config = readConfig({ PORT: '3000', LOG_LEVEL: 'silent', ...more, DATA_DIR: at.dataDir });
  const databaseUrl = String(at.platform.db.$client.options.connectionString);
  const again = await openPlatform({ config, features, databaseUrl, log: at.platform.log, clock: at.clock });
  await closePlatform(again);
  expect(await readdir(at.platform.tempDir)).toEqual(left);
});

test('what is a day old goes every hour, also while others remove it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const end = tidyHourly(at.platform);
  vi.advanceTimersByTime(3_600_000);
  await expect.poll(() => readdir(at.platform.tempDir)).toEqual(['new-file']);
  at.clock.advance({ hours: 2 });
  vi.advanceTimersByTime(3_600_000);
  await expect.poll(() => readdir(at.platform.tempDir)).toEqual([]);
  await end();
  expect(vi.getTimerCount()).toBe(0);
});
