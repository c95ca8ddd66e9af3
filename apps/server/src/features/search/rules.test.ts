import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf, folded, nearly, textFits, wordsOf } from './rules.ts';

const shown = (pieces: { text: string; hit: boolean }[]) => pieces.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('');

describe('an excerpt', () => {
  it('marks words and beginnings of words, whatever their case and accents', () => {
    expect(shown(excerptOf('You can see the Plum trees from here.', ['plum', 'tree'], false))).toBe(
      'You can see the [Plum] [trees] from here.',
    );
    expect(shown(excerptOf('Crème brûlée, cre\u0300me', wordsOf('creme'), false))).toBe('[Crème] brûlée, [cre\u0300me]');
    expect(shown(excerptOf('<b>plum</b>', ['plum'], false))).toBe('<b>[plum]</b>');
  });

  it('marks what is nearly right where nothing is quite right', () => {
    expect(shown(excerptOf('The sledge is in the shed.', ['sldge'], true))).toBe('The [sledge] is in the shed.');
    expect(shown(excerptOf('A strawberry.', ['berry'], true))).toBe('A [strawberry].');
    expect(shown(excerptOf('The sledge.', ['sldge'], false))).toBe('The sledge.');
  });

  it('shows whole words around the first hit of a long text', () => {
    const text = `${'before '.repeat(60)}plum tree ${'after '.repeat(60)}`;
    const part = shown(excerptOf(text, ['plum'], false));
    expect(part).toMatch(/^… before .*\[plum\] tree after .*after …$/);
    expect(part.length).toBeLessThan(220);
  });

  it('is always a part of the text, unchanged, and never long', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 600 }),
        fc.string({ unit: 'binary', maxLength: 8 }),
        fc.boolean(),
        (text, q, loosely) => {
          const whole = excerptOf(text, wordsOf(q), loosely)
            .map((piece) => piece.text)
            .join('');
          const part = whole.replace(/^… /, '').replace(/ …$/, '');
          expect(text.includes(part) || text.includes(whole)).toBe(true);
          expect(whole.length).toBeLessThan(700);
        },
      ),
    );
  });
});

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
