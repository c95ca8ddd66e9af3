import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '#platform/text-matching.ts';
import { excerptOf } from './rules.ts';

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
        (text, q, fuzzy) => {
          const whole = excerptOf(text, wordsOf(q), fuzzy)
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
