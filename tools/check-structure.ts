import { checkContent } from './structure/content.ts';
import { checkImports } from './structure/imports.ts';
import { checkLock } from './structure/lock.ts';
import { checkNames } from './structure/names.ts';
import { readTree } from './structure/sources.ts';
import type { Problem } from './structure/sources.ts';
import { checkStyles } from './structure/styles.ts';

/**
 * Holds the repository against the rules of how it is built: which files a feature has, who may import whom, how long a file may be, who
 * may ask for the time. Why: docs/decisions/001-house.md.
 * @param root the folder of the repository
 */
export async function checkStructure(root: string): Promise<Problem[]> {
  const tree = await readTree(root);
  return [...checkNames(tree), ...checkImports(tree), ...checkContent(tree), ...checkStyles(tree), ...(await checkLock(root))];
}
