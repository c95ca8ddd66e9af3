import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '#platform/text-matching.ts';
import { daysNamed, excerptOf } from './rules.ts';

const shown = (fragments: { text: string; hit: boolean }[]) => fragments.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('');

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
            .map((fragment) => fragment.text)
            .join('');
          const part = whole.replace(/^… /, '').replace(/ …$/, '');
          expect(text.includes(part) || text.includes(whole)).toBe(true);
          expect(whole.length).toBeLessThan(700);
        },
      ),
    );
  });
});

describe('the days that a search names', () => {
  const today = '2026-11-23';
  const spans = (search: string) => {
    const named = daysNamed(search, today);
    return named && [named.from, named.to, named.rest];
  };

  it.each([
    ['August 2026', '2026-08-01', '2026-08-31'],
    ['im August 2026', '2026-08-01', '2026-08-31'],
    ['aug 2026', '2026-08-01', '2026-08-31'],
    ['März 2024', '2024-03-01', '2024-03-31'],
    ['February 2024', '2024-02-01', '2024-02-29'],
    ['2019', '2019-01-01', '2019-12-31'],
    ['last summer', '2026-06-01', '2026-08-31'],
    ['letzten Sommer', '2026-06-01', '2026-08-31'],
    ['im letzten Herbst', '2025-09-01', '2025-11-30'],
    ['this autumn', '2026-09-01', '2026-11-30'],
    ['winter 2024', '2024-12-01', '2025-02-28'],
    ['Sommer 2020', '2020-06-01', '2020-08-31'],
    ['last month', '2026-10-01', '2026-10-31'],
    ['letztes Jahr', '2025-01-01', '2025-12-31'],
    ['letzte Woche', '2026-11-16', '2026-11-22'],
    ['this week', '2026-11-23', '2026-11-29'],
    ['last November', '2025-11-01', '2025-11-30'],
    ['yesterday', '2026-11-22', '2026-11-22'],
    ['heute', '2026-11-23', '2026-11-23'],
    ['12 August 2026', '2026-08-12', '2026-08-12'],
    ['August 12th, 2026', '2026-08-12', '2026-08-12'],
    ['12. August 2026', '2026-08-12', '2026-08-12'],
    ['12.8.2026', '2026-08-12', '2026-08-12'],
    ['2026-08-12', '2026-08-12', '2026-08-12'],
    ['12.12.2025', '2025-12-12', '2025-12-12'],
    ['3 May', '2026-05-03', '2026-05-03'],
    ['May 3rd', '2026-05-03', '2026-05-03'],
    ['on the 3rd of May', '2026-05-03', '2026-05-03'],
    ['3. Mai', '2026-05-03', '2026-05-03'],
    ['am 3. Dezember', '2025-12-03', '2025-12-03'],
    ['23 November', '2026-11-23', '2026-11-23'],
    ['24 November', '2025-11-24', '2025-11-24'],
    ['29 Feb', '2024-02-29', '2024-02-29'],
    ['wednesday', '2026-11-18', '2026-11-18'],
    ['am Mittwoch', '2026-11-18', '2026-11-18'],
    ['Sonnabend', '2026-11-21', '2026-11-21'],
    ['Monday', '2026-11-23', '2026-11-23'],
    ['last Monday', '2026-11-16', '2026-11-16'],
    ['letzten Mittwoch', '2026-11-18', '2026-11-18'],
  ])('%s', (search, from, to) => {
    expect(spans(search)).toEqual([from, to, '']);
  });

  it('may stand among other words', () => {
    expect(spans('beach in August 2026')).toEqual(['2026-08-01', '2026-08-31', 'beach']);
    expect(spans('beach 3 May')).toEqual(['2026-05-03', '2026-05-03', 'beach']);
    expect(spans('beach on Wednesday')).toEqual(['2026-11-18', '2026-11-18', 'beach']);
    expect(spans('Emma letzten Sommer am Strand')).toEqual(['2026-06-01', '2026-08-31', 'emma strand']);
  });

  it('are no more than a guess where the word means something else, too', () => {
    expect(daysNamed('may', today)).toEqual({ from: '2026-05-01', to: '2026-05-31', rest: '', certain: false });
    expect(daysNamed('May 2025', today)?.certain).toBe(true);
    expect(daysNamed('Sunday', today)).toEqual({ from: '2026-11-22', to: '2026-11-22', rest: '', certain: false });
  });

  const dayless = ['plum tree', 'the last', 'plum 3', '31 February 2026', '13.13.2026', '12345', 'constructor', 'plum constructor', ''];
  it.each(dayless)('are none in “%s”', (search) => {
    const named = daysNamed(search, today);
    if (search === '31 February 2026') expect(named?.rest).toBe('31');
    else if (search === '13.13.2026') expect(named?.rest).toBe('13 13');
    else expect(named).toBeUndefined();
  });
});
