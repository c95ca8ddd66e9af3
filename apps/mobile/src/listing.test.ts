import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// What stands on the app's pages in the stores, in each language of the app.

/** How many characters the stores take: App Store Connect, and the Play Console (`name`, `short`, `description`). */
const limits = { name: 30, subtitle: 30, promotion: 170, keywords: 100, short: 80, description: 4_000 };

test.each(['en', 'de'])('the words for the stores in %s are all there, and none is too long', (language) => {
  const file = join(import.meta.dirname, `../resources/store/listing.${language}.json`);
  const listing = JSON.parse(readFileSync(file, 'utf8')) as Record<keyof typeof limits, string>;
  expect(Object.keys(listing).toSorted()).toEqual(Object.keys(limits).toSorted());
  for (const [name, limit] of Object.entries(limits)) {
    const { length } = listing[name as keyof typeof limits];
    expect(length, name).toBeGreaterThan(10);
    expect(length, name).toBeLessThanOrEqual(limit);
  }
});
