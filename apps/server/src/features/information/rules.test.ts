import fc from 'fast-check';
import { translatorOf } from '@heartwood/messages/catalogues';
import { describe, expect, it } from 'vitest';
import { changeBetween, labelFrom, labelIn, mayKnow } from './rules.ts';
import type { Field, Label } from './rules.ts';

const said = (label: Label) => JSON.stringify(label);
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
  const label = fc.constantFrom<Label[]>({ suggested: 'shoes' }, { suggested: 'hat' }, { own: 'Coat' });
  const fields = fc.array(fc.record({ label, value: fc.constantFrom('27', '28') }), { maxLength: 5 });

  it('names fields by their labels', () => {
    const before = content(
      [
        { label: { suggested: 'shoes' }, value: '27' },
        { label: { suggested: 'hat' }, value: '50' },
      ],
      'Grows fast.',
    );
    const after = content(
      [
        { label: { suggested: 'shoes' }, value: '28' },
        { label: { own: 'Coat' }, value: '104' },
      ],
      'Grows fast.',
      ['x'],
    );
    expect(changeBetween(before, after)).toEqual({
      added: [{ own: 'Coat' }],
      changed: [{ suggested: 'shoes' }],
      removed: [{ suggested: 'hat' }],
      note: false,
      media: true,
    });
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
        const [added, changed, removed] = [change.added, change.changed, change.removed].map((labels) => labels.map(said)) as string[][];
        const named = [...added!, ...changed!, ...removed!];
        expect(new Set(named).size).toBe(named.length);
        const [was, is] = [new Set(a.map((one) => said(one.label))), new Set(b.map((one) => said(one.label)))];
        expect(added!.every((one) => is.has(one) && !was.has(one))).toBe(true);
        expect(removed!.every((one) => was.has(one) && !is.has(one))).toBe(true);
        expect(changed!.every((one) => was.has(one) && is.has(one))).toBe(true);
      }),
    );
  });
});

describe('a label', () => {
  const [en, de] = [translatorOf('en'), translatorOf('de')];

  it('that a section suggests is known in every language, and read in one', () => {
    for (const typed of ['Blood type', 'Blutgruppe']) expect(labelFrom([en, de], 'health', typed)).toEqual({ suggested: 'bloodType' });
    expect([en, de].map((t) => labelIn(t, 'health', { suggested: 'bloodType' }))).toEqual(['Blood type', 'Blutgruppe']);
  });

  it('of the family’s own stays as it was typed', () => {
    for (const typed of ['blood type', 'Shoes', 'bloodType', 'toString']) {
      expect(labelFrom([en, de], 'health', typed)).toEqual({ own: typed });
      expect(labelIn(de, 'health', { own: typed })).toBe(typed);
    }
  });
});
