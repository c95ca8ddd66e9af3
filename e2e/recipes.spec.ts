import { minute } from '@heartwood/contract/limits';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { chooseFiles } from './choosing.ts';
import { badToasts, expect, expectNoOverflow, joinFamily, keptOnDevice, logIn, newAccount, photo, quiet, test, toasts } from './fixture.ts';
import { comment, share, upload } from './makers.ts';

const form = '/inspiration/family-recipe/form';

const choose = (page: Page, button: string, name: string): Promise<void> =>
  chooseFiles(page.getByRole('button', { name: button, exact: true }), photo(name));

const soup = (photoId: string) => ({
  media_ids: [photoId],
  text: 'My mother made it the day the bus never came.',
  recipe: {
    title: 'Tomato soup',
    from: { name: 'Tante Käthe' },
    portions: 6,
    prepare_minutes: 15,
    cook_minutes: 90,
    ingredients: [
      { amount: '1', unit: 'kg', what: 'ripe tomatoes' },
      { amount: '2', unit: 'cups', what: 'stock' },
      { amount: '3', unit: '', what: 'onions, the red ones' },
      { amount: 'a bit', unit: '', what: 'of sugar' },
    ],
    steps: [
      { text: 'Cut the onions small.' },
      { text: 'Tomatoes and stock in, lid on.', timer_seconds: 1_800 },
      { text: 'Sieve it twice.', media_ids: [photoId] },
    ],
  },
});

/** Counts what is heard, and who holds the screen awake. */
function listen(): void {
  const heard = window as unknown as { tones: number; locks: number };
  Object.assign(heard, { tones: 0, locks: 0 });
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function count(...when) {
    heard.tones += 1;
    return start.apply(this, when);
  };
  const request = () => {
    heard.locks += 1;
    return Promise.resolve({
      released: false,
      release: () => {
        heard.locks -= 1;
        return Promise.resolve();
      },
    });
  };
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
}
const heard = (page: Page, what: 'tones' | 'locks'): Promise<number> =>
  page.evaluate((name) => (window as unknown as Record<string, number>)[name] ?? 0, what);

