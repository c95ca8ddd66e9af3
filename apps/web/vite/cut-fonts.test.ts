import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages } from '@heartwood/contract/languages';
import { readLanguage } from '@heartwood/messages/catalogues';
import { cutsOf, lettersOf } from './cut-fonts.ts';

const src = join(import.meta.dirname, '../src');
const styles = (name: string) => readFile(join(src, 'styles', name), 'utf8');

describe('the fonts', () => {
  it('has every letter that the interface is written with in the files that come first', async () => {
    const first = cutsOf(await styles('fonts.css')).filter(({ part }) => part === 'first');
    expect(first.map(({ font }) => font)).toEqual(['newsreader-latin-opsz-normal', 'figtree-latin-wght-normal']);
    const written = new Set(
      languages
        .flatMap((language) => Object.values(readLanguage(language)))
        .join('')
        .replaceAll('\n', ''),
    );
    expect(written.size).toBeGreaterThan(50);
    for (const { font, ranges } of first) {
      const letters = new Set(lettersOf(ranges));
      expect(
        [...written].filter((letter) => !letters.has(letter)),
        font,
      ).toEqual([]);
    }
  });

  it('has each letter of a font in one of its parts', async () => {
    const cuts = cutsOf(await styles('fonts.css'));
    for (const font of ['newsreader-latin-opsz-normal', 'figtree-latin-wght-normal']) {
      const parts = cuts.filter((cut) => cut.font === font);
      const letters = parts.flatMap(({ ranges }) => [...lettersOf(ranges)]);
      expect(new Set(letters).size, 'none in two').toBe(letters.length);
      expect(letters).toEqual(expect.arrayContaining([...'Zoë’s façade costs €5.99 – or £4']));
    }
  });

  it('refuses a file of which nobody says what it holds', () => {
    const face = '@font-face { src: url("@cut/figtree-latin-wght-normal.first.woff2"); font-weight: 400 700; }';
    expect(() => cutsOf(face)).toThrow('figtree-latin-wght-normal.first lacks');
  });
});

describe('what stands in until a font is there', () => {
  // Ascent and descent in percent of the em, from the fonts' own tables.
  const metrics = { serif: [73.5, 26.5], display: [73.5, 26.5], sans: [95, 25] } as const;

  it.each(Object.keys(metrics) as (keyof typeof metrics)[])('is as high as the %s', async (role) => {
    const [tokens, fallbacks] = await Promise.all([styles('tokens.css'), styles('fallbacks.css')]);
    const stacks = [...tokens.matchAll(new RegExp(`--hw-font-${role}:([^;]+);`, 'g'))];
    expect(stacks.length).toBeGreaterThan(0);
    const families = stacks.flatMap(([, stack = '']) => stack.match(/"[^"]+ as [^"]+"/g) ?? []);
    expect(families.length).toBeGreaterThanOrEqual(3);
    for (const family of families) {
      const faces = fallbacks.split('\n').filter((line) => line.includes(`font-family: ${family};`));
      expect(faces.length, family).toBeGreaterThan(0);
      for (const face of faces) {
        const percent = (name: string) => Number(new RegExp(` ${name}: ([\\d.]+)%`).exec(face)?.[1]);
        const size = percent('size-adjust') / 100;
        expect(percent('ascent-override') * size, face).toBeCloseTo(metrics[role][0], 1);
        expect(percent('descent-override') * size, face).toBeCloseTo(metrics[role][1], 1);
        expect(percent('line-gap-override'), face).toBe(0);
      }
    }
  });
});
