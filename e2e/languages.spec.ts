import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { madeUpLanguages } from '@heartwood/contract/languages';
import type { MadeUpLanguage } from '@heartwood/contract/languages';
import { samplePassword } from '../apps/server/sample/family.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { expect, expectNoOverflow, quiet, test } from './fixture.ts';
import type { Accessible } from './fixture.ts';
import { bearer } from './makers.ts';
import { goOn } from './running-app.ts';
import { filled, screens } from './screens.ts';
import type { Things } from './screens.ts';
import { misdirectedIcons, truncatedTexts, untranslatedTexts } from './localization.ts';

// Every screen with what the sample family has kept, in the two made-up languages: one lengthens every word, one is read from right to left.

test.describe.configure({ mode: 'default' });

/** States of screens that have an address of their own. */
const states = [
  '/subscribe',
  '/gift/redeem?code=0000-0000-0000-0000',
  '/gift?checkout=gift',
  '/dashboard?search=1',
  '/dashboard?search=1&q=plum',
  '/post/{post}?edit=1',
  '/post/{recipe}?serves=8',
  '/post/{recipe}?cook=2',
  '/post/{recipe}?edit=1',
  '/dashboard?kind=recipe',
  '/children?add=1',
  '/children/childDetail/{child}?tab=milestones',
  '/children/childDetail/{child}?tab=growth',
  '/children/childDetail/{child}?tab=growth&add=1',
  '/children/childDetail/{child}?tab=siblings',
  '/children/childDetail/{child}?edit=1',
  '/private/meaningful-moments/emma?add=own',
  '/private/additional-information/emma/health?edit=1',
];
const members = [...screens.filter(({ public: open }) => !open).map(({ path }) => path), ...states];
const visitors = [
  ...screens.filter(({ path, public: open }) => open && path !== '/').map(({ path }) => path),
  '/gift/redeem?code=0000-0000-0000-0000',
];
/** Screens that are laid out another way where there is room. */
const wide = [
  '/dashboard',
  '/treasures/ask-family?question={question}',
  '/post/{post}',
  '/post/{recipe}',
  '/post/{recipe}?cook=2',
  '/children',
  '/treasures',
  '/private/family',
  '/private/notifications',
];

/** What opens over a screen: what is pressed there one after the other, found by what it is, for its words are made up. */
const opened: [path: string, ...presses: string[]][] = [
  ['/post/{post}', '[aria-haspopup="menu"]'],
  ['/post/{photos}', 'main button:has(img)'],
  ['/post/{photos}', 'main button:has(img)', '[role="dialog"] [aria-haspopup="menu"]'],
  ['/post/{photos}', 'main button:has(img)', '[role="dialog"] [aria-haspopup="menu"]', '[role="menuitem"] >> nth=0'],
  ['/post/{photos}', 'main [aria-haspopup="dialog"]'],
  ['/treasures/share-something', 'main [aria-haspopup="dialog"]'],
  ['/dashboard', 'main [aria-haspopup="menu"]'],
];

let server: ServerProcess;
let nora: { token: string; user: object; profile: object };
let made: Things;

test.beforeAll(async () => {
  test.setTimeout(360_000);
  const port = await freePort();
  const command = [join(import.meta.dirname, '../tools/dev-server.ts')];
  server = new ServerProcess(
    await mkdtemp(join(tmpdir(), 'heartwood-languages-')),
    port,
    { PUBLIC_URL: `http://localhost:${port}` },
    command,
  );
  // It makes the sample family first: half a minute, on a machine with much else to do some.
  await server.start(300_000);
  const ask = async (path: string, init: RequestInit = {}) =>
    ((await (await fetch(`${server.base}${path}`, init)).json()) as { data: never }).data as unknown;
  const body = JSON.stringify({ email: 'nora@whitlock.family', password: samplePassword });
  const { token, user } = (await ask('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })) as typeof nora;
  const headers = bearer({ token });
  const [profile] = (await ask('/api/profile', { headers })) as [object];
  nora = { token, user, profile };
  const { items } = (await ask('/api/posts?limit=50', { headers })) as {
    items: { id: string; comment_count: number; media: { kind: string }[]; recipe?: { steps: { timer_seconds: number | null }[] } }[];
  };
  const { children } = (await ask('/api/family-relationships/children', { headers })) as {
    children: { name: string; heartwood_id: string }[];
  };
  const { items: questions } = (await ask('/api/questions', { headers })) as { items: { id: string }[] };
  const { url } = (await ask('/api/subscription/checkout', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ plan: 'yearly' }),
  })) as { url: string };
  made = {
    checkout: url.split('/').pop() ?? '',
    question: questions[0]?.id ?? '',
    post: items.find(({ comment_count }) => comment_count > 0)?.id ?? '',
    photos: items.find(({ media }) => media.some(({ kind }) => kind === 'image'))?.id ?? '',
    child: children.find(({ name }) => name === 'Emma')?.heartwood_id ?? '',
    recipe: items.find(({ recipe }) => recipe?.steps[1]?.timer_seconds)?.id ?? '',
  };
});
test.afterAll(() => server.remove());

