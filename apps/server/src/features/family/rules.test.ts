import { relationshipKinds } from '@heartwood/contract/relationships';
import { limits } from '@heartwood/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translatorOf } from '@heartwood/messages/catalogues';
import { defaultFamilyName, mayRemoveMember, relationOf, relationshipLabel, splitName, uniqueSlug } from './rules.ts';

const id = '01900000-0000-7000-8000-000000000001';

describe('slugs', () => {
  it('are unique in a family whatever people are called, and can stand in an address', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('Emma', 'EMMA', ' emma ', 'Emma 2', 'emma-2', 'إيما', '👶🏽', '', '---', 'Emma Rose'),
    );
    fc.assert(
      fc.property(fc.array(name, { maxLength: 12 }), (names) => {
        const taken = new Set<string>();
        names.forEach((one, index) => taken.add(uniqueSlug(one, taken, `${id.slice(0, -2)}${index.toString().padStart(2, '0')}`)));
        expect(taken.size).toBe(names.length);
        expect([...taken].filter((slug) => !/^[a-z0-9_][a-z0-9_-]*$/.test(slug))).toEqual([]);
      }),
    );
  });

  it.each([
    ['Emma', ['emma'], 'emma-2'],
    ['Emma', ['emma', 'emma-2'], 'emma-3'],
    ['Emma 2', ['emma'], 'emma-2'],
    ['  Emma   Rose ', [], 'emma-rose'],
    ['إيما', [], id],
    ['👶', [], id],
    ['', [], id],
  ])('of %j beside %j is %s', (name, taken, slug) => {
    expect(uniqueSlug(name, new Set(taken), id)).toBe(slug);
  });
});

describe('relationships', () => {
  const en = translatorOf('en');
  it('have the label of their kind, the other kind one of their own, and none while nobody has said', () => {
    for (const kind of relationshipKinds) expect(relationshipLabel(en, kind.id, null)).toMatch(/^[A-Z]/);
    expect(relationshipLabel(en, 28, 'Neighbour')).toBe('Neighbour');
    expect(relationshipLabel(en, 3, 'Neighbour')).toBe('Daughter');
    expect(relationshipLabel(translatorOf('de'), 3, null)).toBe('Tochter');
    expect(relationshipLabel(en, 0, null)).toBe('');
  });

  it('keep words of their own for the other kind alone', () => {
    expect(relationOf(28, 'Neighbour')).toEqual({ relationshipId: 28, relationshipLabel: 'Neighbour' });
    expect(relationOf(3, 'Neighbour')).toEqual({ relationshipId: 3, relationshipLabel: null });
  });
});

describe('members', () => {
  it('end their own membership, guardians anybody’s', () => {
    expect(mayRemoveMember({ role: 'relative', userId: 'a' }, 'a')).toBe(true);
    expect(mayRemoveMember({ role: 'relative', userId: 'a' }, 'b')).toBe(false);
    expect(mayRemoveMember({ role: 'guardian', userId: 'a' }, 'b')).toBe(true);
    expect(mayRemoveMember({ role: 'owner', userId: 'a' }, 'b')).toBe(true);
  });

  it('give one name that is kept as two', () => {
    expect(splitName('Ruth Whitlock')).toEqual({ firstname: 'Ruth', lastname: 'Whitlock' });
    expect(splitName(' Ruth  Anne Whitlock ')).toEqual({ firstname: 'Ruth Anne', lastname: 'Whitlock' });
    expect(splitName('Ruth')).toEqual({ firstname: 'Ruth', lastname: '' });
  });
});

it('a family’s first name is one that may be written, in the language of who starts it', () => {
  const [en, de] = [translatorOf('en'), translatorOf('de')];
  expect(defaultFamilyName(en, 'Berg')).toBe('The Berg family');
  expect(defaultFamilyName(de, 'Berg')).toBe('Familie Berg');
  for (const t of [en, de]) expect(defaultFamilyName(t, 'x'.repeat(limits.name))).toBe('x'.repeat(limits.name));
  expect(defaultFamilyName(en, '🌳'.repeat(50))).toBe(`The ${'🌳'.repeat(50)} family`);
});