test('a recipe is written down: what is missing is said, a reload loses nothing, it is shared, found and changed', async ({
  page,
  accessible,
}) => {
  test.setTimeout(180_000);
  const nora = await newAccount(page);
  await joinFamily(page, nora, 'Ruth Whitlock', 'relative');
  await logIn(page, nora, `${form}?idea=soup`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Family recipe');
  await expect(page.getByText('Everyday suppers')).toBeVisible();
  await expect(page.getByText('Write down the soup everyone asks for')).toBeVisible();
  await accessible(page, { dark: true, room: true });
  await expectNoOverflow(page);

  await test.step('what is missing is said where it is missing', async () => {
    await page.getByRole('button', { name: 'Add a step' }).click();
    await page.getByLabel('Amount of ingredient 1').fill('1 kg');
    await page.getByRole('button', { name: 'Share the recipe' }).click();
    await expect(page.getByText('Give it a name, so that it is found again.')).toBeVisible();
    await expect(page.getByLabel('What is it called?')).toBeFocused();
    await expect(page.getByText('What is it that goes in here?')).toBeVisible();
    await expect(page.getByText('Step 2 Required')).toBeVisible();
    await accessible(page, { room: true });
  });

  await test.step('it is written with keys alone, and put in order', async () => {
    await page.getByLabel('What is it called?').fill('Ruth’s tomato soup');
    await page.getByRole('button', { name: 'Ruth', exact: true }).click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByLabel('Cook', { exact: true }).fill('40');
    await page.getByLabel('Ingredient 1', { exact: true }).fill('ripe tomatoes');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Amount of ingredient 2')).toBeFocused();
    await page.keyboard.type('a bit');
    await page.keyboard.press('Tab');
    await page.keyboard.type('of sugar');
    await page.keyboard.press('Alt+ArrowUp');
    await expect(page.getByLabel('Ingredient 1', { exact: true })).toHaveValue('of sugar');
    await page.getByRole('button', { name: 'Place of of sugar' }).click();
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await expect(page.getByLabel('Ingredient 2', { exact: true })).toHaveValue('of sugar');
    await page.getByRole('textbox', { name: 'Step 1', exact: true }).fill('Lid on.');
    await page.getByRole('textbox', { name: 'Step 2', exact: true }).fill('Cut the tomatoes.');
    await page.keyboard.press('Alt+ArrowUp');
    await expect(page.getByRole('textbox', { name: 'Step 2', exact: true })).toHaveValue('Lid on.');
    await page.getByRole('button', { name: 'Add a timer to step 2' }).click();
    await page.getByLabel('Timer', { exact: true }).fill('30');
    await choose(page, 'Add a photo to step 1', 'oranges');
    await choose(page, 'Add a photo of it', 'soup');
    await expect(page.getByText('soup.jpg: is there')).toBeAttached();
    await expect(page.getByText('oranges.jpg: is there')).toBeAttached();
  });

  await test.step('a reload loses nothing', async () => {
    await keptOnDevice(page);
    await page.reload();
    await expect(page.getByLabel('What is it called?')).toHaveValue('Ruth’s tomato soup');
    await expect(page.getByRole('button', { name: 'Ruth', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByLabel('Amount of ingredient 2')).toHaveValue('a bit');
    await expect(page.getByLabel('Timer', { exact: true })).toHaveValue('30');
    await expect(page.getByText('oranges.jpg: is there')).toBeAttached();
    await accessible(page, { room: true });
  });

  await test.step('it is shared, and stands in the feed with its name', async () => {
    await page.getByLabel(/^The story behind it/).fill('The day the bus never came.');
    await page.getByRole('button', { name: 'Share the recipe' }).click();
    await page.waitForURL('**/dashboard');
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Ruth’s tomato soup' }) });
    await expect(card.getByText('From Ruth')).toBeVisible();
    await expect(card.getByText('Serves 5')).toBeVisible();
    await accessible(page, { room: true });
    await card.getByRole('link', { name: 'Ruth’s tomato soup' }).click();
    await expect(page.getByText('From Ruth, written down by Nora')).toBeVisible();
    await expect(page.getByRole('list').filter({ hasText: 'ripe tomatoes' }).first()).toContainText('1 kg');
    await expect(page.getByRole('button', { name: 'Step 1, photo 1' })).toBeVisible();
    await accessible(page, { dark: true, room: true });
  });

  await test.step('what goes into it is searched and found', async () => {
    await page.goto('/dashboard?search=1&q=sugar');
    await expect(page.getByRole('link', { name: /of sugar/ })).toBeVisible();
    await page.getByRole('link', { name: /of sugar/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ruth’s tomato soup');
  });

  await test.step('it is changed, and what is left alone stays', async () => {
    await page.getByRole('button', { name: 'What to do with this post' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(page.getByLabel('What is it called?')).toHaveValue('Ruth’s tomato soup');
    await page.getByLabel('Amount of ingredient 1').fill('1 1/2 kg');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('1 1/2 kg')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Step 1, photo 1' })).toBeVisible();
    await expect(page.getByText('The day the bus never came.')).toBeVisible();
  });

  await test.step('the photo of a step that is taken out is seen, and can be taken out, too', async () => {
    await page.getByRole('button', { name: 'What to do with this post' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(page.getByRole('textbox', { name: 'Step 2', exact: true })).toBeVisible();
    const photos = page.getByRole('button', { name: /^Arrange or remove/ });
    await expect(photos).toHaveCount(1);
    await page.getByRole('button', { name: /^Place of Step 1/i }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect(page.getByRole('textbox', { name: 'Step 2', exact: true })).toBeHidden();
    await expect(photos).toHaveCount(1);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL((url) => url.search === '');
    await expect(page.getByText('Cut the tomatoes.')).toBeHidden();
    await expect(page.getByRole('button', { name: /^Photo/ }).first()).toBeVisible();
  });
});

test('a recipe for some people asks for one of them, also after a reload; its photo is changed also where it has as many files as it may', async ({
  page,
}) => {
  const nora = await newAccount(page);
  await joinFamily(page, nora, 'Ruth Whitlock', 'relative');
  await logIn(page, nora, form);

  await test.step('for some people, and with how many it is shared', async () => {
    await page.getByLabel('What is it called?').fill('Tomato soup');
    await page.getByLabel('Ingredient 1', { exact: true }).fill('ripe tomatoes');
    await page.getByRole('textbox', { name: 'Step 1', exact: true }).fill('Lid on.');
    const who = page.getByRole('button', { name: /^Who sees it/ });
    const share = page.getByRole('button', { name: 'Share the recipe' });
    await who.click();
    await page.getByRole('menuitemradio', { name: /Some people/ }).click();
    await share.click();
    const refused = page.getByRole('alert').filter({ hasText: 'Choose at least one person' });
    await expect(refused).toBeInViewport();
    await expect(who).toBeFocused();
    await expect(who).toHaveAccessibleDescription(/^Choose at least one person/);
    await page.getByRole('group', { name: 'Only these people' }).getByRole('button', { name: 'Ruth' }).click();
    await expect(refused).toHaveCount(0);
    await keptOnDevice(page);
    await page.reload();
    await expect(page.getByText('What you began earlier is only for Ruth.')).toBeVisible();
    await share.click();
    await page.waitForURL('**/dashboard');
    await expect(page.getByRole('region', { name: 'Messages' }).getByText('Shared with 1 person')).toBeVisible();
  });

  await test.step('the photo of a dish, beside as many as a post holds', async () => {
    await page.goto(form);
    // How many there are counts, not whether they have arrived: nothing answers.
    await page.route('**/api/media', () => undefined);
    await choose(page, 'Add a photo of it', 'soup');
    const colours = Array.from({ length: 59 }, (_, at) => ({ r: at * 4, g: 255 - at * 4, b: 90 }));
    const files = colours.map(async (background, at) => {
      const create = { width: 8, height: 8, channels: 3 as const, background };
      return { name: `step-${at}.png`, mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() };
    });
    await chooseFiles(page.getByRole('button', { name: 'Add a photo to step 1', exact: true }), await Promise.all(files));
    await expect(page.getByText(/^step-58\.png: /)).toBeAttached();
    await choose(page, 'Change photo', 'oranges');
    await expect(page.getByText(/^oranges\.jpg: /)).toBeAttached();
    await expect(page.getByText(/^soup\.jpg: /)).toHaveCount(0);
    await expect(badToasts(page)).toHaveCount(0);
  });
});

test('one cooks step by step: scaled, with a timer that rings wherever one is, and a screen that stays awake', async ({
  page,
  accessible,
}) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const id = await share(page, nora, soup(await upload(page, nora, photo('soup'))));
  await page.addInitScript(listen);
  await page.clock.install();
  await logIn(page, nora, `/post/${id}`);
  const at = page.getByRole('heading', { level: 1 });

  await test.step('amounts are for as many as one wants, words stay words', async () => {
    for (let more = 0; more < 3; more += 1) await page.getByRole('button', { name: 'More', exact: true }).click();
    for (const amount of ['1 ½ kg', '3 cups', '4 ½', 'a bit']) await expect(page.getByText(amount, { exact: true })).toBeVisible();
    for (let fewer = 0; fewer < 6; fewer += 1) await page.getByRole('button', { name: 'Fewer', exact: true }).click();
    for (const amount of ['½ kg', '1 cup', '1 ½', 'a bit']) await expect(page.getByText(amount, { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/serves=3/);
  });

  await test.step('a step a screen, by button, key and finger; the address keeps it', async () => {
    await page.getByRole('button', { name: 'Start cooking' }).click();
    await expect(at).toContainText('Step 1 of 3');
    await expect(at, 'what was pressed has gone').toBeFocused();
    await expect(at.locator('[aria-live="polite"]'), 'it is told as it changes').toHaveText('Step 1 of 3');
    await expect.poll(() => heard(page, 'locks')).toBe(1);
    await expect(page.getByRole('list', { name: 'For this step' })).toHaveText('1 ½ onions, the red ones');
    await page.keyboard.press('ArrowRight');
    await expect(at).toContainText('Step 2 of 3');
    await expect(page).toHaveURL(/cook=2/);
    await expect(page.getByRole('list', { name: 'For this step' }).getByRole('listitem')).toHaveText(['½ kg ripe tomatoes', '1 cup stock']);
    await accessible(page, { dark: true });
    const finger = async (from: number, to: number) => {
      for (const [type, clientX] of [
        ['touchstart', from],
        ['touchend', to],
      ] as const) {
        const touches = [{ identifier: 0, clientX, clientY: 300 }];
        await page.locator('main').dispatchEvent(type, { touches, changedTouches: touches, targetTouches: touches });
      }
    };
    await finger(300, 100);
    await expect(at).toContainText('Step 3 of 3');
    await finger(100, 300);
    await expect(at).toContainText('Step 2 of 3');
    await page.getByRole('button', { name: 'All ingredients' }).click();
    await expect(page.getByRole('dialog').getByText('a bit')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(at).toContainText('Step 2 of 3');
  });

  await test.step('a timer goes on over a reload, and rings on another step until it is stopped', async () => {
    const pause = page.getByRole('button', { name: 'Pause', exact: true });
    const goOn = page.getByRole('button', { name: 'Go on', exact: true });
    await page.getByRole('button', { name: 'Start the timer' }).press('Enter');
    await expect(pause, 'what was pressed has gone').toBeFocused();
    await page.keyboard.press('Enter');
    await expect(goOn).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(pause).toBeFocused();
    await page.clock.fastForward(10 * minute);
    await expect(page.getByRole('timer')).toHaveText(/^(20:00|19:\d\d)$/);
    await keptOnDevice(page);
    await page.reload();
    await expect(at).toContainText('Step 2 of 3');
    await expect(page.getByRole('timer')).toHaveText(/^(20:00|19:\d\d)$/);
    await page.getByRole('button', { name: 'One minute more' }).click();
    await page.getByRole('button', { name: 'Next step' }).click();
    await expect(page.getByRole('button', { name: /^Timer of step 2: (21:00|20:\d\d)$/ })).toBeVisible();
    expect(await heard(page, 'tones')).toBe(0);
    await page.clock.fastForward(21 * minute);
    await expect(page.getByRole('alert').filter({ hasText: 'Time is up. Timer of step 2' })).toBeVisible();
    await expect.poll(() => heard(page, 'tones')).toBeGreaterThan(0);
    await expect(page).toHaveTitle(/^Time is up: Tomato soup/);
    await accessible(page);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(page.getByText('Time is up. Timer of step 2')).toHaveCount(0);
    await expect(page).toHaveTitle(/^Tomato soup/);
  });

  await test.step('Escape leads back to the recipe, and lets the screen go', async () => {
    await page.keyboard.press('Escape');
    await expect(at).toHaveText('Tomato soup');
    await expect(page).not.toHaveURL(/cook=/);
    await expect.poll(() => heard(page, 'locks')).toBe(0);
  });
});

test('a timer that rings is told and stopped on any page, by the keyboard too, and once only on its own', async ({ page, accessible }) => {
  const nora = await newAccount(page);
  const toast = { title: 'Toast', portions: 1, steps: [{ text: 'Toast it.', timer_seconds: 240 }] };
  const id = await share(page, nora, { recipe: toast });
  await page.addInitScript(listen);
  await page.clock.install();
  await logIn(page, nora, `/post/${id}?cook=1`);
  await page.getByRole('button', { name: 'Start the timer' }).click();
  const told = toasts(page).filter({ hasText: 'Time is up: Toast' });
  const here = page.getByRole('main').getByRole('alert');
  const ring = () => page.clock.fastForward(4 * minute);

  await test.step('on another page a message stays, with a way to stop it', async () => {
    await page.getByRole('button', { name: 'Stop cooking' }).click();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.waitForURL('**/dashboard');
    await ring();
    await expect(told).toBeVisible();
    await expect(badToasts(page).filter({ hasText: 'Time is up: Toast' }), 'announced at once').toHaveCount(1);
    await expect(page).toHaveTitle(/^Time is up: Toast/);
    await expect.poll(() => heard(page, 'tones')).toBeGreaterThan(0);
    await accessible(page);
    await page.clock.fastForward(minute);
    await expect(told).toBeVisible();
  });
  await test.step('on its own page it is told once', async () => {
    await page.getByRole('link', { name: 'Toast' }).first().click();
    await expect(here).toContainText('Time is up.');
    await expect(told).toHaveCount(0);
    await page.getByRole('button', { name: 'Start cooking' }).click();
    await expect(here).toContainText('Time is up.');
    await expect(told).toHaveCount(0);
    await page.getByRole('button', { name: 'Stop cooking' }).click();
    // To the recipe as it was before one cooked, and to the feed.
    for (const _ of ['recipe', 'feed']) await page.getByRole('button', { name: 'Back' }).click();
    await page.waitForURL('**/dashboard');
  });
  await test.step('it is stopped there by the keyboard, and is silent', async () => {
    await told.getByRole('button', { name: 'Stop', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(told).toHaveCount(0);
    await expect(page).not.toHaveTitle(/Time is up/);
    const tones = await heard(page, 'tones');
    await page.clock.fastForward(10_000);
    expect(await heard(page, 'tones')).toBe(tones);
    await page.getByRole('link', { name: 'Toast' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Toast' })).toBeVisible();
    await expect(here).toHaveCount(0);
  });
  await test.step('whoever stands on the button that pauses it stands on the one that stops it once it rings', async () => {
    await page.getByRole('button', { name: 'Start cooking' }).click();
    const timer = page.getByRole('group', { name: 'Timer of step 1' });
    await timer.getByRole('button', { name: 'Start the timer' }).press('Enter');
    await expect(timer.getByRole('button', { name: 'Pause', exact: true })).toBeFocused();
    await ring();
    await expect(timer.getByRole('button', { name: 'Stop', exact: true })).toBeFocused();
  });
});

test('quick presses all count: two more people, two steps on; where the screen cannot be kept awake, that is said', async ({ page }) => {
  const nora = await newAccount(page);
  const id = await share(page, nora, soup(await upload(page, nora, photo('soup'))));
  await logIn(page, nora, `/post/${id}`);

  await test.step('pressed before the page has been drawn anew', async () => {
    // Both come before the page has been drawn anew.
    const twice = (button: HTMLElement) => [1, 2].forEach(() => button.click());
    await page.getByRole('button', { name: 'More', exact: true }).evaluate(twice);
    await expect(page).toHaveURL(/serves=8$/);
    await expect(page.getByText('4', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Start cooking' }).click();
    const at = page.getByRole('heading', { level: 1 });
    await expect(at).toContainText('Step 1 of 3');
    const keys = (...names: string[]) =>
      page.evaluate((them) => {
        for (const key of them) window.dispatchEvent(new KeyboardEvent('keydown', { key }));
      }, names);
    await keys('ArrowRight', 'ArrowRight');
    await expect(at).toContainText('Step 3 of 3');
    // Nothing follows the last step, and what comes back from there does.
    await keys('ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowRight');
    await expect(at).toContainText('Step 2 of 3');
    await expect(page).toHaveURL(/cook=2&serves=8$/);
  });

  await test.step('a screen that may go dark', async () => {
    await page.addInitScript(() => {
      const request = () => Promise.reject(new DOMException('low battery', 'NotAllowedError'));
      Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
    });
    await page.goto(`/post/${id}?cook=3`);
    await expect(page.getByText('This browser may let the screen go dark: touch it now and then.')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tomato soup');
  });
});

test('a recipe is printed on one page, black on white, and nothing else with it', { tag: '@laptop' }, async ({ page }) => {
  const nora = await newAccount(page);
  const id = await share(page, nora, soup(await upload(page, nora, photo('soup'))));
  await comment(page, nora, id, { text: 'So good.' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await logIn(page, nora, `/post/${id}`);
  await expect(page.getByText('So good.')).toBeVisible();
  await quiet(page);
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  for (const text of ['Tomato soup', 'ripe tomatoes', 'a bit', 'Sieve it twice.', 'My mother made it'])
    await expect(page.getByText(text).first()).toBeVisible();
  await expect(page.getByText('1 hr 30 min')).toBeVisible();
  for (const name of ['Start cooking', 'Print', 'More', 'Back', 'What to do with this post', 'Step 3, photo 1'])
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden();
  await expect(page.getByText('So good.')).toBeHidden();
  await expect(page.getByText('From Tante Käthe, written down by Nora')).toBeVisible();
  await expect(page.getByRole('img').filter({ visible: true })).toHaveCount(0);
  const colours = await page.evaluate(() => [
    getComputedStyle(document.body).backgroundColor,
    ...[...document.querySelectorAll('article :is(h1, h2, p, li, dt, dd)')].map((one) => getComputedStyle(one).color),
  ]);
  expect(new Set(colours)).toEqual(new Set(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']));
});