/** @returns what is wrong with what is seen */
async function inspect(page: Page, accessible: Accessible, language: MadeUpLanguage, where: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const words of await untranslatedTexts(page)) wrong.push(`from no catalogue: ${words}`);
  for (const words of await truncatedTexts(page)) wrong.push(`cut off: ${words}`);
  for (const icon of await misdirectedIcons(page)) wrong.push(`points the wrong way: ${icon}`);
  await expectNoOverflow(page).catch(() => wrong.push(`wider than its window`));
  // axe judges elements, names and colours, which are the same in both.
  if (language === 'ar-XB') await accessible(page, { dark: true }).catch((error: Error) => wrong.push(error.message));
  return wrong.map((one) => `${where}: ${one}`);
}

/** Opens pages one after the other. @returns what is wrong with them */
async function look(page: Page, accessible: Accessible, language: MadeUpLanguage, paths: string[], signedIn: boolean) {
  const home = `http://localhost:${server.port}`;
  const kept = { preferences: JSON.stringify({ language }), ...(signedIn ? sessionOf(nora) : {}) };
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
  await page.context().setStorageState({ cookies: [], origins: [{ origin: home, localStorage }] });
  const wrong: string[] = [];
  for (const [index, path] of paths.entries()) {
    // Members go from screen to screen in the running app, as they do: `routes` opens each of them by its address.
    if (signedIn && index > 0) await goOn(page, filled(path, made));
    else await page.goto(home + filled(path, made));
    // What is drawn before the app comes is English, and says so; the app comes at the first sign of a visitor.
    await page.mouse.move(20, 300);
    await page.mouse.move(30, 310);
    await expect(page.locator('#root')).not.toHaveAttribute('lang', { timeout: 30_000 });
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.locator('h1').first().waitFor();
    await quiet(page);
    wrong.push(...(await inspect(page, accessible, language, path)));
  }
  return wrong;
}

/** Opens what lies over screens. @returns what is wrong with it */
async function lookOver(page: Page, accessible: Accessible, language: MadeUpLanguage) {
  const wrong: string[] = [];
  for (const [path, ...presses] of opened) {
    await goOn(page, '/faq');
    await goOn(page, filled(path, made));
    for (const press of presses) {
      await page.locator(press).filter({ visible: true }).first().click();
      await quiet(page);
    }
    const menu = page.locator('[role="menu"]');
    await expect(page.locator('[role="dialog"]').or(menu).filter({ visible: true }).first()).toBeVisible();
    // A menu lies in no landmark of the page, which axe would have.
    const judge = (await menu.isVisible()) ? async () => undefined : accessible;
    wrong.push(...(await inspect(page, judge, language, [path, ...presses].join(' › '))));
    // Each is gone before the next one closes, and the last before another page opens: a step back in the history may close it.
    const over = page.locator('[role="dialog"], [role="menu"]').filter({ visible: true });
    for (let left = await over.count(); left > 0; left = await over.count()) {
      await page.keyboard.press('Escape');
      await expect.poll(() => over.count()).toBeLessThan(left);
    }
  }
  return wrong;
}

/** Opens pages in two windows, every other one in each: while one of them waits until its page is quiet, the other is looked at. */
async function lookInTwo(
  pages: [Page, Page],
  accessible: Accessible,
  language: MadeUpLanguage,
  ...sets: [paths: string[], signedIn: boolean][]
) {
  const windows = pages.map(async (page, which) => {
    const wrong: string[] = [];
    for (const [paths, signedIn] of sets) {
      const own = paths.filter((_, index) => index % 2 === which);
      wrong.push(...(await look(page, accessible, language, own, signedIn)));
    }
    return wrong;
  });
  return (await Promise.all(windows)).flat();
}

const sessionOf = ({ token, user, profile }: typeof nora) => ({ token, user: JSON.stringify(user), profile: JSON.stringify(profile) });

for (const language of madeUpLanguages) {
  test(`every screen in ${language}: no forgotten word, nothing cut, nothing wider than the page`, async ({
    page,
    newPerson,
    accessible,
    expectRefusal,
  }) => {
    test.setTimeout(600_000);
    expectRefusal(404);
    const wrong = await lookInTwo([page, await newPerson()], accessible, language, [visitors, false], [members, true]);
    expect(wrong).toEqual([]);
  });

  test(`what opens over screens in ${language}`, async ({ page, accessible }) => {
    test.setTimeout(300_000);
    await look(page, accessible, language, ['/faq'], true);
    expect(await lookOver(page, accessible, language)).toEqual([]);
  });

  // A laptop's window in the project of phones: making the sample family anew for another project takes longer than all its screens.
  test.describe('with room', () => {
    test.use({ viewport: { width: 1_280, height: 860 }, isMobile: false, hasTouch: false });

    test(`screens with room in ${language}`, async ({ page, newPerson, accessible }) => {
      test.setTimeout(300_000);
      expect(await lookInTwo([page, await newPerson()], accessible, language, [wide, true])).toEqual([]);
    });
  });
}
