import type { Gathered } from '@heartwood/contract/birthdays';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stopOf } from '#features/digests/emails.ts';
import { writeFrom } from '#features/notifications/actions.ts';
import { startApp, testStart } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { pdf } from '#test/documents.ts';
import { jobsDone } from '#test/jobs.ts';
import { call, comparable, makeFamily, sayOfOneself } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { upload, uploadPhoto } from '#test/media.ts';
import { addChild, auth, goodPassword, mailsThatFit, proveAddresses } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { query } from '#test/rows.ts';
import { deliverWishes, sendMails } from './jobs.ts';

let at: TestApp;
let nora: TestUser;
let sam: TestMember;
let ruth: TestMember;
let leo: TestMember;
let stranger: TestUser;

beforeAll(async () => {
  at = await startApp({ env: { RATE_LIMITS: 'off' } });
});
afterAll(() => at.close());
beforeEach(async () => {
  at.clock.set(testStart);
  ({ nora, sam, ruth, leo, stranger } = await makeFamily(at));
  await proveAddresses(at);
  await query(at, `update families set trial_ends_at = '2040-01-01'`);
  await sayOfOneself(at, leo, { birth: '2010-11-29', time_zone: 'Europe/Berlin' });
});

const urlOf = (person = leo.personId) => `/api/birthdays/${person}/wishes`;
const wish = (by: TestUser, body: object = { text: 'All the best' }, person?: string, headers = {}) =>
  call(at, by, 'POST', urlOf(person), body, headers);
