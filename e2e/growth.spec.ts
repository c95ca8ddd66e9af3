import { expect, keptOnDevice, logIn, newAccount, quiet, test } from './fixture.ts';
import { addChild, daysAgo, fillDay, measure } from './makers.ts';
import { holdBack } from './network.ts';
import { goOn } from './running-app.ts';

const emma = { name: 'Emma', birth_day: '2023-09-12', gender: 'female' };

test('the first measurement: what cannot be is said, what is measured stands beside the curves', async ({ page, accessible }) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  const id = await addChild(page, account, emma);
  // A day of this year stands without its year.
  await page.clock.setFixedTime(new Date('2026-11-20T12:00:00Z'));
  await logIn(page, account, `/children/childDetail/${id}?tab=growth`);
  await expect(page.getByRole('heading', { name: 'How tall is Emma?' })).toBeVisible();
  await expect(page.locator('.recharts-area'), 'the birthday alone draws the curves').not.toHaveCount(0);
  await accessible(page, { room: true });
  await page.getByRole('link', { name: 'Add a measurement' }).click();
  const sheet = page.getByRole('dialog', { name: 'Measure Emma' });
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByText('One of height, weight and head is needed.')).toBeVisible();
  await sheet.getByLabel('Height', { exact: true }).fill('900');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByText('Height must be between 20 and 275 cm')).toBeVisible();
  await sheet.getByLabel('Height', { exact: true }).fill('95,1');
  await sheet.getByLabel('Weight', { exact: true }).fill('12000');
  await expect(sheet.getByText('Weight must be'), 'while it is typed nothing is said').toHaveCount(0);
  await sheet.getByLabel('Head', { exact: true }).fill('round');
  await expect(sheet.getByText('Weight must be between 0.2 and 650 kg'), 'a field that is left says it').toBeVisible();
  await sheet.getByLabel('Height', { exact: true }).focus();
  await expect(sheet.getByText('Head must be a number')).toBeVisible();
  for (const field of ['Weight', 'Head']) await sheet.getByLabel(field, { exact: true }).fill('');
  await sheet.getByLabel('Height', { exact: true }).focus();
  await expect(sheet.getByRole('alert')).toHaveCount(0);
  await fillDay(sheet, '2026-09-12');
  await expect(sheet.getByText('At 3 years')).toBeVisible();
  await accessible(page, { room: true });
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toBeHidden();

  await expect(page.getByText('95.1 cm').first()).toBeVisible();
  await expect(page.getByText(/^50th percentile, 12 September$/)).toBeVisible();
  await expect(page.getByText('Of 100 girls her age, about 50 are taller.')).toBeVisible();
  await expect(page.getByRole('img', { name: /Emma’s height 95.1 cm at 3 years, beside the WHO’s curves/ })).toBeVisible();
  await expect(page.locator('.recharts-area')).not.toHaveCount(0);
  await page.getByText('The same as a table').click();
  await expect(page.getByRole('row', { name: /12 September 2026 3 years 95.1 cm 50th percentile/ })).toBeVisible();
  await accessible(page, { room: true });

  await page.getByRole('radio', { name: 'in, lb' }).click();
  await expect(page.getByText('37.4 in').first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('37.4 in').first()).toBeVisible();
});

