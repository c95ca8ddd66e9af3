import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inRoot } from './paths.ts';
import { reportFileVariable, slowest } from './report.ts';
import type { Outcome } from './report.ts';
import { runBin } from './run.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heartwood-report-'));
  await symlink(inRoot('node_modules'), path.join(folder, 'node_modules'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What a reporter of ours makes of tests that do all that tests can do. */
async function outcomeOf(bin: string, name: string, tests: string, args: string[]): Promise<{ code: number; outcome: Outcome }> {
  await writeFile(path.join(folder, name), tests);
  const file = path.join(folder, 'report.json');
  const { code, output } = await runBin(bin, args, { cwd: folder, env: { [reportFileVariable]: file, FORCE_COLOR: '1' } });
  const report = await readFile(file, 'utf8').catch(() => output);
  return { code, outcome: JSON.parse(report) as Outcome };
}

test('tests that fail, what stands around them, and what throws outside of them are counted and told', { timeout: 60_000 }, async () => {
  const { code, outcome } = await outcomeOf(
    'vitest',
    'some.test.js',
    `import { beforeAll, describe, expect, test } from 'vitest';
     test('good', () => {});
     test('bad', () => expect({ a: 1 }).toEqual({ a: 2 }));
     test('throws later', async () => { setTimeout(() => { throw new Error('too late'); }, 1); await new Promise((done) => setTimeout(done, 100)); });
     describe('around', () => { beforeAll(() => { throw new Error('not begun'); }); test('never', () => {}); });
     test.skip('left out', () => {});`,
    ['run', '--root', folder, `--reporter=${inRoot('tools/report-tests.ts')}`],
  );
  expect(code).toBe(1);
  expect(outcome).toMatchObject({ passed: 2, failed: 3, skipped: 2 });
  expect(outcome.files).toEqual({ [path.join(folder, 'some.test.js')]: expect.toSatisfy((seconds: number) => seconds > 0.1) });
  const told = outcome.failures.join('\n');
  for (const part of ['some.test.js > bad', 'some.test.js > around', 'not begun', 'while this ran: ', 'too late'])
    expect(told).toContain(part);
  expect(told).not.toContain('\u001b');
});

test('journeys that fail, and those that pass only the second time, are counted and told', { timeout: 60_000 }, async () => {
  const { code, outcome } = await outcomeOf(
    'playwright',
    'some.spec.js',
    `const { expect, test } = require('@playwright/test');
     test('good', () => {});
     test('bad', () => { throw new Error('not there'); });
     test('at times', ({}, { retry }) => expect(retry).toBe(1));
     test.skip('left out', () => {});`,
    ['test', '--config', folder, '--retries', '1', `--reporter=${inRoot('tools/report-journeys.ts')}`],
  );
  expect(code).toBe(1);
  expect(outcome).toMatchObject({ passed: 1, failed: 2, skipped: 1 });
  expect(outcome.files).toEqual({ [path.join(folder, 'some.spec.js')]: expect.any(Number) });
  const told = outcome.failures.join('\n');
  for (const part of ['some.spec.js > bad', 'not there', 'some.spec.js > at times']) expect(told).toContain(part);
});

test('the files that took longest stand first', () => {
  const files = { [inRoot('a.test.ts')]: 1, [inRoot('b.test.ts')]: 22.25, [inRoot('c.test.ts')]: 3 };
  expect(slowest(files, 2)).toEqual(['   22.3 s  b.test.ts', '    3.0 s  c.test.ts']);
});
