import { expect, goodPassword, quiet, test } from './fixture.ts';

for (const [what, files] of [
  ['an app', '**/assets/*.js'],
  ['a part of the app', '**/assets/packages-*.js'],
] as const)
  test(`${what} that did not come the first time is asked for again, and what was typed stays`, async ({ page, expectRefusal }) => {
    expectRefusal(503);
    let asked = 0;
    let isAway = true;
    await page.route(files, (route) => {
      asked += 1;
      return isAway ? route.fulfill({ status: 503 }) : route.continue();
    });
    const documents: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
    await page.goto('/login');
    await expect.poll(() => asked).toBeGreaterThan(0);
    await quiet(page);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeDisabled();
    const email = page.getByLabel('E-mail');
    const before = asked;
    await email.pressSequentially('nora');
    await expect.poll(() => asked, 'at a sign of the visitor').toBeGreaterThan(before);
    await quiet(page);
    await expect(email).toHaveValue('nora');
    isAway = false;
    await email.pressSequentially('@example.com');
    await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
    await expect(email).toHaveValue('nora@example.com');
    await expect(email).toBeFocused();
    expect(documents, 'loaded anew, once').toHaveLength(2);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('typed')))).toEqual([]);
    // The app has taken over what was typed.
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Password Required')).toBeVisible();
    await expect(page.getByText('Required'), 'the e-mail is there').toHaveCount(1);
  });

test('forms help people: shown passwords, a hint for caps lock, password managers', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in' }), 'the app is there').toBeEnabled();
  const password = page.getByLabel('Password', { exact: true });
  await expect(page.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await page.getByLabel('E-mail').focus();
  for (const next of [password, ...['Show password', 'Log in'].map((name) => page.getByRole('button', { name }))]) {
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Forgot it?' })).toBeFocused();
  await password.fill(goodPassword);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await password.evaluate((field) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true })),
  );
  await expect(page.getByText('Caps lock is on.')).toBeVisible();
  await page.goto('/register');
  for (const [label, kind] of [
    ['First name', 'given-name'],
    ['Last name', 'family-name'],
    ['E-mail', 'email'],
    ['Confirm password', 'new-password'],
  ] as const)
    await expect(page.getByLabel(label)).toHaveAttribute('autocomplete', kind);
});