test('measurements are listed, deleted and brought back; each measure has its curves', async ({ page, accessible }) => {
  const account = await newAccount(page);
  const id = await addChild(page, account, emma);
  await measure(page, account, id, [
    { measured_on: '2023-09-12', height_cm: 50, weight_kg: 3.4, head_cm: 34.2 },
    { measured_on: '2024-03-12', height_cm: 66.9, weight_kg: 7.6, head_cm: 42.6 },
    { measured_on: '2024-09-12', height_cm: 75.3, weight_kg: 9.3 },
    { measured_on: '2025-03-12', height_cm: 82, weight_kg: 10.5 },
    { measured_on: '2025-09-12', height_cm: 87.6, weight_kg: 11.8, head_cm: 47.6 },
    { measured_on: '2026-09-12', height_cm: 96.7, weight_kg: 14.3, head_cm: 49 },
  ]);
  await logIn(page, account, `/children/childDetail/${id}?tab=growth`);
  const list = page.getByRole('region', { name: 'All measurements' });
  await expect(list.getByRole('listitem')).toHaveCount(5);
  await list.getByRole('button', { name: 'Show 1 more' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(6);
  await expect(list.getByRole('listitem').last()).toContainText('Birth');
  await page.getByRole('button', { name: 'Head', exact: true }).click();
  await expect(page.getByRole('img', { name: /Emma’s head from 34.2 cm at birth to 49.0 cm at 3 years/ })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('measure')).toBe('head');
  await expect(page.getByText(/larger head/)).toBeVisible();
  await accessible(page, { room: true });
  await page.getByRole('link', { name: 'Add a measurement' }).click();
  await page.getByRole('dialog').getByLabel('Head', { exact: true }).press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(/larger head/), 'what is looked at stays').toBeVisible();

  let asked = 0;
  page.on('request', (request) => (asked += Number(request.method() === 'DELETE')));
  const release = await holdBack(page, '**/api/growth/*');
  for (const press of [1, 2]) {
    await page.getByRole('button', { name: 'What to do with 12 September 2026' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(list.getByRole('listitem').first(), `under way after press ${press}`).toHaveAttribute('data-pending');
  }
  release();
  await expect(list.getByText('12 September 2026')).toBeHidden();
  expect(asked, 'a second press asks for nothing').toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByText('12 September 2026')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(6);
});

test('a wrong measurement is corrected in one step; who came early and who has no gender have curves of their own', async ({
  page,
  accessible,
}) => {
  const account = await newAccount(page);

  await test.step('a correction, and what takes it back', async () => {
    const id = await addChild(page, account, emma);
    await measure(page, account, id, [
      { measured_on: '2025-09-12', height_cm: 87.6 },
      { measured_on: '2026-09-12', height_cm: 69.75, weight_kg: 14.35, lying: true },
    ]);
    await logIn(page, account, `/children/childDetail/${id}?tab=growth&measure=weight`);
    const list = page.getByRole('region', { name: 'All measurements' });
    const row = list.getByRole('listitem').filter({ hasText: '12 September 2026' });
    await row.getByRole('button', { name: 'What to do with 12 September 2026' }).click();
    await page.getByRole('menuitem', { name: 'Correct' }).click();
    const sheet = page.getByRole('dialog', { name: 'Correct 12 September 2026' });
    const height = sheet.getByLabel('Height', { exact: true });
    await expect(height).toHaveValue('69.75');
    await expect(sheet.getByLabel('Weight', { exact: true })).toHaveValue('14.35');
    await expect(sheet.getByLabel('Head', { exact: true })).toHaveValue('');
    await expect(sheet.getByLabel('Year', { exact: true })).toHaveValue('2026');
    await expect(sheet.getByRole('radio', { name: 'Lying' })).toBeChecked();
    await accessible(page);
    await height.fill('900');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet.getByText('Height must be between 20 and 275 cm')).toBeVisible();
    await height.fill('96.7');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet).toBeHidden();
    await expect(row).toContainText('96.7 cm');
    await expect(list.getByRole('listitem')).toHaveCount(2);
    expect(new URL(page.url()).searchParams.get('measure')).toBe('weight');
    const messages = page.getByRole('region', { name: 'Messages' });
    await expect(messages.getByText('Corrected')).toBeVisible();
    await messages.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toContainText('69.8 cm');
    await expect(list.getByRole('listitem')).toHaveCount(2);
  });

  await test.step('who came early is compared from the due date, and both ages are said', async () => {
    const id = await addChild(page, account, { name: 'Jonas', birth_day: daysAgo(200), gender: 'male', relationship_id: 2 });
    await measure(page, account, id, [{ measured_on: daysAgo(20), height_cm: 62, weight_kg: 6.4 }]);
    await goOn(page, `/children/childDetail/${id}?tab=growth`);
    await expect(page.getByRole('heading', { level: 1, name: 'Jonas' })).toBeVisible();
    await page.getByRole('button', { name: 'Born early?' }).click();
    await page.getByRole('combobox', { name: 'Born early?' }).click();
    await page.getByRole('option', { name: '8 weeks early', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/^Born 8 weeks early\. The curves count from the due date: /)).toBeVisible();
    const corrected = await page.getByText(/percentile, /).textContent();
    await accessible(page);
    await page.getByRole('radio', { name: 'From birth' }).click();
    await expect(page.getByText(/The curves count from birth: /)).toBeVisible();
    await expect(page.getByText(/percentile, /)).not.toHaveText(corrected ?? '');
  });

  await test.step('without gender the curves hold girls and boys, and the way to exact ones is said', async () => {
    const id = await addChild(page, account, { name: 'Robin', birth_day: '2023-09-12' });
    await measure(page, account, id, [{ measured_on: '2024-09-12', height_cm: 75 }]);
    await goOn(page, `/children/childDetail/${id}?tab=growth`);
    await expect(page.getByRole('heading', { level: 1, name: 'Robin' })).toBeVisible();
    await expect(page.getByText('The bands hold girls and boys together.')).toBeVisible();
    await expect(page.locator('.recharts-area')).not.toHaveCount(0);
    await accessible(page);
    await page.getByRole('link', { name: 'Say which' }).click();
    await expect(page.getByRole('button', { name: 'Girl' })).toBeVisible();
  });
});

test('what is typed keeps its units, whatever units are chosen meanwhile', async ({ page, context }) => {
  const account = await newAccount(page);
  const id = await addChild(page, account, emma);
  await measure(page, account, id, [{ measured_on: '2026-09-12', weight_kg: 15, head_cm: 48 }]);
  await logIn(page, account, `/children/childDetail/${id}?tab=growth`);
  const row = page.getByRole('region', { name: 'All measurements' }).getByRole('listitem');
  await row.getByRole('button', { name: 'What to do with 12 September 2026' }).click();
  await page.getByRole('menuitem', { name: 'Correct' }).click();
  const sheet = page.getByRole('dialog', { name: 'Correct 12 September 2026' });
  await sheet.getByLabel('Head', { exact: true }).fill('49');
  await keptOnDevice(page);
  const other = await context.newPage();
  await other.goto(`/children/childDetail/${id}?tab=growth`);
  await other.getByRole('radio', { name: 'in, lb' }).click();
  await expect(page.getByText('33.1 lb').first()).toBeAttached();
  await expect(sheet.getByText('kg', { exact: true })).toBeVisible();
  await page.reload();
  await expect(sheet.getByLabel('Head', { exact: true })).toHaveValue('49');
  await expect(sheet.getByLabel('Weight', { exact: true })).toHaveValue('15');
  await expect(sheet.getByText('kg', { exact: true })).toBeVisible();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toBeHidden();
  await expect(row).toContainText('33.1 lb');
  await expect(row).toContainText('19.3');

  // Only in the form of a new one they can be chosen.
  await page.getByRole('link', { name: 'Add a measurement' }).click();
  const fresh = page.getByRole('dialog', { name: 'Measure Emma' });
  await expect(fresh.getByText('lb', { exact: true })).toBeVisible();
  await fresh.getByRole('radio', { name: 'cm, kg' }).click();
  await expect(fresh.getByText('kg', { exact: true })).toBeVisible();
  await fresh.getByLabel('Weight', { exact: true }).fill('15.5');
  await fresh.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('15.5 kg').first()).toBeVisible();
});

test('nothing is cut at 320 pixels or with text twice as large', async ({ page }) => {
  const account = await newAccount(page);
  const id = await addChild(page, account, { ...emma, name: 'Emmanuelle-Wilhelmina' });
  await addChild(page, account, { name: 'Maximilian-Alexander', birth_day: '2021-03-04' });
  await measure(page, account, id, [
    { measured_on: '2023-09-12', height_cm: 50, weight_kg: 3.45, head_cm: 34.2 },
    { measured_on: '2026-09-12', height_cm: 96.7, weight_kg: 14.3, head_cm: 49 },
  ]);
  await logIn(page, account, `/children/childDetail/${id}`);
  const { height = 844 } = page.viewportSize() ?? {};
  for (const tab of ['', '?tab=milestones', '?tab=growth', '?tab=growth&add=1', '?tab=siblings']) {
    await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
    await page.setViewportSize({ width: 320, height });
    await goOn(page, `/children/childDetail/${id}${tab}`);
    await quiet(page);
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(wider, tab).toBe(0);
    await page.setViewportSize({ width: 640, height });
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    await expect.poll(wider, `${tab}, large`).toBe(0);
  }
});
