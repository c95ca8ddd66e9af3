import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slug } from './slug.ts';

test.each([
  ['  Emma Rose! ', 'emma-rose'],
  ['Emma', 'emma'],
  ['a  \t\n b', 'a-b'],
  ['a - b', 'a-b'],
  ['a---b', 'a-b'],
  ['snake_case stays', 'snake_case-stays'],
  ["Grandma's 80th", 'grandmas-80th'],
  ['Zoë', 'zo'],
  ['أمي', ''],
  ['', ''],
])('[S9.6] the slug of %j is %j', (name, expected) => {
  expect(slug(name)).toBe(expected);
});

const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', 'B', '7', '_', '-', ' ', '\t', '\u00a0', '!', 'é') }),
);

test('[S9.6] a slug is lower case, has nothing but word characters and single hyphens, and is its own slug', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const made = slug(text);
      expect(made).toMatch(/^([a-z0-9_]|-(?!-))*$/);
      expect(slug(made)).toBe(made);
    }),
  );
});

test('white space at the ends and the case of letters make no difference', () => {
  fc.assert(
    fc.property(anything, fc.constantFrom('', ' ', '\n\t', '\u2003'), (text, space) => {
      expect(slug(space + text + space)).toBe(slug(text));
    }),
  );
  const ascii = fc.string({ unit: fc.constantFrom(...'abcXYZ019 -_!') });
  fc.assert(
    fc.property(ascii, (text) => {
      expect(slug(text.toUpperCase())).toBe(slug(text));
    }),
  );
});

test('word characters survive in their order', () => {
  fc.assert(
    fc.property(anything, (text) => {
      expect(slug(text).replaceAll('-', '')).toBe(text.toLowerCase().replaceAll(/[^\w]/g, ''));
    }),
  );
});

test('a name of 100,000 characters takes no time', () => {
  const before = process.cpuUsage();
  for (const unit of ['-', ' ', ' -', '!', 'a']) slug(unit.repeat(100_000));
  const { user, system } = process.cpuUsage(before);
  // Microseconds of the processor, whoever else has it meanwhile.
  expect(user + system).toBeLessThan(1_000_000);
});
