import { expect, test } from 'vitest';
import { checkMessages, typesOf } from './messages.ts';
import type { Catalogues } from './messages.ts';
import type { SourceFile } from './sources.ts';

const good: Catalogues = {
  en: {
    'posts.title': 'Posts',
    'posts.count': '{count, plural, one {# post} other {# posts}} by {name}',
    'posts.more': '<link>More</link>',
  },
  de: {
    'posts.title': 'Beiträge',
    'posts.count': '{name}: {count, plural, one {# Beitrag} other {# Beiträge}}',
    'posts.more': '<link>Mehr</link>',
  },
};
const source = { path: 'apps/web/src/a.ts', text: "t('posts.title'); t('posts.count', {}); const keys = ['posts.more'];" } as SourceFile;

/** What is wrong after a change. */
const wrong = (change: Partial<Catalogues>, { types = undefined as string | undefined, sources = [source] } = {}) => {
  const catalogues = { en: { ...good.en, ...change.en }, de: { ...good.de, ...change.de } };
  return checkMessages(catalogues, types ?? typesOf(good), sources).map(({ file, message }) => `${file}: ${message}`);
};

test('the types are made from English', () => {
  expect(typesOf(good)).toContain("  'posts.count': { count: number; name: string | number };\n  'posts.more': undefined;\n");
});

test('what is complete passes', () => expect(wrong({})).toEqual([]));

test('what a language has for itself, lacks, says empty, or says with other parameters or tags does not', () => {
  expect(wrong({ de: { 'posts.other': 'Mehr' } })).toEqual(["messages/de/posts.json: 'posts.other' is not in English"]);
  expect(wrong({ en: { 'posts.new': 'New' } }, { sources: [{ ...source, text: `${source.text} 'posts.new'` }] })).toContain(
    "messages/de/posts.json: 'posts.new' is missing",
  );
  expect(wrong({ de: { 'posts.title': ' ' } })).toEqual(["messages/de/posts.json: 'posts.title' is empty"]);
  expect(wrong({ de: { 'posts.title': '{name}' } })).toEqual([
    "messages/de/posts.json: 'posts.title' takes { name: string | number }, in English undefined",
  ]);
  expect(wrong({ de: { 'posts.more': 'Mehr' } })[0]).toContain("'posts.more' takes undefined, in English undefined link");
  expect(wrong({ de: { 'posts.count': '{name}: {count}' } })[0]).toContain("'posts.count' takes");
  expect(wrong({ de: { 'posts.title': '{name' } })[0]).toContain("'posts.title' is not valid");
});

test('every language has the branches of English, and every form of a plural it tells from others', () => {
  const more = (en: string, de: string) =>
    wrong({ en: { 'posts.title': en }, de: { 'posts.title': de } }, { types: typesOf({ ...good, en: { ...good.en, 'posts.title': en } }) });
  expect(more('{by, select, me {Yours} other {Theirs}}', '{by, select, you {Deins} other {Ihres}}')).toEqual([
    "messages/de/posts.json: 'posts.title' chooses by by: other, you, in English by by: me, other",
  ]);
  expect(more('{n, plural, =1 {A post} other {# posts}}', '{n, plural, =0 {Nichts} other {# Beiträge}}')).toEqual([
    "messages/de/posts.json: 'posts.title' lacks one of {n}",
  ]);
  expect(more('{n, plural, =0 {None} other {# kept}}', '{n, plural, =0 {Keine} other {# aufgehoben}}')).toEqual([]);
  expect(more('{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', '{n, selectordinal, other {#.}}')).toEqual([]);
  expect(more('{n, plural, one {# post} other {# posts}}', '{n, plural, other {# Beiträge}}')).toEqual([
    "messages/de/posts.json: 'posts.title' has one form for every number: write {n, number}",
  ]);
});

test('what nothing uses, and types that are old, do not', () => {
  expect(wrong({}, { sources: [{ ...source, text: "t('posts.title'); 'posts.more'" }] })).toEqual([
    "messages/en/posts.json: 'posts.count' is used nowhere",
  ]);
  expect(wrong({}, { sources: [source, { ...source, path: 'a.test.ts' }] })).toEqual([]);
  expect(wrong({}, { types: 'old' })).toEqual(["messages/src/messages.gen.ts: is not up to date: run 'node tools/messages.ts'"]);
});
