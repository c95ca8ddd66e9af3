import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { freePort } from '../apps/server/test/process.ts';
import { findBrowser } from '../tools/browser.ts';
import { median } from './statistics.ts';

/** The BenchmarkIndex of a slow phone (a Moto G Power of 2022): what Chrome's DevTools calibrate 'low-tier mobile' to. */
export const slowPhone = 264;
/** That of a phone of the middle (a Pixel 5): what they calibrate 'mid-tier mobile' to. */
export const midPhone = 1_000;
const runs = 3;

/**
 * How many times slower a browser of this machine must be made to be as fast as a phone, so that what is measured with it is of that phone and
 * not of the machine. Both are given by their BenchmarkIndex; 1 where this machine is no faster.
 * @see https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-multipliers
 */
export const slowdownTo = (phone: number, machine: number): number => Math.max(1, machine / phone);

/** Lighthouse's BenchmarkIndex of this machine, the middle one of a few. `url` is any page, which Lighthouse wants to open. */
export async function benchmarkIndex(url: string): Promise<number> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${port}`],
  });
  try {
    const indexes: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const result = await lighthouse(url, { port, logLevel: 'silent', onlyAudits: ['document-title'] });
      if (!result) throw new Error('Lighthouse did not measure this machine');
      indexes.push(result.lhr.environment.benchmarkIndex);
    }
    return median(indexes);
  } finally {
    await browser.close();
  }
}
