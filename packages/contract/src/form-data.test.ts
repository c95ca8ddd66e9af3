import fc from 'fast-check';
import qs from 'qs';
import { expect, test } from 'vitest';
import { toFormData } from './form-data.ts';
import { postsApi } from './posts.ts';

/** A form's text fields as a server reads them. */
function parsed(form: FormData): unknown {
  const pairs = [...form].map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value as string)}`);
  return qs.parse(pairs.join('&'), { depth: 20, arrayLimit: 1_000, parameterLimit: 100_000, strictDepth: true });
}

/** What a form can say of a value: everything is text, an empty list is an empty field, and an empty object is not there. */
function asText(value: unknown): unknown {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (Array.isArray(value)) return value.length > 0 ? value.map(asText) : '';
  if (typeof value !== 'object') return value === undefined ? undefined : `${value as string | number}`;
  const entries = Object.entries(value)
    .map(([key, part]) => [key, asText(part)] as const)
    .filter(([, part]) => part !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

const key = fc.stringMatching(/^[a-z][a-z_]{0,8}$/).filter((name) => !(name in Object.prototype));
const leaf = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2100-01-01') }),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, tie('list'), tie('object')),
  // A list of the form has no holes and nothing in it that leaves no field.
  list: fc.array(
    fc.oneof(
      leaf,
      tie('object').filter((part) => asText(part) !== undefined),
    ),
    { maxLength: 4 },
  ),
  object: fc.dictionary(key, fc.oneof(tie('value'), fc.constant(undefined)), { maxKeys: 4 }),
}));
const body = fc.dictionary(key, value, { maxKeys: 5 });

test('whatever goes in comes out of the form again, as text', () => {
  fc.assert(
    fc.property(body, (given) => {
      expect(parsed(toFormData(given))).toEqual(asText(given) ?? {});
    }),
  );
});

test('[S9.7] nested objects and lists have bracket keys', () => {
  const form = toFormData({ name: 'Soup', recipe: { steps: ['Cut', 'Cook'], time: { minutes: 20 } }, images: [{ id: 1 }] });
  expect([...form]).toEqual([
    ['name', 'Soup'],
    ['recipe[steps][0]', 'Cut'],
    ['recipe[steps][1]', 'Cook'],
    ['recipe[time][minutes]', '20'],
    ['images[0][id]', '1'],
  ]);
});

test('[S9.7] files are appended as they are', () => {
  const photo = new File(['bytes'], 'beach.jpg', { type: 'image/jpeg' });
  const form = toFormData({ image: photo, images: [photo], about: { cover: photo } });
  expect([...form.keys()]).toEqual(['image', 'images[0]', 'about[cover]']);
  for (const sent of form.values()) {
    expect(sent).toBeInstanceOf(File);
    expect([(sent as File).name, (sent as File).type, (sent as File).size]).toEqual(['beach.jpg', 'image/jpeg', 5]);
  }
});

test('an empty list stays an empty list: the server reads the empty field as one', () => {
  const form = toFormData({ audience_user_ids: [] });
  expect(form.get('audience_user_ids')).toBe('');
  expect(postsApi.share.schema.body.parse({ text: 'x', audience_user_ids: '' }).audience_user_ids).toEqual([]);
});

test('undefined is left out, null is empty, booleans are 1 and 0', () => {
  expect([...toFormData({ a: undefined, b: null, c: true, d: false, e: new Date('2026-11-21T09:00:00Z') })]).toEqual([
    ['b', ''],
    ['c', '1'],
    ['d', '0'],
    ['e', '2026-11-21T09:00:00.000Z'],
  ]);
});

test('[S9.7] skipped keys are not in the form, and all the others are', () => {
  fc.assert(
    fc.property(body, fc.array(key, { maxLength: 3 }), (given, extra) => {
      const skip = [...extra, ...Object.keys(given).slice(0, 1)];
      const kept = Object.fromEntries(Object.entries(given).filter(([name]) => !skip.includes(name)));
      expect([...toFormData(given, skip)]).toEqual([...toFormData(kept)]);
    }),
  );
});
