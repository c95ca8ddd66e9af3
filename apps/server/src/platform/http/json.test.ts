import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { watchNames } from './form-names.ts';
import { readJson } from './json.ts';

const refused = (text: string): boolean => {
  try {
    readJson(text);
    return false;
  } catch {
    return true;
  }
};

describe('JSON', () => {
  it('is read as it was sent', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        fc.pre(!/proto|constructor/.test(text));
        expect(readJson(text)).toEqual(JSON.parse(text));
      }),
    );
    expect(readJson(String.raw`{"a":":","b\"":"\\","c:":[{"a":{"a":{}}},{"a":null}],"":0}`)).toEqual({
      a: ':',
      'b"': '\\',
      'c:': [{ a: { a: {} } }, { a: null }],
      '': 0,
    });
  });

  it('is refused where a key stands twice in an object, however deep and however it is written', () => {
    const key = fc.string({ unit: 'binary', maxLength: 6 }).filter((one) => one !== '__proto__');
    const escaped = (text: string) =>
      `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;
    fc.assert(
      fc.property(
        key,
        fc.json(),
        fc.json(),
        fc.constantFrom('', '"x":1,', '"y":{"z":[]},'),
        fc.nat({ max: 7 }),
        (name, a, b, between, depth) => {
          fc.pre(!/proto|constructor|"[xy]"/.test(a + b) && name !== 'x' && name !== 'y');
          const object = `{${JSON.stringify(name)}:${a},${between}${escaped(name)}:${b}}`;
          expect([object, refused(object)]).toEqual([object, true]);
          const nested = `${'{"a":['.repeat(depth)}${object}${']}'.repeat(depth)}`;
          expect([nested, refused(nested)]).toEqual([nested, true]);
        },
      ),
    );
    for (const text of ['{"a":1,"a":1}', String.raw`{"a":1,"\u0061":2}`, '[{"b":{"a":[],"c":"a","a":[]}}]', '{"":1,"":2}'])
      expect([text, refused(text)]).toEqual([text, true]);
  });

  it('is refused where it is none, or reaches for a prototype', () => {
    for (const text of [
      '',
      '{',
      '{"a":NaN}',
      '{a:1}',
      '{"a":1,}',
      '[1,]',
      '{} {}',
      '{"a":01}',
      "{'a':1}",
      '{"__proto__":{}}',
      '{"constructor":{"prototype":{}}}',
    ])
      expect([text, refused(text)]).toEqual([text, true]);
  });

  it('of a megabyte is read or refused at once, whatever its shape', () => {
    const most = 1_000_000;
    const texts = [
      JSON.stringify({ a: ':"'.repeat(most / 4) }),
      `"${String.raw`\\`.repeat(most / 2)}"`,
      '['.repeat(most),
      `${'['.repeat(most / 2)}${']'.repeat(most / 2)}`,
      `${'{"a":'.repeat(most / 6)}1${'}'.repeat(most / 6)}`,
      JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`key ${n}`, n]))),
      JSON.stringify(Array.from({ length: 60_000 }, () => ({ a: {} }))),
    ];
    for (const text of texts) {
      const began = process.cpuUsage();
      refused(text);
      const { user, system } = process.cpuUsage(began);
      expect((user + system) / 1_000).toBeLessThan(1_000);
    }
  });
});

describe('the names of a form', () => {
  const taken = (...names: string[]): boolean => {
    const take = watchNames();
    try {
      names.forEach(take);
      return true;
    } catch {
      return false;
    }
  };

  it('each name a place of their own', () => {
    for (const names of [
      ['a', 'b', 'a_'],
      ['a[0]', 'a[1]', 'a[10]'],
      ['a[]', 'a[]', 'b[]'],
      ['a[b]', 'a[c]', 'b'],
      ['fields[0][label]', 'fields[0][value]', 'fields[1][label]'],
      ['a[b][]', 'a[b][]', 'a[c][]'],
    ])
      expect([names, taken(...names)]).toEqual([names, true]);
  });

  it('are refused where one would be lost to another, or means nothing', () => {
    for (const names of [
      ['a', 'a'],
      ['a[0]', 'a[0]'],
      ['a[b]', 'a[b]'],
      ['a', 'a[b]'],
      ['a[b]', 'a'],
      ['a[0]', 'a[]'],
      ['a[]', 'a[0]'],
      ['a[]', 'a'],
      ['a', 'a[]'],
      ['a[b][c]', 'a[b]'],
      ['a[]', 'a[b][c]'],
      ['a[][b]'],
      ['a[b'],
      ['a]'],
      ['[a]'],
      [''],
      ['a[b]c'],
      ['a[[b]]'],
      ['__proto__'],
      ['a[__proto__]'],
      ['__proto__[role]'],
      ['constructor[prototype][role]'],
      [`a${'[b]'.repeat(6)}`],
    ])
      expect([names, taken(...names)]).toEqual([names, false]);
  });
});
