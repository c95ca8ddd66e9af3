import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subset from 'subset-font';
import type { Plugin } from 'vite';

/** What the layout of Latin text needs, and the figures of a table. Small capitals, old figures and other sets are shown nowhere. */
const features = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'rlig', 'liga', 'calt', 'lnum', 'pnum', 'tnum'];
/** The serif follows its size (`font-optical-sizing`), from the smallest that is set in it to the drawing for display. */
const sizes = { min: 16, max: 72 };

/** One rule of the sheet: the file that it names, and what the file has to hold. */
interface Cut {
  /** The whole font, without its ending: `newsreader-latin-opsz-normal`. */
  font: string;
  /** Which part of it, the file's name behind the dot. */
  part: string;
  weights: { min: number; max: number };
  ranges: string;
}

/**
 * Cuts the fonts as `fonts.css` declares them: a rule whose file is `@cut/<font>.<part>.woff2` gets the letters of its `unicode-range` in the
 * weights of its `font-weight`, and nothing else. The files lie in `node_modules/.cache` and are made anew when the sheet, this file or a
 * font is another.
 */
export function cutFonts({ sheet, cache }: { sheet: string; cache: string }): Plugin {
  return {
    name: 'heartwood:cut-fonts',
    async config() {
      const cuts = cutsOf(await readFile(sheet, 'utf8'));
      const made = await Promise.all(cuts.map((cut) => make(cut, cache)));
      return { resolve: { alias: made.map(({ name, file }) => ({ find: `@cut/${name}`, replacement: file })) } };
    },
  };
}

/** The rules of a sheet that name a cut file. Throws where one lacks its letters or its weights. */
export function cutsOf(css: string): Cut[] {
  const faces = css.match(/@font-face\s*\{[^}]*\}/g) ?? [];
  return faces.flatMap((face) => {
    const [, font, part] = /"@cut\/([\w-]+)\.([\w-]+)\.woff2"/.exec(face) ?? [];
    if (!font || !part) return [];
    const [, min, max] = /font-weight:\s*(\d+) (\d+);/.exec(face) ?? [];
    const [, ranges] = /unicode-range:\s*([^;]+);/.exec(face) ?? [];
    if (!min || !max || !ranges) throw new Error(`${font}.${part} lacks its weights or its letters.`);
    return [{ font, part, ranges, weights: { min: Number(min), max: Number(max) } }];
  });
}

/** The letters of a `unicode-range`, as text. */
export function lettersOf(ranges: string): string {
  return ranges
    .split(',')
    .flatMap((range) => {
      const [from = 0, to = from] = range
        .trim()
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
    })
    .join('');
}

async function make({ font, part, weights, ranges }: Cut, cache: string): Promise<{ name: string; file: string }> {
  const [family = ''] = font.split('-');
  const whole = await readFile(createRequire(import.meta.url).resolve(`@fontsource-variable/${family}/files/${font}.woff2`));
  const recipe = createHash('sha256').update(whole);
  recipe.update(JSON.stringify([weights, ranges, sizes, features]));
  const directory = join(cache, recipe.digest('hex').slice(0, 16));
  const name = `${font}.${part}.woff2`;
  const file = join(directory, name);
  const there = await access(file).then(
    () => true,
    () => false,
  );
  if (there) return { name, file };
  // Its types do not know `keepFeatures` yet.
  const kept = {
    targetFormat: 'woff2' as const,
    keepFeatures: features,
    variationAxes: { wght: weights, ...(font.includes('-opsz-') && { opsz: sizes }) },
  };
  const cut = await subset(whole, lettersOf(ranges), kept);
  await mkdir(directory, { recursive: true });
  // Whole or not at all: another build may be at the same file.
  const draft = join(directory, `${randomUUID()}.woff2`);
  await writeFile(draft, cut);
  await rename(draft, file);
  return { name, file };
}
