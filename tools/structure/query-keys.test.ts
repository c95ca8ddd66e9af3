import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { checkQueryKeys } from './query-keys.ts';
import type { SourceFile } from './sources.ts';

const treasures = 'apps/web/src/features/treasures/api.ts';

/** What is refused of one file, as the messages say it. */
function refused(text: string, path = treasures): string[] {
  const source = { path, text, program: parseSync(path, text).program, lineAt: () => 1 } as unknown as SourceFile;
  return checkQueryKeys({ paths: [path], sheets: [], architecture: '', sources: [source] }).map(({ message }) => message);
}

test.for([
  "useQuery({ queryKey: ['posts', 'years'] });",
  "const all = ['posts'] as const; useQuery({ queryKey: all });",
  "const all = ['posts'] as const; useQuery({ queryKey: [...all, id] });",
  "client.invalidateQueries({ queryKey: ['posts'] });",
])('%s begins with another noun', (text) => {
  expect(refused(text)).toEqual(["line 1: the key begins with 'posts', the feature is 'treasures'"]);
});

test.for([
  "useQuery({ queryKey: ['treasures', 'posts'] });",
  "const all = ['treasures'] as const; useQuery({ queryKey: [...all, 'posts'] });",
  'client.invalidateQueries({ queryKey: meQuery.queryKey });',
  'client.getQueryState({ queryKey });',
])('%s is fine', (text) => {
  expect(refused(text)).toEqual([]);
});

test('a listed exception is needed', () => {
  const posts = 'apps/web/src/features/posts/api.ts';
  expect(refused("useQuery({ queryKey: ['comments', id] });", posts)).toEqual([]);
  expect(refused("useQuery({ queryKey: ['posts'] });", posts)).toHaveLength(1);
});

test('elsewhere a key may begin with any noun', () => {
  expect(refused("client.invalidateQueries({ queryKey: ['posts'] });", 'apps/web/src/app/live.ts')).toEqual([]);
});
