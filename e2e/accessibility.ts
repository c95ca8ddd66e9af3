import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { atRest } from './motion.ts';
import { expectNoOverflow, withRoom } from './room.ts';

const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const rules: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] };

/**
 * What axe finds wrong with the page as it is, where asked with its colours in the dark, and where asked, by day, with the room of a laptop as well.
 * @throws Error naming what is wrong
 */
export async function assertAccessible(page: Page, { dark = false, room = false }: { dark?: boolean; room?: boolean } = {}): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // Our pages have no frames: axe runs in the page alone, and once it is there it stays until the next load.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  await expectNoViolations(page, dark);
  if (!room) return;
  await withRoom(page, async () => {
    await expectNoOverflow(page);
    // What has colours of its own there is looked at in the dark by `routes`.
    await expectNoViolations(page, false);
  });
}

async function expectNoViolations(page: Page, dark: boolean): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  // What is seen of a name is part of it: a rule of WCAG 2.1 that axe still tries out.
  const asked = { runOnly: rules, rules: { 'label-content-name-mismatch': { enabled: true } } };
  expect(await violationsOf(page, asked), `accessibility at ${width}`).toEqual([]);
  if (!dark) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page, { runOnly: ['color-contrast'] }), `accessibility in the dark at ${width}`).toEqual([]);
  await page.emulateMedia({ colorScheme: null });
}

/** @returns what axe finds on a page that stands still: what it finds where something began to move meanwhile is looked for once more */
async function violationsOf(page: Page, asked: axe.RunOptions): Promise<string[]> {
  await atRest(page);
  const found = await violationsNow(page, asked);
  if (found.length === 0) return [];
  await atRest(page);
  const left = await violationsNow(page, asked);
  if (left.length === 0) console.warn(`${page.url()}: found, and gone at a second look: ${found.join('\n')}`);
  return left;
}

async function violationsNow(page: Page, asked: axe.RunOptions): Promise<string[]> {
  const violations = await page.evaluate(
    async (options) => (await (window as unknown as { axe: typeof axe }).axe.run(options)).violations,
    { ...asked, resultTypes: ['violations' as const] },
  );
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes.map(({ target, any }) => [target.join(' '), any[0]?.message].join(': ')).join(', ')})`,
  );
}
