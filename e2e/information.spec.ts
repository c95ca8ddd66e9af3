import { readFile } from 'node:fs/promises';
import { chooseFiles } from './choosing.ts';
import { expect, joinFamily, keptOnDevice, logIn, newAccount, photo, test, toasts } from './fixture.ts';
import { addChild, bearer, fillDay } from './makers.ts';
import { holdBack } from './network.ts';
import { goOn } from './running-app.ts';

/** The smallest page there is. */
const pdf =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
const health = '/private/additional-information/emma/health';

test('a section is written with the right boxes, is read at a glance, and says who wrote it', async ({ page, accessible }) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  await addChild(page, account);
  await logIn(page, account, '/private');
  await page.getByRole('link', { name: /Good to know/ }).click();
  await expect(page.getByRole('heading', { name: 'Emma', level: 1 })).toBeVisible();
  await expect(page.getByText('Only guardians see this: you.')).toBeVisible();
  await page.getByRole('link', { name: /^Health/ }).click();
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await page.getByRole('link', { name: 'Write something down' }).click();

  await page.getByLabel('Allergies', { exact: true }).fill('Hazelnuts\nSyrup in the blue bag');
  await expect(page.getByLabel('Practice, phone', { exact: true })).toHaveAttribute('inputmode', 'tel');
  await page.getByLabel('Practice, phone', { exact: true }).fill('+44 20 7946 0018');
  await fillDay(page, '2026-02-31');
  await page.getByRole('button', { name: 'A field of your own' }).click();
  await page.getByLabel('What should be known?', { exact: true }).fill('Sleeps on the left');
  await accessible(page, { room: true });
  const name = page.getByLabel('What is it?', { exact: true });
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(page.getByText('This day does not exist.')).toBeInViewport();
  await expect(page.getByLabel('Day', { exact: true })).toBeFocused();
  await expect(page.getByText('Give this field a name')).toBeVisible();
  await page.getByLabel('Day', { exact: true }).fill('22');
  await page.getByLabel('Notes', { exact: true }).focus();
  await save.click();
  await expect(name, 'each time it is pressed').toBeFocused();
  await page.keyboard.type('Vaccinations given');
  await expect(name, 'also where a usual field is called as its beginning').toHaveValue('Vaccinations given');
  await expect(name).toBeFocused();
  await name.fill('Sleeping');
  await page.getByRole('button', { name: 'Arrange or remove Sleeping' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  // The first menu is gone before the next is opened.
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.getByRole('button', { name: 'Arrange or remove Insurance number' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Insurance number' })).toBeVisible();
  await page.getByLabel('Notes', { exact: true }).fill('Falls asleep if someone hums.');
  const paper = { name: 'Vaccinations.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) };
  const letter = { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: await readFile(photo('letter')) };
  await chooseFiles(page.getByRole('button', { name: 'Add photos' }), [letter, paper]);
  await page.getByRole('button', { name: 'Save' }).click();

  await page.waitForURL((url) => url.pathname === health && url.search === '');
  await expect(page.getByText('Allergies: Hazelnuts')).toBeVisible();
  await expect(page.getByText('22 February 2026')).toBeVisible();
  await expect(page.getByText('Sleeps on the left')).toBeVisible();
  await expect(page.getByText('Falls asleep if someone hums.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call +44 20 7946 0018' })).toHaveAttribute('href', 'tel:+442079460018');
  await expect(page.getByText('Blood type')).toBeHidden();
  await expect(page.getByRole('img', { name: 'letter.jpg' })).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'letter.jpg' }).click();
  const large = page.getByRole('dialog');
  await expect(large.getByRole('img', { name: 'letter.jpg' })).toBeVisible();
  await large.getByRole('button', { name: 'What to do with this photo' }).click();
  await expect(page.getByRole('menuitem', { name: 'Save', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await accessible(page);
  await large.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'letter.jpg' })).toBeFocused();
  await expect(page.getByText('Vaccinations.pdf')).toBeVisible();
  await page.getByText('Who changed what').click();
  await expect(page.getByText(/added Allergies, Practice, phone, Last check-up and Sleeping, changed the notes/)).toBeVisible();
  await accessible(page, { room: true });

  await page.getByRole('link', { name: 'Add a field' }).click();
  await page.getByLabel('What is it?', { exact: true }).last().fill('Not saved');
  await page.getByRole('button', { name: 'Close without saving' }).click();
  await expect(page.getByRole('heading', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Go on writing' }).click();
  await expect(page.getByLabel('What is it?', { exact: true }).last()).toHaveValue('Not saved');
  await page.getByRole('button', { name: 'Close without saving' }).click();
  await page.getByRole('button', { name: 'Leave it' }).click();
  await expect(page.getByText('Allergies: Hazelnuts')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('4 fields, a note, 2 attachments')).toBeVisible();
});

test('two guardians write at once: nothing of either is lost, and a relative is told kindly', async ({
  page,
  newPerson,
  accessible,
  expectRefusal,
}) => {
  test.setTimeout(120_000);
  expectRefusal(409);
  const nora = await newAccount(page);
  await addChild(page, nora);
  const sam = await joinFamily(page, nora, 'Sam Whitlock', 'guardian');
  const ruth = await joinFamily(page, nora, 'Ruth Whitlock', 'relative');
  const path = '/private/additional-information/emma/sizes';
  await logIn(page, nora, `${path}?edit=1`);
  await page.getByLabel('Clothes', { exact: true }).fill('104');
  await page.getByLabel('Shoes', { exact: true }).fill('27');
  await page.getByLabel('Notes', { exact: true }).scrollIntoViewIfNeeded();

  const put = (fields: object[], note: string) =>
    page.request.put(`/api/additional-information/emma/sizes`, { headers: bearer(sam), data: { fields, note } });
  expect(
    (
      await put(
        [
          { label: 'Shoes', value: '28' },
          { label: 'Hat', value: '50' },
        ],
        'From Sam',
      )
    ).status(),
  ).toBe(200);
  const theirs = '**/api/additional-information/*/sizes?family_id=*';
  const asked = page.waitForRequest(theirs);
  const arrive = await holdBack(page, theirs);
  const letGo = await holdBack(page, '**/api/media');
  await page.getByRole('button', { name: 'Save' }).click();
  await asked;
  await page.getByLabel('Gloves', { exact: true }).fill('S');
  await chooseFiles(page.getByRole('button', { name: 'Add photos' }), photo('letter'));
  arrive();
  await expect(page.getByText(/Sam Whitlock saved this section while you were writing. Where you both/)).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('Clothes', { exact: true })).toHaveValue('104');
  await expect(page.getByLabel('Shoes', { exact: true })).toHaveValue('27');
  await expect(page.getByText('Sam Whitlock wrote: 28')).toBeVisible();
  await expect(page.getByLabel('Hat', { exact: true })).toHaveValue('50');
  await expect(page.getByLabel('Notes', { exact: true })).toHaveValue('From Sam');
  await expect(page.getByLabel('Gloves', { exact: true }), 'also what is written while theirs is on its way').toHaveValue('S');
  letGo();
  await expect(page.getByRole('list', { name: 'Photos' }).getByText('is there'), 'and a photo that is').toHaveCount(1);
  await accessible(page);
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await expect(page.getByLabel('Shoes', { exact: true })).toHaveValue('28');
  await expect(page.getByRole('button', { name: 'Arrange or remove Shoes' })).toBeFocused();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL((url) => url.search === '');
  await expect(page.getByText('Only guardians see this: you and Sam.')).toBeVisible();
  for (const value of ['104', '28', '50', 'From Sam']) await expect(page.getByText(value, { exact: true })).toBeVisible();

  await test.step('what one took out and the other changed is back, and says so', async () => {
    await goOn(page, `${path}?edit=1`);
    const hat = page.getByLabel('Hat', { exact: true });
    await page.getByRole('button', { name: 'Arrange or remove Hat' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect(hat).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Arrange or remove Gloves' })).toBeFocused();
    expect((await put([{ label: 'Hat', value: '51' }], 'From Sam')).status()).toBe(200);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Sam Whitlock changed this field, which you had taken out.')).toBeVisible();
    await expect(hat).toHaveValue('51');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL((url) => url.search === '');
    await expect(page.getByText('51', { exact: true })).toBeVisible();
  });

  const other = await newPerson();
  await logIn(other, ruth, path);
  await expect(other.getByRole('heading', { name: 'What is good to know about Emma is with the guardians' })).toBeVisible();
  await expect(other.getByText('Only Nora and Sam can see and change it.')).toBeVisible();
  await accessible(other);
  await other.getByRole('link', { name: 'What is good to know about you' }).click();
  await expect(other.getByRole('heading', { name: 'Ruth', level: 1 })).toBeVisible();
  await expect(other.getByRole('link', { name: /^Health/ })).toBeVisible();
});

test('whoever comes back while a section is being saved goes on from what was saved', async ({ page }) => {
  const account = await newAccount(page);
  await addChild(page, account);
  const editing = `${health}?edit=1`;
  await logIn(page, account, editing);
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  const etags: (string | undefined)[] = [];
  await page.route(`**/api/additional-information/*/health`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    etags.push(route.request().headers()['if-match']);
    await until;
    await route.continue();
  });
  const allergies = page.getByLabel('Allergies', { exact: true });
  const save = page.getByRole('button', { name: 'Save' });
  await allergies.fill('Hazelnuts');
  await save.click();
  await expect.poll(() => etags.length).toBe(1);
  await page.getByRole('button', { name: 'Close without saving' }).click();
  await page.getByRole('button', { name: 'Leave it' }).click();
  await goOn(page, editing);
  await expect(save).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(save).not.toHaveAttribute('aria-busy', 'true');
  await expect(allergies).toHaveValue('Hazelnuts');
  await allergies.fill('Hazelnuts and bees');
  await save.click();
  await expect(page.getByText('Allergies: Hazelnuts and bees')).toBeVisible();
  expect(etags[1]).not.toBe(etags[0]);
  expect(etags).toHaveLength(2);

  await test.step('what is written while it is being saved is saved next', async () => {
    await goOn(page, editing);
    const note = page.getByLabel('Notes', { exact: true });
    const there = page.getByRole('list', { name: 'Photos' }).getByText('is there');
    await allergies.fill('Bees');
    await chooseFiles(page.getByRole('button', { name: 'Add photos' }), photo('letter'));
    await expect(there).toHaveCount(1);
    const letGo = await holdBack(page, '**/api/additional-information/*/health');
    await save.click();
    await note.fill('The syrup is in the blue bag.');
    letGo();
    // The first save has said so, too.
    await expect(toasts(page).filter({ hasText: 'Saved' }).last()).toBeVisible();
    await expect(save).not.toHaveAttribute('aria-busy', 'true');
    await expect(note).toHaveValue('The syrup is in the blue bag.');
    await keptOnDevice(page);
    await page.reload();
    await expect(note, 'it is kept as a draft').toHaveValue('The syrup is in the blue bag.');
    await save.click();
    await expect(page.getByText('The syrup is in the blue bag.')).toBeVisible();
    await expect(page.getByText('Allergies: Bees')).toBeVisible();
    await expect(page.getByRole('img', { name: 'letter.jpg' })).toHaveCount(1);
    await expect(page.getByText(/Sam|somebody else/)).toHaveCount(0);
  });
});
