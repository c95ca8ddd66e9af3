import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from './sources.ts';

/** A package in package-lock.json, as far as it matters here. */
export interface Locked {
  version?: string;
  dev?: boolean;
  license?: string;
  engines?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** An optional package that another one names and the lock file does not know. */
export interface Forgotten {
  name: string;
  version: string;
  /** Who names it. */
  by: Locked;
}

// [Note: What npm forgets to lock]
// Packages with binaries name one optional package per system. npm leaves out of the lock file those that the registry it asked does not
// have (a mirror that lags behind), without a word; `npm ci` then refuses the whole lock file, everywhere. `tools/complete-lock.ts` adds
// them: name, version and system are known, and where they are not installed nothing more is ever asked of them.

/** What is missing in the packages of a lock file. */
export function forgottenIn(packages: Record<string, Locked>): Forgotten[] {
  const entries = Object.entries(packages).flatMap(([place, by]) =>
    Object.entries(by.optionalDependencies ?? {}).map(([name, version]) => ({ place, name, version, by })),
  );
  return entries
    .filter(({ place, name }) => !placesFrom(place).some((from) => packages[`${from}node_modules/${name}`]))
    .map(({ name, version, by }) => ({ name, version, by }));
}

/** The folders in which Node looks for a package, from the inside out. */
function placesFrom(place: string): string[] {
  const inside = place === '' ? [] : [`${place}/`];
  const outer = [...place.matchAll(/(^|\/)node_modules\//g)]
    .map((match) => place.slice(0, match.index + (match[1]?.length ?? 0)))
    .toReversed();
  return [...new Set([...inside, ...outer, ''])];
}

/** Whether `npm ci` can work with the lock file. */
export async function checkLock(root: string): Promise<Problem[]> {
  const file = 'package-lock.json';
  const text = await readFile(path.join(root, file), 'utf8').catch(() => '{}');
  const { packages = {} } = JSON.parse(text) as { packages?: Record<string, Locked> };
  return forgottenIn(packages).map(({ name }) => ({
    file,
    rule: 'lock',
    message: `${name} is missing: run 'node tools/complete-lock.ts'`,
  }));
}
