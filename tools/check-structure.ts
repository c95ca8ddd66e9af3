import { checkContent } from './structure/content.ts';
import { checkDocstrings } from './structure/docstrings.ts';
import { checkFields } from './structure/fields.ts';
import { checkFunctions } from './structure/functions.ts';
import { checkImports } from './structure/imports.ts';
import { checkLadder, readLadder } from './structure/ladder.ts';
import { checkLoaded } from './structure/loaded.ts';
import { checkLock } from './structure/lock.ts';
import { checkNames } from './structure/names.ts';
import { checkNouns } from './structure/nouns.ts';
import { checkPackages } from './structure/packages.ts';
import { checkParts } from './structure/parts.ts';
import { checkQueryKeys } from './structure/query-keys.ts';
import { checkReads } from './structure/reads.ts';
import { checkRetired } from './structure/retired.ts';
import { checkScopes } from './structure/scopes.ts';
import { readTree } from './structure/sources.ts';
import type { Problem } from './structure/sources.ts';
import { checkStyles } from './structure/styles.ts';
import { checkTexts } from './structure/texts.ts';

/**
 * Holds the repository against the rules of how it is built: which files a feature has, who may import whom, what a feature is called on every
 * level, how long files and functions may be, that what is exported has a docstring, who may ask for the time, how the database is read
 * and who is told whose rows those are, what query keys begin with, how styles name sides, that fields cut nothing, where the words stand that
 * people read, whether a page loads those it shows, that what is loaded later can be tried again, and why each package is there. Why: docs/decisions/001-house.md.
 * @param root the folder of the repository
 */
export async function checkStructure(root: string): Promise<Problem[]> {
  const tree = await readTree(root);
  const ladder = readLadder(tree);
  return [
    ...checkNames(tree),
    ...checkLadder(tree, ladder),
    ...checkNouns(tree, ladder),
    ...checkImports(tree, ladder),
    ...checkContent(tree),
    ...checkDocstrings(tree),
    ...checkFields(tree),
    ...checkFunctions(tree),
    ...checkParts(tree),
    ...checkQueryKeys(tree),
    ...checkReads(tree),
    ...checkRetired(tree),
    ...checkScopes(tree, ladder),
    ...checkStyles(tree),
    ...checkTexts(tree),
    ...checkLoaded(tree),
    ...(await checkLock(root)),
    ...(await checkPackages(root)),
  ];
}
