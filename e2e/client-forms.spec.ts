import type { Locator } from '@playwright/test';
import { expect, goodPassword, logIn, newAccount, quiet, someEmail, test, toasts } from './fixture.ts';
import { keys, kept } from './local-storage.ts';
import { chooseMonth, fillDay, fillRegistration, share } from './makers.ts';
import { boxOf } from './motion.ts';

/** As a paste does, in one piece and as far as the field takes it. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.page().keyboard.insertText(text);
}

test.describe('forms', () => {
  test('the fields of the login say what is wrong once they are left, and move nothing that is being pressed', async ({ page }) => {
    await test.step('[S5.10] a field is validated when it is left or committed, never while typing', async () => {
      await page.goto('/login');
      const email = page.getByLabel('E-mail');
      const problem = page.getByText('Must enter a valid email.');
      const state = () => email.getAttribute('data-field-state');
      await expect(page.getByRole('button', { name: 'Log in' }), 'the app is there').toBeEnabled();
      expect(await state()).toBe('valid');
      await email.pressSequentially('nobody');
      expect(await state()).toBe('dirty valid');
      await expect(problem).toHaveCount(0);
      await page.getByLabel('Password', { exact: true }).focus();
      await expect(problem).toBeVisible();
      expect(await state()).toBe('touched dirty validated');
      await expect(email).toHaveAttribute('aria-invalid', 'true');
      await email.fill('');
      await email.pressSequentially('nora@example.com');
      await expect(problem, 'not before it is left').toBeVisible();
      await email.dispatchEvent('change');
      await expect(problem).toHaveCount(0);
      expect(await state()).toBe('touched dirty valid validated');
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(page.getByText('Password Required')).toBeVisible();
      await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    });

    await test.step('a message that comes or goes as a field is left does not move what is being pressed', async () => {
      await page.goto('/login');
      const [email, forgot] = [page.getByLabel('E-mail'), page.getByRole('link', { name: 'Forgot it?' })];
      const problem = page.getByText('Must enter a valid email.');
      const upper = { position: { x: 30, y: 4 } };
      await expect(page.getByRole('button', { name: 'Log in' }), 'the app is there').toBeEnabled();
      const isPressed = async (press: () => Promise<void>) => {
        await press();
        await page.waitForURL('**/forgot-password');
        await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
        await page.goBack();
        await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
        await expect(email).toHaveValue('');
      };
      // A mouse is down for as long as somebody likes, a finger's mouse events follow each other at once.
      await email.fill('nobody');
      const [there] = [await boxOf(forgot), await forgot.hover(upper), await page.mouse.down()];
      await expect(email).not.toBeFocused();
      expect(await boxOf(forgot), 'while the pointer is down').toEqual(there);
      await isPressed(() => page.mouse.up());
      await email.fill('nobody');
      await isPressed(() => forgot.tap(upper));
      // A message that goes moves what is pressed up.
      const lower = { position: { x: 30, y: (there?.height ?? 0) - 4 } };
      await email.fill('nobody');
      await email.blur();
      await expect(problem).toBeVisible();
      await email.fill('nora@example.com');
      await expect(problem, 'not before it is left').toBeVisible();
      await isPressed(() => forgot.tap(lower));
    });
  });

  test('choices and dates have a state, as texts have, and digits of any script are digits', async ({ page }) => {
    const account = await newAccount(page);

    await test.step('[S4.12] a choice and a date have a state, as texts have, and all of a form are pending while it is sent', async () => {
      await logIn(page, account, '/children');
      await page.getByRole('link', { name: 'Add a child' }).first().click();
      await page.getByLabel('Name', { exact: true }).fill('Emma');
      const choice = page.getByRole('group', { name: 'Who is Emma to you?' });
      await expect(choice).toHaveAttribute('data-field-state', 'valid');
      await choice.getByRole('button', { name: 'Daughter', exact: true }).click();
      await expect(choice).toHaveAttribute('data-field-state', 'touched dirty valid validated');
      const date = page.locator('fieldset[data-field-state]').filter({ has: page.getByLabel('Year', { exact: true }) });
      await fillDay(page, '2023-02-31');
      await expect(date).toHaveAttribute('data-field-state', 'dirty valid');
      await page.getByLabel('Name', { exact: true }).focus();
      await expect(date).toHaveAttribute('data-field-state', 'touched dirty validated');
      await page.getByLabel('Day', { exact: true }).fill('28');
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/api/family-relationships', async (route) => {
        if (route.request().method() === 'POST') await held;
        await route.continue();
      });
      const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/family-relationships'));
      await page.getByRole('button', { name: 'Add Emma' }).click();
      await test.step('[S5.15] a child is sent as multipart form data, also without a photo', async () => {
        expect((await sent).headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/);
      });
      for (const field of [choice, date, page.getByLabel('Name', { exact: true })])
        await expect(field).toHaveAttribute('data-field-state', /\bpending\b/);
      release();
      await expect(toasts(page).filter({ hasText: 'Emma is part of the family' })).toBeVisible();
      await page.unroute('**/api/family-relationships');
    });

    await test.step('[S5.13] Arabic-Indic digits are digits', async () => {
      await page.goto('/children?add=1');
      await page.getByLabel('Name', { exact: true }).fill('Noor');
      await page.getByLabel('Day', { exact: true }).fill('١٢');
      await chooseMonth(page, 9);
      await page.getByLabel('Year', { exact: true }).fill('٢٠٢١');
      await page.getByLabel('Year', { exact: true }).blur();
      await page.getByRole('button', { name: 'Daughter', exact: true }).click();
      await expect(page.getByText('Birthday is not valid.')).toHaveCount(0);
      await page.getByRole('button', { name: 'Add Noor' }).click();
      const births = async () =>
        (await kept(page, `children_${account.userId}`))?.map(({ birth_day }: { birth_day: string }) => birth_day) ?? [];
      await expect.poll(births).toContain('2021-09-12');
    });
  });

  test('the form of registering says what is wrong, and keeps what was typed', async ({ page, expectRefusal }) => {
    await test.step('[S5.11] the messages are those of the rules', async () => {
      await page.goto('/register');
      await page.getByRole('button', { name: 'Create my account' }).click();
      for (const said of ['First name Required', 'Last name Required', 'E-mail Required', 'Password Required'])
        await expect(page.getByText(said, { exact: true })).toBeVisible();
      const password = page.getByLabel('Password', { exact: true });
      const leave = async (value: string) => {
        await password.fill(value);
        await password.blur();
      };
      await leave('Ab!');
      await expect(page.getByText('Password must contain at least 8 characters')).toBeVisible();
      await leave('abcdefgh');
      await expect(page.getByText('Password should contain at least one uppercase, one lowercase and one special character')).toBeVisible();
      await leave(goodPassword);
      await page.getByLabel('Confirm password').fill(`${goodPassword}x`);
      await page.getByLabel('Confirm password').blur();
      await expect(page.getByText('Password confirmation must be the same')).toBeVisible();
    });

    await test.step('[S5.12] what was typed stays when the server refuses, with its message at the field', async () => {
      expectRefusal(422);
      const { email } = await newAccount(page);
      await fillRegistration(page, email);
      await page.getByRole('button', { name: 'Create my account' }).click();
      const field = page.getByLabel('E-mail');
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveValue(email);
      await expect(page.getByLabel('First name')).toHaveValue('Nora');
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue(goodPassword);
      expect(await keys(page)).toEqual([]);
    });
  });

  test('what is pasted is never cut: the field says that it is too long, and so does the server', async ({ page, expectRefusal }) => {
    expectRefusal(422);
    const long = `${goodPassword}${'x'.repeat(133 - goodPassword.length)}`;
    const said = page.getByText('Password must contain 128 characters at most');
    const password = page.getByLabel('Password', { exact: true });
    for (const path of ['/register', '/login']) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: path === '/login' ? 'Log in' : 'Create my account' })).toBeEnabled();
      await paste(password, long);
      await password.blur();
      await expect(said).toBeVisible();
      await expect(password).toHaveValue(long);
    }
    const refused = await page.request.post('/api/login', { data: { email: someEmail('nobody'), password: long } });
    expect([refused.status(), (await refused.json()).errors]).toEqual([
      422,
      { password: ['Password must contain 128 characters at most'] },
    ]);
    await page.goto('/login');
    await paste(page.getByLabel('E-mail'), `${'n'.repeat(250)}@example.com`);
    await page.getByLabel('E-mail').blur();
    await expect(page.getByText('E-mail must contain 254 characters at most')).toBeVisible();
  });

  test('what is too long outside a form is said where it stands, and stays', async ({ page }) => {
    const account = await newAccount(page);
    const post = await share(page, account, { text: 'Soup' });
    await logIn(page, account, `/post/${post}`);
    const comment = page.getByRole('textbox', { name: 'Say something kind' });
    await paste(comment, 'a'.repeat(2_001));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Text must contain 2000 characters at most')).toBeVisible();
    await expect(comment).toHaveValue('a'.repeat(2_001));
    await page.goto('/treasures/share-something');
    const story = page.getByRole('textbox', { name: 'What happened?' });
    await paste(story, 'a'.repeat(10_001));
    const voice = page.getByRole('button', { name: 'Voice', exact: true });
    const below = () => voice.evaluate((chip) => chip.getBoundingClientRect().top + scrollY);
    // Nothing comes above it any more.
    await quiet(page);
    await voice.hover();
    const there = await below();
    await page.mouse.down();
    await expect(story).not.toBeFocused();
    expect(await below(), 'nothing moves while the pointer is down').toBe(there);
    await page.mouse.up();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Text must contain 10000 characters at most')).toBeVisible();
    expect(await below()).toBeGreaterThan(there);
    await page.getByRole('button', { name: /^Share/ }).click();
    await expect(story).toHaveValue('a'.repeat(10_001));
    await page.goto('/dashboard?search=1');
    await paste(page.getByRole('searchbox'), 'a'.repeat(201));
    await expect(page.getByText('Search must contain 200 characters at most')).toBeVisible();
  });
});
