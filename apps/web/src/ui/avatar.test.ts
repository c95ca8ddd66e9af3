import { expect, test } from 'vitest';
import { hueOf, initialsOf } from './avatar.tsx';

test.each([
  ['Nora Whitlock', 'NW'],
  ['Ruth', 'R'],
  ['  anna  maria  lópez ', 'AL'],
  ['李 小龙', '李小'],
  ['', ''],
])('%s has the initials %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

test('an id always has the same of six hues, and ids spread over all of them', () => {
  const hues = Array.from({ length: 600 }, (_, index) => hueOf(`0190f3c2-7b1a-7${index.toString(16).padStart(3, '0')}-8000-000000000000`));
  expect(new Set(hues)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  expect(hueOf('x')).toBe(hueOf('x'));
});

test('one person has one hue, whether a page knows the user or the person of a family', () => {
  expect(hueOf('Nora Whitlock', 'the user')).toBe(hueOf(' Nora  Whitlock', 'the person'));
  expect(hueOf('', 'a@example.com')).toBe(hueOf('a@example.com'));
});

test('a letter is never cut', () => {
  expect(initialsOf('e\u0301mile 👩‍👩‍👧')).toBe('E\u0301👩‍👩‍👧');
  expect(initialsOf('ßen İnci')).toBe('ßİ');
});
