import { readFileSync } from 'node:fs';
import type { Reporter, Suite, TestError, TestResult } from '@playwright/test/reporter';
import { failure, writeOutcome } from './report.ts';

/** Playwright's reporter for `npm test`. A journey that fails and then passes is not one that passes. */
export default class JourneysReporter implements Reporter {
  private all: Suite | undefined;
  private readonly outside: TestError[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.all = suite;
  }

  onError(error: TestError): void {
    this.outside.push(error);
  }

  onEnd(): void {
    const outcome = { passed: 0, failed: 0, skipped: 0, failures: this.outside.map((error) => failure('in no journey', [error])) };
    const files: Record<string, number> = {};
    for (const journey of this.all?.allTests() ?? []) {
      const how = journey.outcome();
      const { file } = journey.location;
      files[file] = journey.results.reduce((sum, { duration }) => sum + duration / 1_000, files[file] ?? 0);
      if (how === 'expected') outcome.passed += 1;
      else if (how === 'skipped') outcome.skipped += 1;
      else
        outcome.failures.push(
          failure(
            journey.titlePath().filter(Boolean).join(' > '),
            journey.results.flatMap((result) => [...result.errors, ...pagesIn(result)]),
          ),
        );
    }
    outcome.failed = outcome.failures.length;
    writeOutcome({ ...outcome, files });
  }
}

/** What stood on the pages when a journey failed, as roles and names (Playwright's `error-context`). */
function pagesIn({ attachments }: TestResult): TestError[] {
  const contexts = attachments
    .filter(({ name }) => name === 'error-context')
    .map(({ path = '', body }) => body?.toString() ?? readFileSync(path, 'utf8'));
  return contexts.flatMap((context) =>
    [...context.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, page]) => ({ message: `There stood:\n${page}` })),
  );
}
