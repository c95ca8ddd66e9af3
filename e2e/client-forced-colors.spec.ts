import type { Locator } from '@playwright/test';
import { expect, newAccount, quiet, signIn, test } from './fixture.ts';
import { addChild } from './makers.ts';

const styleOf = (of: Locator, name: 'borderTopWidth' | 'outlineStyle' | 'backgroundColor', pseudo?: string) =>
  of.evaluate((element, [which, part]) => getComputedStyle(element, part)[which], [name, pseudo] as const);
const hasEdge = async (of: Locator) => expect(Number.parseFloat(await styleOf(of, 'borderTopWidth'))).toBeGreaterThan(0);
/** The box around a control. */
const around = (control: Locator) => control.locator('..');

test('in forced colours fields, buttons and switches have an edge, and what is chosen and what has the focus is marked', async ({
  page,
  accessible,
}) => {
  const nora = await newAccount(page);
  await addChild(page, nora, { name: 'Emma', birth_day: '2023-09-12' });
  await signIn(page, nora);
  await page.emulateMedia({ forcedColors: 'active' });

  await page.goto('/treasures/share-something');
  await quiet(page);
  await hasEdge(page.getByLabel('What happened?'));
  await hasEdge(page.getByRole('button', { name: /^Share/ }).last());
  const emma = page.getByRole('button', { name: 'Emma' });
  await hasEdge(emma);
  const plain = await styleOf(emma, 'backgroundColor');
  await emma.click();
  await expect(emma).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => styleOf(emma, 'backgroundColor'), 'a chosen chip').not.toBe(plain);
  await accessible(page);

  await page.goto('/private/profile');
  await quiet(page);
  const field = page.getByLabel('First name');
  await hasEdge(around(field));
  await field.focus();
  expect(await styleOf(around(field), 'outlineStyle'), 'a field with the focus').toBe('solid');
  const normal = around(page.getByRole('radio', { name: 'Normal' }));
  expect(await styleOf(normal, 'backgroundColor'), 'a chosen segment').not.toBe(
    await styleOf(around(page.getByRole('radio', { name: 'Large', exact: true })), 'backgroundColor'),
  );
  const toggle = around(page.getByRole('switch').first());
  await hasEdge(toggle);
  const thumb = await styleOf(toggle, 'backgroundColor', '::after');
  expect(thumb, 'the thumb of a switch').not.toBe(await styleOf(toggle, 'backgroundColor'));
  await accessible(page);
});
