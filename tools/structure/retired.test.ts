import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { checkRetired } from './retired.ts';
import type { SourceFile } from './sources.ts';

/** What is refused of one file, as the messages say it. */
function refused(path: string, text = ''): string[] {
  const source = { path, text, program: parseSync(path, text).program, lineAt: () => 1 } as unknown as SourceFile;
  return checkRetired({ paths: [path], sheets: [], architecture: '', sources: [source] }).map(({ message }) => message);
}

test.for([
  'apps/server/src/platform/http/wire.ts',
  'apps/server/src/platform/leash.ts',
  'apps/server/src/features/search/words.test.ts',
  'tools/again.mjs',
  'apps/web/src/platform/kept.ts',
  'e2e/kept.ts',
])('%s has a retired name', (path) => {
  expect(refused(path)).toHaveLength(1);
});

test('files that begin with one, and catalogues, pass', () => {
  for (const path of ['apps/server/src/platform/who-may.ts', 'messages/en/words.json']) expect(refused(path)).toEqual([]);
});

test.for([
  'const patience = 4;',
  'export interface MailDoor { port: number }',
  'setTimeout(end, { headerPatience: 5 });',
  'openDoors();',
  'const onePiece = 4;',
  'const pieces = [];',
  'const isComing = true;',
  'function comingBirthdays() {}',
  'const apart = true;',
])('%s has a retired name', (text) => {
  expect(refused('apps/server/src/main.ts', text)).toHaveLength(1);
  expect(refused('apps/web/src/app/main.ts', text)).toHaveLength(1);
});

test('each name is told once, and strings and other words are not', () => {
  expect(refused('bench/a.ts', 'const patience = 1; wait(patience); wait(patience);')).toEqual([
    "line 1: 'patience' is called what is limited, with its unit",
  ]);
  expect(
    refused('bench/a.ts', "const outdoors = 'by-the-door'; const impatience = 'patience'; type A = IncomingMessage; upcoming();"),
  ).toEqual([]);
});
