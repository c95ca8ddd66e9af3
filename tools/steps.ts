import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser } from './browser.ts';
import { ensureWebBuilt } from './build-web.ts';
import { checkStructure } from './check-structure.ts';
import { inRoot, root } from './paths.ts';
import { runBin, say } from './run.ts';

/** What a step of the tests came to. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

/** Something to be checked. */
export interface Step {
  name: string;
  /** @param filters parts of paths of the test files that are wanted; all when empty */
  check(filters: string[]): Promise<Outcome>;
}

const one = (ok: boolean): Outcome => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });

/** A program that says by its exit code whether all is well; what it says is shown when it is not. */
function program(name: string, bin: string, runs: string[][]): Step {
  return {
    name,
    async check() {
      const outcome = { passed: 0, failed: 0, skipped: 0 };
      for (const args of runs) {
        const { code, output } = await runBin(bin, args, bin === 'typescript' ? { bin: 'tsc' } : {});
        if (code !== 0) say(output.trim());
        add(outcome, one(code === 0));
      }
      return outcome;
    },
  };
}

const structure: Step = {
  name: 'structure',
  async check() {
    const problems = await checkStructure(root);
    for (const { file, rule, message } of problems) say(`${file}: ${message} (${rule})`);
    return one(problems.length === 0);
  },
};

const types = program('types', 'typescript', [
  ['--project', 'tsconfig.json'],
  ['--project', 'apps/web/tsconfig.json'],
  ['--project', 'e2e/tsconfig.json'],
]);
const lint = program('lint', 'oxlint', [['--deny-warnings']]);
const format = program('format', 'oxfmt', [['--check']]);

const tests: Step = {
  name: 'tests',
  async check(filters) {
    const report = await reportFile();
    const args = ['run', '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${report.file}`, ...filters];
    const { code } = await runBin('vitest', args, { show: true, env: { NODE_ENV: 'test' } });
    const found = (await report.read()) as {
      numPassedTests?: number;
      numFailedTests?: number;
      numPendingTests?: number;
      numTodoTests?: number;
    };
    const skipped = (found.numPendingTests ?? 0) + (found.numTodoTests ?? 0);
    return honest(code, { passed: found.numPassedTests ?? 0, failed: found.numFailedTests ?? 0, skipped });
  },
};

const build: Step = {
  name: 'build',
  async check() {
    await ensureWebBuilt();
    return one(true);
  },
};

const journeys: Step = {
  name: 'journeys',
  async check(filters) {
    const browser = await findBrowser();
    say(`Browser: ${browser}`);
    const report = await reportFile();
    const args = ['test', '--config', inRoot('e2e/playwright.config.ts'), '--pass-with-no-tests', ...filters];
    const { code } = await runBin('playwright', args, { show: true, env: { CHROME_PATH: browser, E2E_REPORT: report.file } });
    const { stats = {} } = (await report.read()) as {
      stats?: { expected?: number; unexpected?: number; flaky?: number; skipped?: number };
    };
    // A journey that fails and then passes is not one that passes.
    const failed = (stats.unexpected ?? 0) + (stats.flaky ?? 0);
    return honest(code, { passed: stats.expected ?? 0, failed, skipped: stats.skipped ?? 0 });
  },
};

/** Quick, needs nothing: what `npm run check` does. */
export const staticSteps: Step[] = [structure, types, lint, format];
/** What takes filters. */
export const testSteps: Step[] = [tests, build, journeys];
/** Everything, in the order in which it is worth knowing. */
export const allSteps: Step[] = [...staticSteps, ...testSteps];

/** A run that ended badly without a failed test (a file that cannot be loaded, an error between tests) has failed all the same. */
function honest(code: number, outcome: Outcome): Outcome {
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}

function add(sum: Outcome, more: Outcome): void {
  sum.passed += more.passed;
  sum.failed += more.failed;
  sum.skipped += more.skipped;
}

async function reportFile(): Promise<{ file: string; read(): Promise<unknown> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heartwood-report-'));
  const file = path.join(folder, 'report.json');
  return {
    file,
    async read() {
      const text = await readFile(file, 'utf8').catch(() => '{}');
      await rm(folder, { recursive: true, force: true });
      return JSON.parse(text);
    },
  };
}

/**
 * Does the steps one after another, each whatever became of the one before, and prints what came of them; the last line is
 * `N passed, N failed`.
 * @returns whether nothing failed
 */
export async function runSteps(steps: Step[], filters: string[] = []): Promise<boolean> {
  const sum: Outcome = { passed: 0, failed: 0, skipped: 0 };
  const lines: string[] = [];
  for (const step of steps) {
    say(`\n— ${step.name}`);
    const began = performance.now();
    const outcome = await step.check(filters).catch((error: unknown) => {
      say(String(error instanceof Error ? error.message : error));
      return one(false);
    });
    add(sum, outcome);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : '';
    lines.push(
      `${outcome.failed > 0 ? '✗' : '✓'} ${step.name.padEnd(10)} ${outcome.passed} passed, ${outcome.failed} failed${skipped} (${seconds} s)`,
    );
    say(lines.at(-1) ?? '');
  }
  process.stdout.write(`\n${lines.join('\n')}\n\n${sum.passed} passed, ${sum.failed} failed\n`);
  return sum.failed === 0;
}
