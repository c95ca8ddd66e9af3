import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkApiDescription } from './api-description.ts';
import { findBrowser, findHeadlessShell } from './browser.ts';
import { buildMobile } from './build-mobile.ts';
import { checkStructure } from './check-structure.ts';
import { inRoot, root } from './paths.ts';
import { failure, reportFileVariable, slowest } from './report.ts';
import type { Outcome } from './report.ts';
import { runBin, say } from './run.ts';
import { checkMessages, readCatalogues, typesFile } from './structure/messages.ts';
import { readTree } from './structure/sources.ts';
import type { Problem } from './structure/sources.ts';

/** Something to be checked. */
export interface Step {
  name: string;
  /** @param filters parts of paths of the test files that are wanted; all when empty */
  check(filters: string[]): Promise<Outcome>;
}

/** One thing that was looked at. @param problems what is wrong with it */
function one(problems: string[] = []): Outcome {
  return problems.length === 0
    ? { passed: 1, failed: 0, skipped: 0, failures: [] }
    : { passed: 0, failed: 1, skipped: 0, failures: problems };
}

/** A program that says by its exit code whether all is well; what it says is shown when it is not. */
function program(name: string, bin: string, runs: string[][]): Step {
  return {
    name,
    async check() {
      const outcomes = runs.map(async (args) => {
        const { code, output } = await runBin(bin, args, bin === 'typescript' ? { bin: 'tsc' } : {});
        if (code !== 0) say(output.trim());
        return one(code === 0 ? [] : [failure([bin, ...args].join(' '), [{ message: output.trim() }])]);
      });
      return (await Promise.all(outcomes)).reduce(add);
    },
  };
}

const structure: Step = {
  name: 'structure',
  async check() {
    return told([...(await checkStructure(root)), ...(await checkAllMessages())]);
  },
};

const api: Step = {
  name: 'api',
  async check() {
    return told(await checkApiDescription());
  },
};

/** Says what is wrong. */
function told(problems: Problem[]): Outcome {
  const lines = problems.map(({ file, rule, message }) => `${file}: ${message} (${rule})`);
  for (const line of lines) say(line);
  return one(lines);
}

async function checkAllMessages() {
  const { sources } = await readTree(root);
  return checkMessages(readCatalogues(), await readFile(inRoot(typesFile), 'utf8').catch(() => ''), sources);
}

const types = program('types', 'typescript', [
  ['--project', 'tsconfig.json'],
  ['--project', 'apps/web/tsconfig.json'],
  ['--project', 'apps/mobile/tsconfig.json'],
  ['--project', 'e2e/tsconfig.json'],
]);
const lint = program('lint', 'oxlint', [['--deny-warnings', '--report-unused-disable-directives']]);
const format = program('format', 'oxfmt', [['--check']]);

const tests: Step = {
  name: 'tests',
  async check(filters) {
    const args = ['run', '--passWithNoTests', '--reporter=default', `--reporter=${inRoot('tools/report-tests.ts')}`, ...filters];
    return reported('vitest', args, { NODE_ENV: 'test' });
  },
};

const build: Step = {
  name: 'build',
  async check() {
    const outdated = await buildMobile(new URL('https://family.example'));
    return one(
      outdated.map((list) => `apps/mobile/${list} does not list the plug-ins that are installed: commit what \`npm run mobile\` writes`),
    );
  },
};

const journeys: Step = {
  name: 'journeys',
  async check(filters) {
    const browser = await findBrowser();
    const shell = await findHeadlessShell();
    say(`Browser: ${browser}${shell ? `, and ${shell} where that is enough` : ''}`);
    const args = ['test', '--config', inRoot('e2e/playwright.config.ts'), '--pass-with-no-tests', ...filters];
    return reported('playwright', args, { CHROME_PATH: browser, ...(shell ? { HEADLESS_SHELL_PATH: shell } : {}) });
  },
};

/** Quick, needs nothing: what `npm run check` does. */
export const staticSteps: Step[] = [structure, api, types, lint, format];
/** What takes filters. */
export const testSteps: Step[] = [tests, build, journeys];
/** Everything, in the order in which it is worth knowing. */
export const allSteps: Step[] = [...staticSteps, ...testSteps];

/** Runs tests that a reporter of ours counts. A run that ended badly without saying why has failed all the same. */
async function reported(bin: string, args: string[], env: Record<string, string>): Promise<Outcome> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heartwood-report-'));
  const file = path.join(folder, 'report.json');
  const { code } = await runBin(bin, args, { show: true, env: { ...env, [reportFileVariable]: file } });
  const text = await readFile(file, 'utf8').catch(() => '{}');
  await rm(folder, { recursive: true, force: true });
  const outcome: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [], ...(JSON.parse(text) as Partial<Outcome>) };
  return code !== 0 && outcome.failed === 0 ? add(outcome, one([`${bin} ended with ${code}, and no test had failed`])) : outcome;
}

function add(sum: Outcome, more: Outcome): Outcome {
  return {
    passed: sum.passed + more.passed,
    failed: sum.failed + more.failed,
    skipped: sum.skipped + more.skipped,
    failures: [...sum.failures, ...more.failures],
    files: { ...sum.files, ...more.files },
  };
}

/**
 * Does the steps one after another, each whatever became of the one before, and prints what came of them: what failed once more, then a
 * line for each step; the last line is `N passed, N failed`.
 * @returns whether nothing failed
 */
export async function runSteps(steps: Step[], filters: string[] = []): Promise<boolean> {
  let sum: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const lines: string[] = [];
  for (const step of steps) {
    say(`\n— ${step.name}`);
    const began = performance.now();
    const outcome = await step.check(filters).catch((error: unknown) => {
      say(String(error instanceof Error ? error.message : error));
      return one([failure(step.name, [error instanceof Error ? error : { message: String(error) }])]);
    });
    sum = add(sum, outcome);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : '';
    lines.push(
      `${outcome.failed > 0 ? '✗' : '✓'} ${step.name.padEnd(10)} ${outcome.passed} passed, ${outcome.failed} failed${skipped} (${seconds} s)`,
    );
    say(lines.at(-1) ?? '');
  }
  for (const paragraph of sum.failures) process.stdout.write(`\n✗ ${paragraph}\n`);
  const slow = slowest(sum.files ?? {});
  if (slow.length > 0) process.stdout.write(`\nThe slowest files:\n${slow.join('\n')}\n`);
  process.stdout.write(`\n${lines.join('\n')}\n\n${sum.passed} passed, ${sum.failed} failed\n`);
  return sum.failed === 0;
}
