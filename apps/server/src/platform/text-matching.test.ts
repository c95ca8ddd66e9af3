import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJudge, folded, nearly, textFits, wordsOf } from './text-matching.ts';

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

/** The edit distance with exchanges of neighbours (optimal string alignment), as textbooks have it. */
function editDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const changed = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, changed, isExchanged ? rows[i - 2]![j - 2]! + 1 : Infinity);
    }
  return rows[a.length]![b.length]!;
}

describe('what is nearly right', () => {
  it('is what the edit distance says', () => {
    // Few letters, so that words are often near each other.
    const word = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 11 });
    fc.assert(
      fc.property(word, word, (one, wanted) => {
        const most = wanted.length < 4 ? 0 : wanted.length < 8 ? 1 : 2;
        expect(nearly(one, wanted)).toBe(most > 0 && editDistance(one, wanted) <= most);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is judged in a few passes over a word, however long it is and however much is alike', () => {
    let looks = 0;
    /** Letters of which each look is counted. */
    const counted = (word: string) =>
      new Proxy(new String(word), {
        get: (letters, place) => {
          if (typeof place === 'string' && /^\d+$/.test(place)) looks += 1;
          return Reflect.get(letters, place) as unknown;
        },
      }) as unknown as string;
    const [one, other] = ['a'.repeat(1_000), `${'a'.repeat(500)}bcd${'a'.repeat(497)}`];
    expect(nearly(counted(one), other)).toBe(false);
    expect(looks).toBeLessThan(30 * 1_000);
  });

  it('is judged like each text by itself, by one judge of many texts', () => {
    const word = fc.constantFrom('plum', 'plums', 'plumb', 'sledge', 'sldge', 'edge', 'oak', 'a');
    fc.assert(
      fc.property(fc.array(fc.array(word)), fc.uniqueArray(word), (texts, wanted) => {
        const isNear = createJudge(wanted);
        for (const words of texts) expect(isNear(words)).toBe(textFits(words.join(' '), wanted, true));
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