const look = async (by: TestUser, person?: string, on?: string): Promise<Gathered> => {
  const answer = await call(at, by, 'GET', `${urlOf(person)}${on ? `?on=${on}` : ''}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};
/** Moves the clock; sessions are used meanwhile. */
const moveTo = async (time: string) => {
  at.clock.set(time);
  await query(at, 'update sessions set last_used_at = $1', [at.clock.now()]);
};
const theDay = '2026-11-29';
const morning = '2026-11-29T06:00:00Z';

describe('birthdays ahead', () => {
  it('are those of the next sixty days, or of fewer, where who asks is', async () => {
    await addChild(at, nora, { name: 'Mila', birth_day: '2025-11-21' });
    await addChild(at, nora, { name: 'Emma', birth_day: '2024-02-29' });
    const ahead = async (by: TestUser, more = '') =>
      ((await call(at, by, 'GET', `/api/birthdays${more}`)).json().data.birthdays as { name: string; date: string; turns: number }[]).map(
        ({ name, date, turns }) => [name, date, turns],
      );
    const mila = ['Mila', '2026-11-21', 1];
    expect(await ahead(ruth)).toEqual([mila, ['Leo Whitlock', theDay, 16]]);
    expect(await ahead(ruth, '?days=7')).toEqual([mila]);
    expect(await ahead(ruth, '?days=100&on=2026-11-22')).toEqual([
      ['Leo Whitlock', theDay, 16],
      ['Emma', '2027-02-28', 3],
    ]);
    await sayOfOneself(at, ruth, { time_zone: 'Pacific/Kiritimati' });
    at.clock.set('2026-11-21T11:00:00Z');
    expect(await ahead(ruth, '?days=7')).toEqual([['Leo Whitlock', theDay, 16]]);
    expect((await call(at, ruth, 'GET', '/api/birthdays?days=400')).statusCode).toBe(422);
    expect((await call(at, null, 'GET', '/api/birthdays')).statusCode).toBe(401);
  });
});

describe('wishing', () => {
  it('is seen by its author; the others see who has wished and who has not', async () => {
    const photo = await uploadPhoto(at, ruth);
    const made = await wish(ruth, { text: ' Sixteen! ', media_ids: [photo] });
    expect(made.statusCode, made.body).toBe(201);
    expect(made.json().data.wish).toMatchObject({ text: 'Sixteen!', birthday_on: theDay, can: { edit: true, delete: true } });
    const own = await look(ruth);
    expect(own).toMatchObject({ turns: 16, birthday_on: theDay, delivered: false, for_me: false, can: { wish: false, remind: true } });
    expect(own.wishes.map(({ id }) => id)).toEqual([made.json().data.wish.id]);
    const others = await look(sam);
    expect(others.wishes).toEqual([]);
    expect(others.wished.map(({ user_id, wish: { kind } }) => [user_id, kind])).toEqual([[ruth.userId, 'image']]);
    expect(others.waiting.map(({ user_id }) => user_id).toSorted()).toEqual([nora.userId, sam.userId].toSorted());
    expect((await call(at, sam, 'GET', `/api/media/${photo}`)).statusCode).toBe(404);
  });

  it('is done once, and once by key', async () => {
    const key = { 'idempotency-key': '0193a0a0-0000-7000-8000-000000000001' };
    const [first, again] = [await wish(ruth, undefined, undefined, key), await wish(ruth, undefined, undefined, key)];
    expect([first.statusCode, again.json().data.wish.id]).toEqual([201, first.json().data.wish.id]);
    expect((await wish(ruth, { text: 'Another' }, undefined, key)).statusCode).toBe(409);
    expect((await wish(ruth, { text: 'Another' })).statusCode).toBe(409);
    const both = await Promise.all([wish(sam), wish(sam)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  });

  it('is refused to strangers, to oneself, too early, and without anything to say', async () => {
    expect((await call(at, null, 'POST', urlOf(), { text: 'a' })).statusCode).toBe(401);
    const unknown = await wish(stranger, undefined, '01930000-0000-7000-8000-00000000abcd');
    expect(comparable(await wish(stranger))).toBe(comparable(unknown));
    expect(comparable(await call(at, stranger, 'GET', urlOf()))).toBe(comparable(unknown));
    expect((await wish(leo)).statusCode).toBe(403);
    const mia = await addChild(at, nora, { name: 'Mia', birth_day: '2020-05-01' });
    const kit = await addChild(at, nora, { name: 'Kit', birth_day: '' });
    for (const { heartwood_id } of [mia, kit]) expect((await wish(ruth, undefined, heartwood_id)).statusCode).toBe(409);
    const [foreign, paper] = [await uploadPhoto(at, sam), await upload(at, ruth, pdf(), 'a.pdf')];
    const five = await Promise.all([1, 2, 3, 4, 5].map(() => uploadPhoto(at, ruth)));
    for (const body of [
      {},
      { text: ' ' },
      { text: 'a'.repeat(2_001) },
      { media_ids: five },
      { media_ids: [foreign] },
      { media_ids: [paper.id] },
    ])
      expect([body, (await wish(ruth, body)).statusCode]).toEqual([body, 422]);
    expect(await look(ruth)).toMatchObject({ wishes: [], wished: [] });
    expect((await wish(ruth, { media_ids: five.slice(1) })).statusCode).toBe(201);
  });

  it('is changed and taken back by its author until the day begins where the person is', async () => {
    const [one, other] = [await uploadPhoto(at, ruth), await uploadPhoto(at, ruth)];
    const { id } = (await wish(ruth, { text: 'One', media_ids: [one] })).json().data.wish;
    const change = (by: TestUser, body: object) => call(at, by, 'PATCH', `/api/wishes/${id}`, body);
    for (const by of [sam, leo, stranger]) expect((await change(by, { text: 'Theirs' })).statusCode).toBe(404);
    expect((await change(ruth, { text: '', media_ids: [] })).statusCode).toBe(422);
    const changed = await change(ruth, { text: 'Two', media_ids: [other] });
    expect(changed.json().data.wish).toMatchObject({ text: 'Two', media: [{ id: other }] });
    await moveTo('2026-11-28T22:59:00Z');
    expect((await change(ruth, { text: 'Three' })).json().data.wish).toMatchObject({ text: 'Three', media: [{ id: other }] });
    await moveTo('2026-11-28T23:00:00Z');
    expect((await change(ruth, { text: 'Four' })).statusCode).toBe(409);
    expect((await call(at, ruth, 'DELETE', `/api/wishes/${id}`)).statusCode).toBe(409);
    expect((await look(ruth)).wishes).toMatchObject([{ text: 'Three', can: { edit: false, delete: false } }]);
    // Who is late can still wish, on the day itself.
    expect((await wish(sam)).statusCode).toBe(201);
  });

  it('taken back is gone with its media, and can be done anew', async () => {
    const photo = await uploadPhoto(at, ruth);
    const { id } = (await wish(ruth, { media_ids: [photo] })).json().data.wish;
    expect((await call(at, ruth, 'DELETE', `/api/wishes/${id}`)).statusCode).toBe(200);
    expect((await call(at, ruth, 'GET', `/api/media/${photo}`)).statusCode).toBe(404);
    expect((await call(at, ruth, 'DELETE', `/api/wishes/${id}`)).statusCode).toBe(404);
    expect((await wish(ruth)).statusCode).toBe(201);
  });
});

describe('reminding', () => {
  const remind = (by: TestUser, body: object = {}) => call(at, by, 'POST', `/api/birthdays/${leo.personId}/remind`, body);
  const isReminder = ({ subject }: { subject?: string | undefined }) => subject === 'A birthday wish for Leo Whitlock';

  it('mails those who have not wished, each once a day', async () => {
    await wish(ruth);
    const first = await remind(ruth, { user_ids: [sam.userId] });
    expect(first.json().data.reminded).toEqual([sam.userId]);
    const { waiting } = first.json().data as Gathered;
    expect(waiting.filter(({ reminded }) => reminded).map(({ user_id }) => user_id)).toEqual([sam.userId]);
    expect(waiting).toHaveLength(2);
    expect((await remind(sam)).json().data.reminded).toEqual([nora.userId]);
    expect((await remind(nora)).json().data.reminded).toEqual([]);
    const [mail] = await mailsThatFit(at, sam.email, isReminder);
    expect(mail!.text).toContain('Sunday, 29 November');
    expect(mail!.text).toContain(`/inspiration/share-birthday?person=leo&on=${theDay}`);
    at.clock.advance({ days: 1 });
    const both = await Promise.all([remind(ruth), remind(ruth)]);
    expect(both.flatMap((answer) => answer.json().data.reminded as string[]).toSorted()).toEqual([nora.userId, sam.userId].toSorted());
    await mailsThatFit(at, sam.email, isReminder, 2);
  });

  it('is refused to the person, to strangers and for strangers', async () => {
    expect((await remind(leo)).statusCode).toBe(403);
    expect((await remind(stranger)).statusCode).toBe(404);
    expect((await call(at, null, 'POST', `/api/birthdays/${leo.personId}/remind`)).statusCode).toBe(401);
    expect((await remind(ruth, { user_ids: [stranger.userId] })).statusCode).toBe(422);
    expect((await remind(ruth, { user_ids: [leo.userId] })).json().data.reminded).toEqual([]);
  });
});

describe('on the day', () => {
  const isCard = ({ subject }: { subject?: string | undefined }) => subject === 'Happy birthday, Leo';

  it('all wishes are the person’s, told of once, whoever delivers and however late', async () => {
    await wish(ruth, { text: 'Quince jam' });
    await wish(sam);
    await moveTo('2026-11-29T05:59:00Z');
    await deliverWishes(at.platform);
    expect((await look(leo)).wishes).toEqual([]);
    await moveTo(morning);
    const card = await look(leo);
    expect(card).toMatchObject({ delivered: true, for_me: true, waiting: [], cards: [theDay], can: { wish: false, remind: false } });
    expect(card.wishes.map(({ text }) => text)).toEqual(['Quince jam', 'All the best']);
    expect(card.wished.map(({ user_id }) => user_id)).toEqual([ruth.userId, sam.userId]);
    expect((await look(nora)).wishes).toEqual([]);
    await moveTo('2026-11-29T20:00:00Z');
    await Promise.all([deliverWishes(at.platform), deliverWishes(at.platform)]);
    await deliverWishes(at.platform);
    const told = `select type from activity where family_id = $1 and type = 'wishes.delivered'`;
    expect(await query(at, told, [leo.familyId])).toHaveLength(1);
    // Nine in the evening is in his quiet hours.
    await jobsDone(at);
    expect((await at.mailsTo(leo.email)).filter(isCard)).toEqual([]);
    await moveTo('2026-11-30T06:30:00Z');
    await Promise.all([sendMails(at.platform, { writeFrom, stopOf }), sendMails(at.platform, { writeFrom, stopOf })]);
    const mails = await mailsThatFit(at, leo.email, isCard);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain('2 people');
    expect(mails[0]!.text).toContain('Ruth Whitlock and Sam Whitlock');
    expect(`${mails[0]!.text} ${mails[0]!.html}`).not.toContain('Quince');
  });

  it('stays open wherever the person goes, and for years; each year is gathered anew', async () => {
    await wish(ruth);
    await moveTo(morning);
    await deliverWishes(at.platform);
    await sayOfOneself(at, leo, { time_zone: 'Pacific/Pago_Pago' });
    expect((await look(leo, undefined, theDay)).wishes).toHaveLength(1);
    await moveTo('2027-11-20T09:00:00Z');
    expect(await look(leo)).toMatchObject({ birthday_on: '2027-11-29', wishes: [], delivered: false, cards: [theDay] });
    expect((await look(leo, undefined, theDay)).wishes).toHaveLength(1);
    expect(await look(ruth)).toMatchObject({ can: { wish: true }, wishes: [] });
    expect((await look(sam, undefined, theDay)).wishes).toEqual([]);
    expect((await wish(ruth)).statusCode).toBe(201);
  });

  it('comes to the guardians, by the owner’s clock, for who has no account', async () => {
    await sayOfOneself(at, nora, { time_zone: 'America/New_York' });
    const mila = await addChild(at, nora, { name: 'Mila', birth_day: '2025-11-29' });
    await wish(ruth, { text: 'One!' }, mila.heartwood_id);
    await moveTo('2026-11-29T11:59:00Z');
    expect(await look(sam, mila.heartwood_id)).toMatchObject({ wishes: [], wished: [{}], for_me: true });
    await moveTo('2026-11-29T12:00:00Z');
    for (const guardian of [nora, sam]) expect((await look(guardian, mila.heartwood_id)).wishes).toMatchObject([{ text: 'One!' }]);
    expect((await look(leo, mila.heartwood_id)).wishes).toEqual([]);
    await deliverWishes(at.platform);
    await moveTo('2026-11-29T12:30:00Z');
    await sendMails(at.platform, { writeFrom, stopOf });
    for (const { email } of [nora, sam]) await mailsThatFit(at, email, ({ subject }) => subject === 'Birthday wishes for Mila');
  });
});

describe('thanking', () => {
  const thank = (by: TestUser, { person = leo.personId, ...body }: { person?: string; text?: string; on?: string } = {}, headers = {}) =>
    call(at, by, 'POST', `/api/birthdays/${person}/thanks`, { text: 'You made my day', on: theDay, ...body }, headers);
  const thanks = async (by: TestUser) => {
    const { items } = (await call(at, by, 'GET', '/api/posts?kind=birthday')).json().data as { items: { text: string }[] };
    return items.map(({ text }) => text);
  };

  it('reaches those who wished, once, also by two devices at once; who is late is thanked as well', async () => {
    await wish(ruth);
    expect((await look(leo)).can.thank).toBe(false);
    const early = comparable(await thank(leo));
    expect((await call(at, ruth, 'DELETE', `/api/wishes/${(await look(ruth)).wishes[0]!.id}`)).statusCode).toBe(200);
    expect(early, 'the same where nobody has wished').toBe(comparable(await thank(leo)));
    await wish(sam);
    await moveTo(morning);
    expect([(await look(leo)).can.thank, (await look(ruth)).can.thank]).toEqual([true, false]);
    const both = await Promise.all([thank(leo), thank(leo)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect((await look(leo)).can.thank).toBe(false);
    expect([await thanks(sam), await thanks(leo)]).toEqual([['You made my day'], ['You made my day']]);
    expect([await thanks(ruth), await thanks(nora)]).toEqual([[], []]);
    await wish(ruth);
    expect((await look(leo)).can.thank).toBe(true);
    const key = { 'idempotency-key': '0193a0a0-0000-7000-8000-000000000002' };
    const late = await thank(leo, { text: 'You too' }, key);
    expect([late.statusCode, late.json().data.can.thank]).toEqual([201, false]);
    expect((await thank(leo, { text: 'You too' }, key)).statusCode).toBe(201);
    expect([await thanks(ruth), await thanks(sam)]).toEqual([['You too'], ['You made my day']]);
  });

  it('is done by a guardian for who has no account, and not to oneself', async () => {
    const mila = (await addChild(at, nora, { name: 'Mila', birth_day: '2025-11-29' })).heartwood_id;
    await wish(nora, { text: 'One!' }, mila);
    await moveTo('2026-11-29T07:00:00Z');
    expect([(await look(nora, mila)).can.thank, (await look(sam, mila)).can.thank]).toEqual([false, true]);
    expect((await thank(nora, { person: mila })).statusCode).toBe(409);
    expect((await thank(sam, { person: mila })).statusCode).toBe(201);
    expect(await thanks(nora)).toEqual(['You made my day']);
  });

  it('is refused to others, to strangers, and without a word or a day', async () => {
    await wish(ruth);
    await moveTo(morning);
    expect((await thank(nora)).statusCode).toBe(403);
    expect((await thank(stranger)).statusCode).toBe(404);
    for (const body of [{ text: ' ' }, { text: 'x'.repeat(10_001) }, { on: 'today' }, { on: '' }])
      expect([body, (await thank(leo, body)).statusCode]).toEqual([body, 422]);
    expect((await thank(leo, { on: '2025-11-29' })).statusCode).toBe(409);
    expect((await look(leo)).can.thank).toBe(true);
  });
});

describe('what goes with whom', () => {
  const rows = async () => (await query(at, 'select id from wishes where family_id = $1', [nora.familyId])).length;
  const bytes = async (id: string) => (await query(at, 'select id from media where id = $1', [id])).length;

  it('wishes go with their author, with the person, and with who is removed', async () => {
    const mila = await addChild(at, nora, { name: 'Mila', birth_day: '2025-12-24' });
    const photos = [await uploadPhoto(at, sam), await uploadPhoto(at, nora), await uploadPhoto(at, ruth)];
    await wish(sam, { media_ids: [photos[0]] });
    await wish(nora, { media_ids: [photos[1]] });
    await wish(ruth, { media_ids: [photos[2]] }, mila.heartwood_id);
    expect(await rows()).toBe(3);
    await call(at, sam, 'POST', '/api/confirm-password', { password: goodPassword });
    expect((await at.app.inject({ method: 'DELETE', url: '/api/delete_account', headers: auth(sam.token) })).statusCode).toBe(200);
    expect([await rows(), await bytes(photos[0]!)]).toEqual([2, 0]);
    expect((await call(at, nora, 'DELETE', `/api/family-relationships/${mila.heartwood_id}`)).statusCode).toBe(200);
    expect([await rows(), await bytes(photos[2]!)]).toEqual([1, 0]);
    expect((await at.app.inject({ method: 'DELETE', url: '/api/delete_account', headers: auth(leo.token) })).statusCode).toBe(200);
    expect([await rows(), await bytes(photos[1]!)]).toEqual([0, 0]);
  });
});

describe('where somebody lives', () => {
  it('is an IANA time zone of their own', async () => {
    for (const time_zone of ['+14:00', 'Mars/Olympus', '', 7])
      expect([time_zone, (await call(at, ruth, 'POST', '/api/profile/update', { time_zone })).statusCode]).toEqual([time_zone, 422]);
    await sayOfOneself(at, ruth, { time_zone: 'Asia/Kathmandu' });
    expect((await call(at, ruth, 'GET', '/api/user')).json().data.user.time_zone).toBe('Asia/Kathmandu');
    expect((await call(at, sam, 'GET', '/api/user')).json().data.user.time_zone).toBeNull();
  });
});
