import { languages } from '@heartwood/contract/languages';
import { suggestions, suggestionThemes } from '@heartwood/contract/suggestions';
import { expect, test } from 'vitest';
import { readCatalogue, translatorOf } from './catalogues.ts';
import { suggestionMessages, themeMessages } from './suggestions.ts';

test('there are at least twenty suggested questions, several of each theme, and no theme twice in a row', () => {
  expect(suggestions.length).toBeGreaterThanOrEqual(20);
  for (const theme of suggestionThemes) expect(suggestions.filter((one) => one.theme === theme).length, theme).toBeGreaterThanOrEqual(2);
  expect(suggestions.filter(({ theme }, at) => suggestions[at + 1]?.theme === theme)).toEqual([]);
});

test.each(languages)('in %s each is one short question, and none is there twice', (language) => {
  const t = translatorOf(language);
  const asked = suggestions.map(({ slug }) => t(suggestionMessages[slug]));
  for (const question of asked) expect(question).toMatch(/^[^?"'!]{10,79}\?$/);
  expect(new Set(asked).size).toBe(suggestions.length);
  const used = [...suggestions.map(({ slug }) => suggestionMessages[slug]), ...Object.values(themeMessages)];
  expect(used.toSorted()).toEqual(Object.keys(readCatalogue(language, 'suggestions')).toSorted());
});
