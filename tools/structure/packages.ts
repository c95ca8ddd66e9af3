import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from './sources.ts';

/** Where every package has its line. */
const reasons = 'docs/decisions/083-packages.md';
/** Packages that say themselves what they are for: parts of the project, and the types of another package. */
const isPlain = (name: string): boolean => /^@(heartwood|types)\//.test(name);

interface Manifest {
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Every package that is named has a line that says what it is for, and every line its package (decision 083). */
export async function checkPackages(root: string): Promise<Problem[]> {
  const text = await readFile(path.join(root, reasons), 'utf8').catch(() => '');
  const explained = new Set([...text.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names = '']) => names.replaceAll('`', '').split(', ')));
  const named = await namedPackages(root);
  const missing = named.filter(({ name }) => !isPlain(name) && !explained.has(name));
  const idle = [...explained].filter((name) => !named.some((one) => one.name === name));
  return [
    ...missing.map(({ name, file }) => ({ file, rule: 'packages', message: `${name} has no line in ${reasons}` })),
    ...idle.map((name) => ({ file: reasons, rule: 'packages', message: `no package.json names ${name}` })),
  ];
}

/** The packages of the repository and of its workspaces, each with the file that names it. */
async function namedPackages(root: string): Promise<{ name: string; file: string }[]> {
  const top = await readManifest(root, '');
  const rest = await Promise.all((top.workspaces ?? []).map((folder) => readManifest(root, folder)));
  return [top, ...rest].flatMap(({ file, dependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies }).map((name) => ({ name, file })),
  );
}

async function readManifest(root: string, folder: string): Promise<Manifest & { file: string }> {
  const file = path.join(folder, 'package.json');
  const text = await readFile(path.join(root, file), 'utf8').catch(() => '{}');
  return { ...(JSON.parse(text) as Manifest), file };
}
