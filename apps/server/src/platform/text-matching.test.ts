import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded, nearly, textFits, wordsOf } from './text-matching.ts';

describe('nearly', () => {
  it('forgives one letter of a short word and two of a long one, an exchange being one', () => {
    for (const [word, wanted] of [
      ['sledge', 'sldge'],
      ['emma', 'emam'],
      ['plum', 'plmu'],
      ['strawberries', 'strawberrys'],
      ['quince', 'quinze'],
    ] as const)
      expect([word, nearly(word, wanted)]).toEqual([word, true]);
    for (const [word, wanted] of [
      ['oak', 'elm'],
      ['oak', 'oaf'],
      ['plum', 'palm tree'],
      ['sledge', 'edge'],
      ['snow', 'show me'],
    ] as const)
      expect([word, nearly(word, wanted)]).toEqual([word, false]);
  });

  it('forgives any one slip in a word of four letters and more', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdefg'), minLength: 5, maxLength: 12 });
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom('left out', 'put in', 'changed', 'exchanged'), (right, place, slip) => {
        const at = place % (right.length - 1);
        const [before, after] = [right.slice(0, at), right.slice(at)];
        const wrong = {
          'left out': before + after.slice(1),
          'put in': `${before}z${after}`,
          changed: `${before}z${after.slice(1)}`,
          exchanged: before + (after[1] ?? '') + (after[0] ?? '') + after.slice(2),
        }[slip];
        expect(nearly(right, wrong)).toBe(true);
      }),
    );
  });
});

describe('a name', () => {
  it('fits when every word does', () => {
    expect(textFits('Ruth Whitlock', wordsOf('whit ru'), false)).toBe(true);
    expect(textFits('Ruth Whitlock', wordsOf('ruth stone'), false)).toBe(false);
    expect(textFits('Ruth Whitlock', [], false)).toBe(false);
    expect(textFits('Jürgen Łuczak', wordsOf('JURGEN luczak'), false)).toBe(true);
    expect(folded('Straße')).toBe('strasse');
  });
});
