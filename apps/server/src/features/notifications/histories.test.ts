import type { Notification } from '@heartwood/contract/notifications';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pushDue } from '#features/devices/jobs.ts';
import { sendLetters } from '#features/digests/jobs.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { jobsDone } from '#test/jobs.ts';
import { addMember, call, removeMember } from '#test/members.ts';
import { proveAddresses, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { commentOn, sharePost } from '#test/posts.ts';
import { PushServer } from '#test/push.ts';
import { query } from '#test/rows.ts';
import { presentForDevices } from './present.ts';

// Whole families for some days: everybody is told of exactly what they may see, once, in the app, on their phone and by mail, and at no time that they
// do not want. What is expected says a model of its own: the audience rule, who is concerned, and the clock on the wall, each in a few lines.

vi.setConfig({ testTimeout: 180_000 });

let at: TestApp;
let server: PushServer;
beforeAll(async () => {
  server = new PushServer();
  await server.listen();
  at = await startApp({ env: { ...server.env, RATE_LIMITS: 'off' } });
});
afterAll(async () => {
  await at.close();
  await server.close();
});

const [minute, hour] = [60_000, 3_600_000];
const kinds = ['post', 'comment', 'heart'] as const;
type Kind = (typeof kinds)[number];
type Rhythm = 'instant' | 'daily' | 'weekly' | 'off';
type Audience = 'family' | 'guardians' | 'people' | 'me';

// What is tried: people are named by a number, posts and comments by how many there are modulo it.
const rhythm = fc.constantFrom<Rhythm>('instant', 'daily', 'weekly', 'off');
const channels = fc.record({ push: fc.boolean(), email: rhythm });
const person = fc.record({
  role: fc.constantFrom('guardian' as const, 'relative' as const),
  zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe'),
  quiet: fc.constantFrom(
    null,
    { from: '21:00', until: '07:30' },
    { from: '12:15', until: '20:45' },
    { from: '17:00', until: '19:00' },
    { from: '08:15', until: '06:00' },
  ),
  kinds: fc.record({ post: channels, comment: channels, heart: channels }),
});
const who = fc.nat(5);
const choice = {
  audience: fc.constantFrom<Audience>('family', 'family', 'family', 'guardians', 'people', 'me'),
  named: fc.uniqueArray(who, { maxLength: 3 }),
};
const step = fc.record({
  pause: fc.constantFrom(0, 10 * minute, hour, 6 * hour, 15 * hour),
  act: fc.oneof(
    { weight: 4, arbitrary: fc.record({ does: fc.constant('share' as const), by: who, ...choice }) },
    { weight: 6, arbitrary: fc.record({ does: fc.constant('comment' as const), by: who, of: fc.nat(9) }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('love' as const), by: who, of: fc.nat(9) }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('show' as const), of: fc.nat(9), ...choice }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('delete' as const), of: fc.nat(9) }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('unsay' as const), of: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('leave' as const), by: who }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('owe' as const), for: fc.constantFrom(hour, 20 * hour) }) },
  ),
});
const history = fc.record({
  people: fc.array(person, { minLength: 2, maxLength: 6 }),
  // Clocks are moved in Berlin and St. John's, in Berlin, on Lord Howe.
  start: fc.constantFrom('2031-03-28T10:07:00Z', '2031-10-24T10:07:00Z', '2031-04-04T16:07:00Z'),
  steps: fc.array(step, { minLength: 24, maxLength: 32 }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;
type Act = History['steps'][number]['act'];

interface Member {
  user: TestUser;
  name: string;
  role: 'owner' | 'guardian' | 'relative';
  prefers: History['people'][number];
  phone: string;
  hasLeft: boolean;
}
interface ModelPost {
  id: string;
  author: Member;
  audience: Audience;
  named: readonly Member[];
  isDeleted: boolean;
  comments: { id: string; author: Member; isDeleted: boolean }[];
  lovers: Set<Member>;
}
/** What somebody was told of, and when. */
interface Told {
  kind: Kind;
  post: ModelPost;
  comment?: ModelPost['comments'][number];
  by: Member;
  when: number;
  isPushed: boolean;
  isMailed: boolean;
}

const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn'];
const clocks = new Map<string, Intl.DateTimeFormat>();
/** Weekday and clock on the wall of a place: `Sun, 09:00`. */
function wall(zone: string, time: number): string {
  const known =
    clocks.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit' });
  clocks.set(zone, known);
  return known.format(time).replace(/^(\w+),? /, '$1, ');
}
const dayAt = (zone: string, time: number): string => new Date(time).toLocaleDateString('en-CA', { timeZone: zone });

/** What ought to be. */
class Model {
  readonly members: readonly Member[];
  readonly posts: ModelPost[] = [];
  readonly told = new Map<Member, Told[]>();
  isPaid = true;

  constructor(members: readonly Member[]) {
    this.members = members;
    for (const member of members) this.told.set(member, []);
  }

  sees(member: Member, post: ModelPost): boolean {
    if (member.hasLeft || post.isDeleted || !this.isPaid) return false;
    if (post.author === member || post.audience === 'family') return true;
    return post.audience === 'guardians' ? member.role !== 'relative' : post.audience === 'people' && post.named.includes(member);
  }

  /** Tells whoever sees it, is not who did it, and was not told before. */
  tell(kind: Kind, post: ModelPost, by: Member, to: (member: Member) => boolean, comment?: ModelPost['comments'][number]): void {
    for (const member of this.members) {
      const told = this.told.get(member)!;
      if (member === by || !this.sees(member, post) || !to(member)) continue;
      if (told.some((one) => one.kind === kind && one.post === post && one.comment === comment && (kind === 'post' || one.by === by)))
        continue;
      told.push({ kind, post, by, when: at.clock.now().getTime(), isPushed: false, isMailed: false, ...(comment ? { comment } : {}) });
    }
  }

  /** What somebody was told of and may see now. */
  shown(member: Member): Told[] {
    return this.told.get(member)!.filter(({ kind, post, comment, by }) => {
      if (!this.sees(member, post) || comment?.isDeleted) return false;
      return kind !== 'heart' || post.lovers.has(by);
    });
  }

  isQuiet({ prefers: { quiet, zone } }: Member): boolean {
    if (!quiet) return false;
    const now = wall(zone, at.clock.now().getTime()).slice(-5);
    return quiet.from < quiet.until ? now >= quiet.from && now < quiet.until : !(now >= quiet.until && now < quiet.from);
  }

  /** Messages that the phone gets now: one for each thing that is told of, one for many. */
  pushed(member: Member): { count: number; posts: Set<string> } {
    if (this.isQuiet(member)) return { count: 0, posts: new Set() };
    const shown = this.shown(member);
    const now = at.clock.now().getTime();
    const fresh = shown.filter((one) => !one.isPushed && member.prefers.kinds[one.kind].push && one.when > now - 24 * hour);
    for (const one of this.told.get(member)!) one.isPushed = true;
    const about = ({ kind, post, when }: Told) =>
      [kind, kind === 'post' ? post.author.name : post.id, dayAt(member.prefers.zone, when)].join(' ');
    const lines = new Set(fresh.map(about));
    return { count: lines.size > 3 ? 1 : lines.size, posts: new Set(fresh.map(({ post }) => post.id)) };
  }

  /** What is in letters by now and was not before: words that count it. */
  mailed(member: Member): string[] {
    if (this.isQuiet(member)) return [];
    const shown = new Set(this.shown(member));
    const due = this.told.get(member)!.filter((one) => !one.isMailed && this.isDue(member, one));
    for (const one of due) one.isMailed = true;
    return due.filter((one) => shown.has(one)).map(({ kind, by }) => (kind === 'post' ? `post of ${by.name}` : kind));
  }

  private isDue({ prefers: { zone, ...prefers } }: Member, { kind, when }: Told): boolean {
    const now = at.clock.now().getTime();
    const { email } = prefers.kinds[kind];
    if (email === 'off') return false;
    if (email === 'instant') return now - when >= 10 * minute;
    const quarter = 15 * minute;
    for (let time = Math.ceil(when / quarter) * quarter; time <= now; time += quarter)
      if (email === 'daily' ? wall(zone, time).endsWith(' 18:00') : wall(zone, time) === 'Sun, 09:00') return true;
    return false;
  }
}

/** A family with what its members prefer, who know who is in it. */
async function settle({ people, start }: History): Promise<Member[]> {
  at.clock.set(start);
  const members: Member[] = [];
  for (const [n, prefers] of people.entries()) {
    const name = names[n]!;
    const [owner] = members;
    const user = owner ? await addMember(at, owner.user.familyId, prefers.role, name) : await registerParent(at.app, { firstname: name });
    members.push({
      user,
      name: `${name} Whitlock`,
      role: owner ? prefers.role : 'owner',
      prefers,
      phone: `phone-${user.userId}`,
      hasLeft: false,
    });
    const chosen = { kinds: prefers.kinds, quiet_hours: prefers.quiet, time_zone: prefers.zone };
    expect((await call(at, user, 'PUT', '/api/notification-preferences', chosen)).statusCode).toBe(200);
    const phone = { token: `phone-${user.userId}`, platform: 'android' };
    expect((await call(at, user, 'POST', '/api/device/register', phone)).statusCode).toBe(200);
  }
  await proveAddresses(at);
  await query(at, `update families set trial_ends_at = '2040-01-01'`);
  await jobsDone(at);
  for (const { user } of members) await call(at, user, 'POST', '/api/notifications/read', {});
  await query(at, 'delete from pushes');
  return members;
}

/** Does one thing by HTTP, and in the model. What cannot be done by whom, or of what, nobody does. */
async function act(model: Model, given: Act): Promise<void> {
  const { members, posts } = model;
  const [owner] = members as [Member];
  const by = members['by' in given ? given.by % members.length : 0]!;
  const [there, comments] = [posts.filter((one) => !one.isDeleted), posts.flatMap((one) => one.comments)];
  const post = 'of' in given ? there[given.of % Math.max(1, there.length)] : undefined;
  const named = 'named' in given && given.audience === 'people' ? given.named.map((n) => members[n % members.length]!) : [];
  const people = [...new Set(named)].filter((one) => !one.hasLeft);
  const audience = (given: { audience: Audience }, author: Member) => ({
    audience: given.audience,
    ...(given.audience === 'people' ? { audience_user_ids: people.filter((one) => one !== author).map(({ user }) => user.userId) } : {}),
  });
  if (given.does === 'owe') {
    // Nobody covers the family for a while.
    const covered = (until: string) => query(at, 'update families set trial_ends_at = $1 where id = $2', [until, owner.user.familyId]);
    await covered('2030-01-01');
    model.isPaid = false;
    await compareLists(model);
    await wait(model, given.for, 3 * hour);
    await covered('2040-01-01');
    model.isPaid = true;
    return;
  }
  if (by.hasLeft) return;
  if (given.does === 'share') {
    const { id } = await sharePost(at, by.user, { text: 'Plums', ...audience(given, by) });
    const shared = { id, author: by, audience: given.audience, named: people, isDeleted: false, comments: [], lovers: new Set<Member>() };
    posts.push(shared);
    return model.tell('post', shared, by, () => true);
  }
  if (given.does === 'leave') {
    if (by === owner) return;
    await removeMember(at, owner.user, by.user.userId);
    by.hasLeft = true;
    return;
  }
  if (given.does === 'unsay') {
    const left = comments.filter(
      (one) => !one.isDeleted && posts.some((about) => about.comments.includes(one) && model.sees(one.author, about)),
    );
    const said = left[given.of % Math.max(1, left.length)];
    if (!said) return;
    expect((await call(at, said.author.user, 'DELETE', `/api/comments/${said.id}`)).statusCode).toBe(200);
    said.isDeleted = true;
    return;
  }
  if (!post) return;
  const asAuthor = (method: 'PATCH' | 'DELETE', url: string, body?: object) => call(at, post.author.user, method, url, body);
  if (given.does === 'comment' && model.sees(by, post)) {
    const speakers = new Set(post.comments.flatMap(({ author, isDeleted }) => (isDeleted ? [] : [author])));
    const comment = { id: (await commentOn(at, by.user, post.id, { text: 'Yes' })).id, author: by, isDeleted: false };
    post.comments.push(comment);
    model.tell('comment', post, by, (member) => member === post.author || speakers.has(member), comment);
  } else if (given.does === 'love' && model.sees(by, post)) {
    expect((await call(at, by.user, 'PUT', `/api/posts/${post.id}/heart`)).statusCode).toBe(200);
    post.lovers.add(by);
    model.tell('heart', post, by, (member) => member === post.author);
  } else if (given.does === 'show' && !post.author.hasLeft) {
    const answer = await asAuthor('PATCH', `/api/posts/${post.id}`, audience(given, post.author));
    expect(answer.statusCode, answer.body).toBe(200);
    post.audience = given.audience;
    post.named = people;
    model.tell('post', post, post.author, () => true);
  } else if (given.does === 'delete' && !post.author.hasLeft) {
    expect((await asAuthor('DELETE', `/api/posts/${post.id}`)).statusCode).toBe(200);
    post.isDeleted = true;
  }
}

/** What a letter says, as the model does. */
function saidIn(text: string): string[] {
  const words = text.replaceAll(/\s+/g, ' ');
  const times = (word: string, count: string | undefined) => Array.from({ length: Number(count ?? 1) }, () => word);
  return [
    ...[...words.matchAll(/(\w+ Whitlock) shared (?:a memory|(\d+) memories)/g)].flatMap(([, name, count]) =>
      times(`post of ${name}`, count),
    ),
    ...[...words.matchAll(/wrote (?:a comment|(\d+) comments) on what/g)].flatMap(([, count]) => times('comment', count)),
    ...[...words.matchAll(/A heart from (.*?) for what you shared/g)].flatMap(([, list = '']) => [
      ...times('heart', String(list.match(/Whitlock/g)?.length)),
      ...times('heart', /(\d+) others?/.exec(list)?.[1] ?? '0'),
    ]),
  ];
}

const read = new Map<string, number>();
/** Letters somebody was sent since they were last asked for. */
async function newLetters({ user: { email } }: Member): Promise<string[]> {
  const all = (await at.mailsTo(email, 0)).filter(({ headers }) => headers.some(({ key }) => key === 'list-unsubscribe'));
  const fresh = all.slice(read.get(email) ?? 0);
  read.set(email, all.length);
  return fresh.map(({ text = '' }) => text);
}

/** Lets everything go out that is to by now, and compares it with what ought to. */
async function goOut(model: Model): Promise<void> {
  await sendLetters(at.platform);
  await pushDue(at.platform, presentForDevices);
  await jobsDone(at);
  const messages = Map.groupBy(server.apps.splice(0), ({ token }) => token);
  const when = at.clock.now().toISOString();
  for (const member of model.members) {
    const letters = await newLetters(member);
    expect([when, member.name, letters.flatMap(saidIn).toSorted()]).toEqual([when, member.name, model.mailed(member).toSorted()]);
    const { count, posts } = model.pushed(member);
    const got = messages.get(member.phone) ?? [];
    expect([when, member.name, got.length]).toEqual([when, member.name, count]);
    for (const { data } of got) if (data['kind'] !== 'several') expect([...posts]).toContain(data['post_id']);
  }
}

/** Whether the list of the app is what it ought to be, each thing once. */
async function compareLists(model: Model): Promise<void> {
  for (const member of model.members) {
    const answer = await call(at, member.user, 'GET', '/api/notifications?limit=50');
    expect(answer.statusCode, answer.body).toBe(200);
    const { items } = answer.json().data as { items: Notification[] };
    const ids = items.filter(({ is_read }) => !is_read).flatMap((item) => item.ids);
    const rows = await query(at, 'select kind, post_id, comment_id, actor_id from notifications where id = any($1)', [ids]);
    const listed = rows.map((row) => [row['kind'], row['post_id'], row['comment_id'], row['actor_id']].join(' '));
    const expected = model.shown(member).map(({ kind, post, comment, by }) => [kind, post.id, comment?.id, by.user.userId].join(' '));
    expect([member.name, listed.toSorted()]).toEqual([member.name, expected.toSorted()]);
  }
}

/** Lets time go by, looking at what goes out on the way. */
async function wait(model: Model, milliseconds: number, stride: number): Promise<void> {
  const until = at.clock.now().getTime() + milliseconds;
  for (let now = at.clock.now().getTime() + stride; now < until; now += stride) {
    at.clock.set(new Date(now));
    await goOut(model);
  }
  at.clock.set(new Date(until));
  await goOut(model);
  await query(at, 'update sessions set last_used_at = $1', [at.clock.now()]);
}

test('everybody is told of exactly what they may see, once, when they want it: whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.noBias(history), async (given) => {
      const model = new Model(await settle(given));
      // What is said and loved needs something that is there.
      for (const by of [0, 1]) await act(model, { does: 'share', by, audience: 'family', named: [] });
      await jobsDone(at);
      await wait(model, 21_000, hour);
      for (const { pause, act: one } of given.steps) {
        if (pause > 0) await wait(model, pause, 3 * hour);
        await act(model, one);
        await jobsDone(at);
        await compareLists(model);
        await wait(model, 21_000, hour);
      }
      await wait(model, 8 * 24 * hour, 5.25 * hour);
      await compareLists(model);
    }),
    { numRuns: 3, endOnFailure: true },
  );
});
