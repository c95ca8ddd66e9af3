import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { checkParts } from './parts.ts';
import type { SourceFile } from './sources.ts';

/** What is refused of one file, as the messages say it. */
function refused(text: string, path = 'apps/web/src/features/growth/components/growth-tab.tsx'): string[] {
  const source = { path, text, program: parseSync(path, text).program, lineAt: () => 1 } as unknown as SourceFile;
  return checkParts({ paths: [path], sheets: [], architecture: '', sources: [source] }).map(({ message }) => message);
}

test.for(["import { lazy, Suspense } from 'react';", "import { lazy as later } from 'react';"])('%s is refused', (text) => {
  expect(refused(text)).toEqual(['line 1: a part that is loaded later is a lazyPart of apps/web/src/ui/lazy-part.ts']);
});

test('React without lazy, the file that makes lazy parts, and what is no part of the web are fine', () => {
  expect(refused("import { Suspense } from 'react'; import { lazyPart } from '#ui/lazy-part.ts';")).toEqual([]);
  expect(refused("import { lazy } from 'react';", 'apps/web/src/ui/lazy-part.ts')).toEqual([]);
  expect(refused("import { lazy } from 'react';", 'tools/pictures.ts')).toEqual([]);
});
