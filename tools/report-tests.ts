import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { failure, writeOutcome } from './report.ts';

const counted = { passed: 'passed', failed: 'failed', skipped: 'skipped', pending: 'failed' } as const;
/** An error in no test is found in what ran when it came. */
const whileRunning = (error: Record<string, unknown>): string =>
  ['outside of a test, while this ran:', error['VITEST_TEST_PATH'], error['VITEST_TEST_NAME']].filter(Boolean).join(' ');
const nameOf = (test: TestCase): string => `${test.module.moduleId} > ${test.fullName}`;

/** Vitest's reporter for `npm test`: counts, and keeps what failed, also where it was in no test. */
export default class TestsReporter implements Reporter {
  onTestRunEnd(
    modules: Parameters<NonNullable<Reporter['onTestRunEnd']>>[0],
    unhandled: Parameters<NonNullable<Reporter['onTestRunEnd']>>[1],
  ): void {
    const outcome = { passed: 0, failed: 0, skipped: 0, failures: modules.flatMap(outsideTests) };
    for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
      const { state, errors } = test.result();
      outcome[counted[state]] += 1;
      if (counted[state] === 'failed') outcome.failures.push(failure(nameOf(test), errors ?? []));
    }
    outcome.failures.push(...unhandled.map((error) => failure(whileRunning(error), [error])));
    outcome.failed = outcome.failures.length;
    const files = Object.fromEntries(modules.map((module) => [module.moduleId, module.diagnostic().duration / 1_000]));
    writeOutcome({ ...outcome, files });
  }
}

/** What failed in a file, or in what stands around its tests. */
function outsideTests(module: TestModule): string[] {
  const own = module.errors();
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  return [
    ...(own.length > 0 ? [failure(module.moduleId, own)] : []),
    ...suites.map((suite) => failure(`${module.moduleId} > ${suite.fullName}`, suite.errors())),
  ];
}
