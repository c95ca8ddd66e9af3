import type { Page } from '@playwright/test';
import { expect, joinFamily, keptOnDevice, logIn, newAccount, photo, quiet, test, toasts } from './fixture.ts';
import { tabTo } from './keyboard.ts';
import { askQuestion, bearer, upload } from './makers.ts';
import { boxOf } from './motion.ts';
import { holdBack } from './network.ts';
import { listening } from './running-app.ts';
import { tryAgain } from './without-network.ts';

const swim = 'Who taught you to swim?';
const words = (page: Page) => page.getByLabel('Or say it your way');
const answers = (page: Page) => page.getByRole('region', { name: 'Answers' }).getByRole('article');
const waiting = (page: Page) => page.getByRole('link', { name: new RegExp(swim.replace('?', '\\?')) }).locator('visible=true');

test('asked of two: one answers the asker alone, one with a photo; who is late is reminded; nobody else sees it; then it is closed', async ({
  page,
  newPerson,
  accessible,
}) => {
  test.setTimeout(240_000);
  const nora = await newAccount(page);
  const [ruth, leo] = [await joinFamily(page, nora, 'Ruth Berg', 'relative'), await joinFamily(page, nora, 'Leo Berg', 'relative')];
  const sam = await joinFamily(page, nora, 'Sam Berg', 'guardian');
  await logIn(page, nora, '/treasures/ask-family');
  await page.getByRole('button', { name: 'Ask everyone' }).click();
  await expect(page.getByText('Write your question first, or take one of these.')).toBeVisible();
  await expect(words(page)).toBeFocused();
  await expect(words(page)).toBeInViewport();
  await expect(page.getByRole('alert'), 'it is read with its field').toHaveCount(0);
  await page.getByRole('button', { name: 'Others', exact: true }).click();
  const first =
    (await page.getByRole('group', { name: 'Take one of these' }).getByRole('button').first().locator('span').first().textContent()) ?? '';
  await expect(page.getByRole('status').filter({ hasText: 'Now there are others' })).toContainText(first);
  await words(page).fill(swim);
  await page.getByRole('button', { name: 'Ruth', exact: true }).click();
  await page.getByRole('button', { name: 'Leo', exact: true }).click();
  await accessible(page, { dark: true, room: true });
  await keptOnDevice(page);
  await page.reload();
  await expect(words(page)).toHaveValue(swim);
  await page.getByRole('button', { name: 'Ask 2 people' }).click();
  await expect(page.getByRole('heading', { level: 1, name: swim })).toBeVisible();
  await expect(page.getByText('Nobody has answered yet')).toBeVisible();
  await quiet(page);
  await expect(page.getByText('No answer that you can see yet.'), 'said once').toHaveCount(0);
  const id = new URL(page.url()).searchParams.get('question') ?? '';

  const [atRuth, atLeo] = [await newPerson(), await newPerson()];
  await logIn(atRuth, ruth, '/dashboard');
  await waiting(atRuth).click();
  await expect(atRuth.getByRole('heading', { level: 1, name: swim })).toBeVisible();
  await expect(atRuth.getByRole('main').getByText('Nora asks you and Leo')).toBeVisible();
  await atRuth.getByLabel('In your words').fill('My brother, with a rope.');
  await atRuth.getByRole('checkbox', { name: 'Only Nora sees it' }).check();
  await accessible(atRuth, { room: true });
  await keptOnDevice(atRuth);
  await atRuth.reload();
  await expect(atRuth.getByLabel('In your words')).toHaveValue('My brother, with a rope.');
  await expect(atRuth.getByRole('checkbox', { name: 'Only Nora sees it' })).toBeChecked();
  await atRuth.getByRole('button', { name: 'Send the answer' }).click();
  await expect(answers(atRuth)).toContainText('My brother, with a rope.');

  // The asker's page, which is open, has it too.
  await expect(answers(page)).toContainText('My brother, with a rope.');
  await expect(page.getByText('1 of 2 has answered')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remind Ruth' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Remind Leo' }).click();
  await expect(page.getByText('The reminder is on its way')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remind Leo' })).toHaveCount(0);
  await expect(page.getByText('Reminded just now')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Reminded just now' }), 'the button has gone').toBeFocused();
  await accessible(page, { room: true });

  await logIn(atLeo, leo, `/treasures/ask-family?question=${id}`);
  await expect(atLeo.getByText('1 of 2 has answered')).toBeVisible();
  await expect(atLeo.getByText('No answer that you can see yet.')).toBeVisible();
  await atLeo.locator('input[type="file"]').first().setInputFiles(photo('beach'));
  await atLeo.getByLabel('In your words').fill('This beach.');
  await atLeo.getByRole('button', { name: 'Send the answer' }).click();
  await expect(answers(atLeo)).toHaveCount(1);
  await expect(answers(page)).toHaveCount(2);
  await expect(page.getByText('Everyone has answered')).toBeVisible();

  const read = (account: typeof sam, path: string) => page.request.get(path, { headers: bearer(account) });
  expect((await read(sam, `/api/questions/${id}`)).status(), 'a guardian who is not asked').toBe(404);
  const seen = (await (await read(sam, '/api/posts')).json()) as { data: { items: object[] } };
  expect(seen.data.items).toEqual([]);

  await page.getByRole('button', { name: 'What to do with this question' }).click();
  await page.getByRole('menuitem', { name: 'Close the question' }).click();
  await expect(page.getByText('This question is closed')).toBeVisible();
  await expect(atLeo.getByText('This question is closed')).toBeVisible();
  await expect(atLeo.getByRole('button', { name: 'Answer once more' })).toHaveCount(0);

  await page.getByRole('button', { name: 'What to do with this question' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The question is deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(waiting(page)).toBeVisible();
});

test('an idea brings its question, asked aloud; its answer says in the feed what it answers', async ({ page }) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Berg', 'relative');
  await logIn(page, ruth, '/inspiration/ask-family?idea=first-job');
  await expect(words(page)).toHaveValue('What was your first job, and what did it pay?');
  const undo = toasts(page).getByRole('button', { name: 'Undo' });
  await page.getByRole('button', { name: /^What did you wear on the first day\?/ }).click();
  await expect(words(page)).toHaveValue('What did you wear on the first day?');
  await expect(undo, 'nothing of one’s own was replaced').toHaveCount(0);
  await words(page).fill('Who paid you first?');
  await page.getByRole('button', { name: /^What was your first job/ }).click();
  await expect(words(page)).toHaveValue('What was your first job, and what did it pay?');
  await undo.click();
  await expect(words(page)).toHaveValue('Who paid you first?');
  // By a key the message stays for half a minute.
  await page.getByRole('button', { name: /^What was your first job/ }).press('Enter');
  await expect(undo).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(undo, 'it goes with the form').toHaveCount(0);
  await page.goto('/inspiration/ask-family?idea=first-job');
  await expect(words(page)).toHaveValue('What was your first job, and what did it pay?');
  await page.getByRole('button', { name: 'Say it' }).click();
  const recorder = page.getByRole('dialog', { name: 'Record your voice' });
  await recorder.getByRole('button', { name: 'Record' }).click();
  await expect(recorder.getByRole('timer')).toHaveText(/0:(0[1-9]|[1-5]\d)/, { timeout: 20_000 });
  await recorder.getByRole('button', { name: 'Done' }).click();
  await recorder.getByRole('button', { name: 'Use this recording' }).click();
  await page.getByRole('button', { name: 'Ask everyone' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What was your first job, and what did it pay?' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Play/ })).toBeVisible({ timeout: 60_000 });
  const asked = await page.request.get(`/api/questions/${new URL(page.url()).searchParams.get('question')}`, { headers: bearer(ruth) });
  expect(((await asked.json()) as { data: { question: object } }).data.question).toMatchObject({ inspiration_slug: 'first-job' });

  const id = await askQuestion(page, ruth, { text: swim });
  const answer = await page.request.post(`/api/questions/${id}/answers`, { headers: bearer(nora), data: { text: 'Nobody, I fell in.' } });
  expect(answer.status(), 'answering').toBe(201);
  await page.goto('/dashboard');
  const card = page.getByRole('article').filter({ hasText: 'Nobody, I fell in.' });
  await card.getByRole('link', { name: swim }).click();
  await expect(page.getByRole('heading', { level: 1, name: swim })).toBeVisible();
  await expect(answers(page).getByRole('link', { name: swim })).toHaveCount(0);
});

test('a photo beside a question, and one beside an answer, are still there after a reload, and gone once they are sent', async ({
  page,
  newPerson,
}) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Berg', 'relative');
  const chosen = page.getByText('beach.jpg');
  const note = page.getByText('You began this before, and it is still here.');
  await logIn(page, nora, '/treasures/ask-family');
  await page.locator('input[type="file"]').setInputFiles(photo('beach'));
  await expect(chosen).toBeVisible();
  await keptOnDevice(page);
  await page.reload();
  await expect(chosen).toBeVisible();
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(chosen).toHaveCount(0);
  await page.locator('input[type="file"]').setInputFiles(photo('beach'));
  await expect(chosen).toBeVisible();
  await words(page).fill(swim);
  await keptOnDevice(page);
  await page.reload();
  await expect(chosen).toBeVisible();
  const arrive = await holdBack(page, '**/api/questions');
  await page.getByRole('button', { name: 'Ask everyone' }).click();
  await expect(page.getByRole('button', { name: 'Take it out' }), 'what is being sent stays as it is').toBeDisabled();
  await expect(note).toBeHidden();
  arrive();
  await expect(page.getByRole('heading', { level: 1, name: swim })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible();
  const id = new URL(page.url()).searchParams.get('question') ?? '';
  await page.goto('/treasures/ask-family');
  await expect(waiting(page)).toBeVisible();
  await expect(words(page)).toHaveValue('');
  await expect(chosen).toHaveCount(0);

  const atRuth = await newPerson();
  await logIn(atRuth, ruth, `/treasures/ask-family?question=${id}`);
  const tile = atRuth.getByRole('button', { name: 'Arrange or remove drawing.jpg' });
  await atRuth.locator('input[type="file"]').first().setInputFiles(photo('drawing'));
  await expect(tile).toBeVisible();
  await keptOnDevice(atRuth);
  await atRuth.reload();
  await expect(tile).toBeVisible();
  await atRuth.getByRole('button', { name: 'Send the answer' }).click();
  await expect(answers(atRuth)).toHaveCount(1);
});

test('an answer that is changed is offered to those who are asked, and stays as it is written where its question is asked for again', async ({
  page,
  expectRefusal,
}) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Berg', 'relative');

  await test.step('offered to nobody else', async () => {
    const [leo] = [await joinFamily(page, nora, 'Leo Berg', 'relative'), await joinFamily(page, nora, 'Sam Berg', 'guardian')];
    const ask = async (data: object) => {
      const id = await askQuestion(page, nora, { text: swim, ...data });
      const answer = await page.request.post(`/api/questions/${id}/answers`, { headers: bearer(ruth), data: { text: 'My brother' } });
      expect(answer.status(), 'answering').toBe(201);
      return ((await answer.json()) as { data: { post: { id: string } } }).data.post.id;
    };
    const [ofSome, ofAll] = [await ask({ recipient_ids: [ruth.userId, leo.userId] }), await ask({})];
    const audience = page.getByRole('button', { name: /^Who sees it/ });

    await logIn(page, ruth, `/post/${ofSome}?edit=1`);
    await audience.click();
    await expect(page.getByRole('menuitemradio')).toHaveText([/^Some people/, /^Only you/]);
    await page.getByRole('menuitemradio', { name: /^Some people/ }).click();
    const people = page.getByRole('group', { name: 'Only these people' });
    await expect(people.getByRole('button')).toHaveText([/Nora$/, /Leo$/]);
    await people.getByRole('button', { name: 'Leo' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL((url) => url.pathname === `/post/${ofSome}` && url.search === '');
    await expect(page.getByRole('main').getByText(/for Nora$/)).toBeVisible();

    await page.goto(`/post/${ofAll}?edit=1`);
    await audience.click();
    await expect(page.getByRole('menuitemradio', { name: /^Everyone in the family/ })).toBeVisible();
  });

  await test.step('as it is written, where its question had failed', async () => {
    expectRefusal(503);
    const id = await askQuestion(page, nora, { text: swim });
    const given = await page.request.post(`/api/questions/${id}/answers`, { headers: bearer(ruth), data: { text: 'My brother.' } });
    const post = ((await given.json()) as { data: { post: { id: string } } }).data.post.id;
    const question = `**/api/questions/${id}`;
    const away = { success: false, status_code: 'unavailable', message: '', request_id: '' };
    await page.route(question, (route) => route.fulfill({ status: 503, json: away }));
    const hears = listening(page);
    await page.goto(`/post/${post}?edit=1`);
    const story = page.getByLabel('What happened?');
    await expect(story).toHaveValue('My brother.');
    await hears;
    await story.fill('My brother, with a rope.');
    await page.unroute(question);

    const asked = page.waitForResponse((answer) => answer.url().endsWith(`/api/questions/${id}`) && answer.ok());
    const closing = await page.request.patch(`/api/questions/${id}`, { headers: bearer(nora), data: { closed: true } });
    expect(closing.status(), 'closing').toBe(200);
    await (await asked).finished();
    await quiet(page);
    await expect(story).toHaveValue('My brother, with a rope.');
  });
});

test('by the keyboard alone: a question is asked of one, answered for the asker alone, and kept in the treasures', async ({
  page,
  newPerson,
}) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Berg', 'relative');
  await logIn(page, nora, '/treasures/ask-family');
  const suggested = page.getByRole('group', { name: 'Take one of these' }).getByRole('button').first();
  await tabTo(page, suggested);
  await page.keyboard.press('Enter');
  await expect(words(page)).not.toHaveValue('');
  await tabTo(page, words(page));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(swim);
  await tabTo(page, page.getByRole('button', { name: 'Ruth', exact: true }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Ask 1 person' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: swim })).toBeVisible();

  const atRuth = await newPerson();
  await logIn(atRuth, ruth, new URL(page.url()).pathname + new URL(page.url()).search);
  await tabTo(atRuth, atRuth.getByLabel('In your words'));
  await atRuth.keyboard.type('My brother, with a rope.');
  await tabTo(atRuth, atRuth.getByRole('checkbox', { name: 'Only Nora sees it' }));
  await atRuth.keyboard.press('Space');
  await tabTo(atRuth, atRuth.getByRole('button', { name: 'Send the answer' }));
  await atRuth.keyboard.press('Enter');
  await expect(answers(atRuth)).toContainText('My brother, with a rope.');
  await expect(atRuth.getByRole('heading', { level: 1, name: swim }), 'the form has gone').toBeFocused();

  await expect(answers(page)).toContainText('My brother, with a rope.');
  const diamond = answers(page).getByRole('button', { name: 'Keep in treasures' });
  await tabTo(page, diamond);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Bedtime stories' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(diamond).toHaveAttribute('aria-pressed', 'true');
  await expect(diamond, 'the focus is where it was').toBeFocused();
});

test('the photo of a question opens large for whoever is asked; it is said aloud at the next press where its recorder did not come at the first', async ({
  page,
  accessible,
  troubles,
  expectLostStream,
}) => {
  expectLostStream();
  const nora = await newAccount(page);
  const sam = await joinFamily(page, nora, 'Sam Whitlock', 'guardian');

  await test.step('the photo, which can be saved', async () => {
    const question = await askQuestion(page, nora, { text: swim, media_id: await upload(page, nora, photo('beach')) });
    await logIn(page, sam, `/treasures/ask-family?question=${question}`);
    await page.getByRole('button', { name: 'Photo 1 of 1' }).click();
    const large = page.getByRole('dialog');
    await expect(large.getByText(swim)).toBeVisible();
    await accessible(page);
    await large.getByRole('button', { name: 'What to do with this photo' }).click();
    await expect(page.getByRole('menuitem', { name: 'Save', exact: true })).toBeVisible();
  });

  await test.step('the recorder', async () => {
    await logIn(page, nora, '/treasures/ask-family');
    const speak = page.getByRole('button', { name: 'Say it', exact: true });
    const part = /\/assets\/record-voice[^/]*\.js$/;
    await page.route(part, (route) => route.abort('internetdisconnected'));
    await speak.click();
    await expect(toasts(page).filter({ hasText: 'could not be loaded' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Internal Server Error' })).toHaveCount(0);
    await page.unroute(part);
    await speak.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    // React says what it has caught.
    expect(troubles.splice(0).join('\n')).toContain('could not be loaded');
  });
});

test('whom one can ask is drawn once it is known: nobody, and somebody where it had failed', async ({
  page,
  expectRefusal,
  accessible,
}) => {
  expectRefusal(500);
  const nora = await newAccount(page);
  const members = '**/api/families/*/members';
  const everyone = page.getByRole('button', { name: 'Ask everyone' });
  const arrive = await holdBack(page, members);
  await logIn(page, nora, '/treasures/ask-family');
  const { y } = await boxOf(words(page));
  await expect(everyone).toHaveCount(0);
  arrive();
  await expect(page.getByRole('link', { name: 'Invite somebody to ask' })).toBeVisible();
  await expect(page.getByText('Nobody else is in your family yet.')).toBeVisible();
  expect((await boxOf(words(page))).y, 'nothing moves').toBe(y);

  await joinFamily(page, nora, 'Ruth Berg', 'relative');
  await page.unroute(members);
  await page.route(members, (route) =>
    route.fulfill({ status: 500, json: { success: false, status_code: 'internal_error', message: '', request_id: 'x' } }),
  );
  await page.reload();
  await expect(page.getByText('Whom you can ask could not be loaded.')).toBeVisible();
  await expect(everyone).toBeVisible();
  await accessible(page);
  await page.unroute(members);
  await tryAgain(page, page.getByRole('button', { name: 'Ruth', exact: true }));
  await expect(everyone).toBeVisible();
});
