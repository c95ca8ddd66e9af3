import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeBetween, mayKnow } from './rules.ts';
import type { Field } from './rules.ts';

const content = (fields: Field[], note = '', media: string[] = []) => ({ fields, note, media });

describe('who may know', () => {
  it('guardians know about everybody, others about themselves', () => {
    expect(mayKnow({ role: 'owner', personId: 'a' }, 'b')).toBe(true);
    expect(mayKnow({ role: 'guardian', personId: 'a' }, 'b')).toBe(true);
    expect(mayKnow({ role: 'relative', personId: 'a' }, 'b')).toBe(false);
    expect(mayKnow({ role: 'relative', personId: 'a' }, 'a')).toBe(true);
  });
});

describe('what was changed', () => {
  const label = fc.constantFrom<string[]>('Shoes', 'Hat', 'Coat');
  const fields = fc.array(fc.record({ label, value: fc.constantFrom('27', '28') }), { maxLength: 5 });

  it('names fields by their labels', () => {
    const before = content(
      [
        { label: 'Shoes', value: '27' },
        { label: 'Hat', value: '50' },
      ],
      'Grows fast.',
    );
    const after = content(
      [
        { label: 'Shoes', value: '28' },
        { label: 'Coat', value: '104' },
      ],
      'Grows fast.',
      ['x'],
    );
    expect(changeBetween(before, after)).toEqual({ added: ['Coat'], changed: ['Shoes'], removed: ['Hat'], note: false, media: true });
  });

  it('is nothing exactly where nothing differs', () => {
    fc.assert(
      fc.property(fields, fields, (a, b) => {
        const change = changeBetween(content(a), content(b));
        expect(change === null).toBe(JSON.stringify(a) === JSON.stringify(b));
        expect(changeBetween(content(a), content(a))).toBeNull();
      }),
    );
  });

  it('names nothing twice and only what is there', () => {
    fc.assert(
      fc.property(fields, fields, (a, b) => {
        const change = changeBetween(content(a), content(b, 'other'))!;
        const named = [...change.added, ...change.changed, ...change.removed];
        expect(new Set(named).size).toBe(named.length);
        const [was, is] = [new Set(a.map((one) => one.label)), new Set(b.map((one) => one.label))];
        expect(change.added.every((one) => is.has(one) && !was.has(one))).toBe(true);
        expect(change.removed.every((one) => was.has(one) && !is.has(one))).toBe(true);
        expect(change.changed.every((one) => was.has(one) && is.has(one))).toBe(true);
      }),
    );
  });
});
