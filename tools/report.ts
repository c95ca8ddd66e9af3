import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './paths.ts';

/** What a step of the tests came to. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** A paragraph for each thing that failed: where, what, why. */
  failures: string[];
  /** How many seconds each file of tests took, where the step has files. */
  files?: Record<string, number>;
}

/** The environment variable that says into which file a reporter writes the outcome, as JSON. */
export const reportFileVariable = 'HEARTWOOD_REPORT';

/** Writes an outcome where `npm test` looks for it; a reporter that nobody waits for writes nothing. */
export function writeOutcome(outcome: Outcome): void {
  const file = process.env[reportFileVariable];
  if (file) writeFileSync(file, JSON.stringify(outcome));
}

/**
 * The files that took longest, a line each.
 * @param most how many lines
 */
export function slowest(files: Record<string, number>, most = 16): string[] {
  const sorted = Object.entries(files).toSorted(([, a], [, b]) => b - a);
  return sorted.slice(0, most).map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${path.relative(root, file)}`);
}

/** The most lines of an error that are repeated at the end; all of it stands further above. */
const mostLines = 40;

/**
 * One paragraph about something that failed.
 * @param where the file and the test, or what else it was
 * @param errors its errors, each with its stack where there is one
 */
export function failure(where: string, errors: readonly { stack?: string | undefined; message?: string | undefined }[]): string {
  const lines = errors.flatMap(({ stack, message = '' }) => {
    const text = stack?.includes(message) ? stack : [message, stack].filter(Boolean).join('\n');
    const told = stripVTControlCharacters(text).split('\n');
    return told.filter((line) => !/^\s+at .*(node_modules\/vitest|<anonymous>|node:internal)/.test(line)).slice(0, mostLines);
  });
  return [where, ...lines.map((line) => `  ${line}`)].join('\n').replaceAll(`${root}${path.sep}`, '');
}
