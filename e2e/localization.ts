import type { Page } from '@playwright/test';
import { sampleChildren, sampleInvitation, sampleMembers } from '../apps/server/sample/family.ts';
import { sampleSections } from '../apps/server/sample/information.ts';
import { sampleMoments } from '../apps/server/sample/moments.ts';
import { samplePosts } from '../apps/server/sample/posts.ts';
import { sampleQuestions } from '../apps/server/sample/questions.ts';
import { sampleRecipes } from '../apps/server/sample/recipes.ts';
import { sampleShelves } from '../apps/server/sample/treasures.ts';

// What a page says, and what of it comes from no catalogue. In the made-up languages every word of a catalogue is marked: en-XA accents its
// letters, ar-XB puts it between two signs of direction. Plain letters are then what people wrote, what `Intl` says, or a forgotten word.

/** All texts of a value, however deep. */
const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
};

/** What the sample family has written. */
const written = textsOf([
  sampleMembers,
  sampleChildren,
  sampleInvitation,
  samplePosts,
  sampleQuestions,
  sampleRecipes,
  sampleMoments,
  sampleSections,
  sampleShelves,
])
  .concat('The Whitlocks', 'the Whitlocks', 'Sample')
  .join('\n')
  .replaceAll(/[\s\u00a0]+/g, ' ');

/** Names, which are the same in every language. */
const names = new Set([
  ...sampleMembers.flatMap(({ firstname, lastname }) => [firstname, lastname]),
  ...sampleChildren.map(({ name }) => name),
  'Heartwood',
  'English',
  'Deutsch',
  'WHO',
  'PDF',
  'ZIP',
  'JPEG',
  'HEIC',
  'MP4',
  'iPhone',
  'Android',
  'Visa',
]);

/** What `Intl` says in English: days, months, units, the words of lists and of times ago. */
const intl = new Set(
  [
    // Twelve days of twelve months, on every day of the week.
    ...Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1))).flatMap((day) =>
      (['long', 'short'] as const).flatMap((style) => [
        day.toLocaleDateString('en-GB', { month: style, timeZone: 'UTC' }),
        day.toLocaleDateString('en-GB', { weekday: style, timeZone: 'UTC' }),
      ]),
    ),
    ...(['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const).flatMap((unit) =>
      [-2, -1, 0, 1, 2].flatMap((value) => [
        new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(value, unit),
        Math.abs(value).toLocaleString('en', { style: 'unit', unit, unitDisplay: 'long' }),
        Math.abs(value).toLocaleString('en', { style: 'unit', unit, unitDisplay: 'short' }),
      ]),
    ),
    ...['centimeter', 'kilogram', 'inch', 'pound', 'foot', 'byte', 'kilobyte', 'megabyte', 'gigabyte', 'percent'].map((unit) =>
      (2).toLocaleString('en', { style: 'unit', unit }),
    ),
    new Intl.ListFormat('en').format(['1', '2', '3']),
    new Intl.ListFormat('en', { type: 'disjunction' }).format(['1', '2']),
    'am pm noon midnight',
  ]
    .flatMap((text) => text.match(/\p{L}+/gu) ?? [])
    .map((word) => word.toLowerCase()),
);

/** What is no word: addresses of mail and of pages, and the words ar-XB has marked. */
const noWords = /\u202e[^\u202c]*\u202c|\S+@\S+|https?:\/\/\S+|\b[\w-]+\.(?:jpe?g|png|pdf|mp4|m4a|mov)\b/g;

/** Runs of plain words in a text, that nobody of the sample wrote, `Intl` does not say, and that are no name. */
function untranslated(text: string): string[] {
  const left = text.replaceAll(noWords, '\n').replaceAll(/[ \t\u00a0]+/g, ' ');
  // A run ends where a marked word begins: at a letter that is not ASCII.
  const runs = left.match(/(?<![\p{L}])[A-Za-z](?:[A-Za-z]|[ ,.;:!?'’“”–-](?=[A-Za-z“’]))*(?![\p{L}])/gu) ?? [];
  // Initials stand where there is no portrait.
  const isPlain = (word: string) => !/^[A-Z]{1,2}$/.test(word) && word.length > 1 && !names.has(word) && !intl.has(word.toLowerCase());
  return runs.filter((run) => !written.includes(run) && (run.match(/[A-Za-z]+/g) ?? []).some(isPlain));
}

/** What a page says to its reader: its title, visible texts, and what is said by attributes. */
export async function untranslatedTexts(page: Page): Promise<string[]> {
  const said = await page.evaluate(() => {
    const texts = [document.title];
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent && !parent.closest('script, style, noscript, [translate=no]') && isShown(parent)) texts.push(node.nodeValue ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt], [aria-valuetext], [aria-description]'))
      if (isShown(element))
        for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-valuetext', 'aria-description'])
          texts.push(element.getAttribute(name) ?? '');
    return texts.filter((text) => /[A-Za-z]/.test(text));
  });
  return [...new Set(said.flatMap(untranslated))];
}

/** Texts that are cut off by a box around them which shows no ellipsis and cannot be scrolled. */
export function truncatedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.nodeValue?.trim() || !node.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      for (let box: HTMLElement | null = node.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp, position } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        // Said to screen readers alone.
        if (edge.width <= 1 || edge.height <= 1) break;
        const isMeant =
          textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || [overflowX, overflowY].some((one) => /auto|scroll/.test(one));
        if (isMeant || position === 'fixed') break;
        const across = overflowX !== 'visible' && (left < edge.left - 1 || right > edge.right + 1);
        const down = overflowY !== 'visible' && (top < edge.top - 2 || bottom > edge.bottom + 2);
        if (across || down) {
          cut.add(node.nodeValue.trim().slice(0, 60));
          break;
        }
      }
    }
    return [...cut];
  });
}

/** Icons that point back or onwards against the direction of reading. */
export function misdirectedIcons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const mirrored = document.documentElement.dir === 'rtl';
    const arrows = document.querySelectorAll('.lucide-arrow-left, .lucide-arrow-right, .lucide-chevron-left, .lucide-chevron-right');
    return [...arrows].filter((icon) => (getComputedStyle(icon).scale === '-1 1') !== mirrored).map((icon) => icon.classList.value);
  });
}
