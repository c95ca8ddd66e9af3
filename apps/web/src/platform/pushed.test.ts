import { expect, test } from 'vitest';
import { pagePattern, readPushed, targetOf } from './pushed.ts';

const message = {
  id: '0193-1',
  tag: 'posts of Ida',
  title: 'The Whitlocks',
  body: 'Ida shared 12 posts',
  language: 'en',
  kind: 'post.shared',
  path: '/post/0193-2',
  importance: 4,
  visibility: 0,
};
const { kind: _, visibility: __, ...shown } = message;

test('a message is read as the server sends it, and in the envelope of Firebase, where everything is a text', () => {
  expect(readPushed(JSON.stringify(message))).toEqual(shown);
  const texts = Object.fromEntries(Object.entries(message).map(([name, value]) => [name, String(value)]));
  expect(readPushed(JSON.stringify({ data: texts, from: '1234', fcmMessageId: 'x' }))).toEqual(shown);
});

test.each([
  undefined,
  '',
  '{',
  '7',
  'null',
  '[]',
  '"text"',
  '{"data":7}',
  '{"data":null}',
  '{"title":7,"path":["/post/1"],"importance":"loud"}',
])('what is no message is shown as our name alone: %s', (text) => {
  expect(readPushed(text)).toEqual({ id: '', tag: '', title: 'Heartwood', body: '', language: '', path: undefined, importance: 3 });
});

const pages = pagePattern(['/', '/dashboard', '/post/$id', '/children/childDetail/$childId']);

test.each([
  ['/post/0193-2', '/post/0193-2'],
  ['/post/0193-2?comment=1#last', '/post/0193-2?comment=1#last'],
  ['/Children/ChildDetail/7/', '/Children/ChildDetail/7/'],
  ['/', '/'],
])('a tap leads to a page of ours: %s', (path, target) => {
  expect(targetOf(path, pages)).toBe(target);
});

test.each([
  undefined,
  '',
  'post/1',
  '//evil.example/post/1',
  '/\\evil.example',
  'https://evil.example/post/1',
  'javascript:alert(1)',
  '/api/export',
  '/post/1/2',
  '/nowhere',
  7,
])('whatever else it says, a tap leads home: %s', (path) => {
  expect(targetOf(path, pages)).toBe('/dashboard');
});
