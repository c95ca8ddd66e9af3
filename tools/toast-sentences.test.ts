import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inRoot } from './paths.ts';

/** A call from its name to the bracket that ends it. */
function callAt(source: string, start: number): string {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === '(') depth += 1;
    else if (source[at] === ')' && (depth -= 1) === 0) return source.slice(start, at + 1);
  }
  return source.slice(start);
}

/** The keys of what toasts say that tell of no error: in `toasts.add(...)`, and in the `done` of a change that is told by one. */
function keysOfToasts(): string[] {
  const keys = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: inRoot('.'), exclude: (path) => path.includes('.test.') }).flatMap((path) => {
    const source = readFileSync(inRoot(path), 'utf8');
    const added = [...source.matchAll(/toasts\.add\(/g)].map(({ index }) => callAt(source, index));
    const told = [...source.matchAll(/\bdone: .*/g)].map(([line]) => line);
    const good = [...added, ...told].filter((call) => !call.includes("type: 'error'"));
    return good.flatMap((call) => [...call.matchAll(/\bt\('([\w.]+)'/g)].map(([, key = '']) => key));
  });
  return [...new Set(keys)];
}

/** What a catalogue says under a key. */
function wordsOf(language: string, key: string): string {
  const [feature = '', ...path] = key.split('.');
  const words: unknown = JSON.parse(readFileSync(inRoot(`messages/${language}/${feature}.json`), 'utf8'));
  return String(path.reduce((at, name) => (at as Record<string, unknown>)[name], words));
}

/** The forms of a message: those of its plural or choice, or the message itself. Parameters stand in as a word. */
const formsOf = (message: string): string[] => {
  const plain = message.replaceAll(/\{\w+(, number)?\}/g, 'X');
  return /^\{\w+, (plural|select),/.test(plain) ? [...plain.matchAll(/\{([^{}]+)\}/g)].map(([, form = '']) => form) : [plain];
};

describe('what a toast says that tells of no error', () => {
  test.each(['en', 'de'])('%s: one sentence has no full stop, several have one each', (language) => {
    const keys = keysOfToasts();
    expect(keys.length).toBeGreaterThan(50);
    const wrong = keys.flatMap((key) => formsOf(wordsOf(language, key)).filter((form) => form.includes('. ') !== form.endsWith('.')));
    expect(wrong).toEqual([]);
  });
});
