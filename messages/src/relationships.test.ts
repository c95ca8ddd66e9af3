import { languages } from '@heartwood/contract/languages';
import { relationshipKinds } from '@heartwood/contract/relationships';
import { describe, expect, it, test } from 'vitest';
import { translatorOf } from './catalogues.ts';
import { relatedIn } from './relationships.ts';
import type { Seen } from './relationships.ts';

const you: Seen = { by: 'you', name: 'Ida' };
const invited: Seen = { by: 'invited', other: 'Nora' };
const somebody: Seen = { by: 'somebody', name: 'Ida', other: 'Nora' };
const said = (language: 'en' | 'de', relationship_id: number, seen: Seen, relationship = '') =>
  relatedIn(translatorOf(language), { relationship_id, relationship }, seen);

describe('a relation is a sentence', () => {
  it('seen from whoever looks', () => {
    expect([you, invited, somebody].map((seen) => said('en', 3, seen))).toEqual([
      'Ida is your daughter',
      'You’ll join as Nora’s daughter.',
      'Ida is Nora’s daughter',
    ]);
    expect([you, invited, somebody].map((seen) => said('de', 3, seen))).toEqual([
      'Ida ist deine Tochter',
      'Du kommst als Tochter von Nora dazu.',
      'Ida ist die Tochter von Nora',
    ]);
    expect(said('de', 6, you)).toBe('Du und Ida seid ein Paar');
    expect(said('en', 28, you, 'The neighbour {with} <dogs>')).toBe('For you, Ida is “The neighbour {with} <dogs>”');
  });

  it('says a kind of in-law as the gender goes that is known', () => {
    const related = (language: 'en' | 'de', gender: 'female' | 'male' | 'other' | null) =>
      relatedIn(translatorOf(language), { relationship_id: 24, relationship: '', gender }, you);
    expect((['female', 'male', 'other', null] as const).map((gender) => related('en', gender))).toEqual([
      'Ida is your mother-in-law',
      'Ida is your father-in-law',
      'Ida is your parent-in-law',
      'Ida is your parent-in-law',
    ]);
    expect((['female', 'male', null] as const).map((gender) => related('de', gender))).toEqual([
      'Ida ist deine Schwiegermutter',
      'Ida ist dein Schwiegervater',
      'Ida gehört zu deinen Schwiegereltern',
    ]);
  });

  it('and none while nobody has said it', () => expect(said('en', 0, you)).toBe(''));
});

test.each(relationshipKinds.flatMap(({ id, slug }) => languages.map((language) => ({ id, slug, language }))))(
  'the sentences of $slug in $language name everybody and differ',
  ({ id, language }) => {
    const sentences = [you, invited, somebody].map((seen) => said(language, id, seen, 'Nanny'));
    expect(new Set(sentences).size).toBe(3);
    const named = [['Ida'], ['Nora'], ['Ida', 'Nora']];
    for (const [index, names] of named.entries()) for (const name of names) expect(sentences[index]).toContain(name);
    expect(sentences[0]).toMatch(language === 'de' ? /\b([Dd]u|dich|deine?n?)\b/ : /\byour?\b/);
  },
);
