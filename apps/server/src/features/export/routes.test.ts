import { randomUUID } from 'node:crypto';
import { toFormData } from '@heartwood/contract/form-data';
import type { Post } from '@heartwood/contract/posts';
import type { Category, Subcategory } from '@heartwood/contract/treasures';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { sha256 } from '#test/archives.ts';
import { exported, exportOnce, exportStatus } from '#test/exports.ts';
import { filesBelow } from '#test/files.ts';
import { addMember, call, removeMember } from '#test/members.ts';
import { addChild, mailsThatFit, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { phonePhoto } from '#test/photos.ts';
import { careForExports } from './jobs.ts';
import { sharePost } from '#test/posts.ts';
import { processed, upload } from '#test/media.ts';
import { query } from '#test/rows.ts';

let at: TestApp;
beforeAll(async () => {
  at = await startApp({ env: { RATE_LIMITS: 'off' } });
});
afterAll(() => at.close());

const start = (user: TestUser) => call(at, user, 'POST', '/api/export');

const json = (files: Map<string, Buffer>, end: string): Record<string, unknown>[] => {
  const found = [...files].find(([name]) => name.endsWith(end));
  return found ? JSON.parse(found[1].toString('utf8')) : [];
};

async function postsOneMaySee(viewer: TestUser): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const url: string = `/api/posts?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
    const page: { items: Post[]; next_cursor: string | null } = (await call(at, viewer, 'GET', url)).json().data;
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  return ids;
}

describe('who may', () => {
  it('somebody signed in who has just given their password, covered or not', async () => {
    const user = await registerParent(at.app);
    expect((await call(at, null, 'POST', '/api/export')).statusCode).toBe(401);
    expect((await call(at, null, 'GET', '/api/export')).statusCode).toBe(401);
    expect(await exportStatus(at, user)).toMatchObject({ state: null, progress: 0, path: null });
    await query(at, 'update families set trial_ends_at = $1 where id = $2', [at.clock.now(), user.familyId]);
    await query(at, 'update sessions set fresh_until = $1 where user_id = $2', [at.clock.now(), user.userId]);
    const stale = await start(user);
    expect([stale.statusCode, stale.json().status_code]).toEqual([403, 'confirmation_required']);
    expect(await exportStatus(at, user)).toMatchObject({ state: null });
    await query(at, 'update sessions set fresh_until = $1 where user_id = $2', [new Date(at.clock.now().getTime() + 60_000), user.userId]);
    const files = await exported(at, user);
    expect([...files.keys()]).toContain('index.html');
    expect((await call(at, user, 'GET', '/api/posts')).statusCode).toBe(402);
  });

  it('a request that is sent again with its key begins no other one, also once the first is finished', async () => {
    const user = await registerParent(at.app);
    const key = { 'idempotency-key': randomUUID() };
    const send = (body?: object) => call(at, user, 'POST', '/api/export', body, key);
    const count = async () => (await query(at, 'select count(*)::int from exports where user_id = $1', [user.userId]))[0];
    const both = await Promise.all([send(), send()]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    await expect.poll(async () => (await exportStatus(at, user)).state, { timeout: 60_000 }).toBe('ready');
    const again = await send();
    expect([again.statusCode, again.json().data.state, await count()]).toEqual([201, 'ready', { count: 1 }]);
    expect((await call(at, user, 'POST', '/api/families', { name: 'Two' }, key)).statusCode).toBe(409);
  });

  it('somebody in no family gets their profile', async () => {
    const owner = await registerParent(at.app);
    const user = await addMember(at, owner.familyId, 'relative', 'Solo');
    await query(at, 'delete from members where user_id = $1', [user.userId]);
    const files = await exported(at, user);
    expect([...files.keys()].toSorted()).toEqual(['index.html', 'profile.csv', 'profile.html', 'profile.json']);
    expect(json(files, 'profile.json')).toMatchObject([{ firstname: 'Solo', email: user.email }]);
  });
});

describe('what is in it', () => {
  it('portraits: one’s own, those of people and those of members', async () => {
    const nora = await registerParent(at.app);
    const portrait = new File([new Uint8Array(await phonePhoto(300, 300))], 'me.jpg', { type: 'image/jpeg' });
    const child = { name: 'Emma', relationship_id: 3, birth_day: '2024-01-01', images: [portrait] };
    expect((await call(at, nora, 'POST', '/api/profile/update', toFormData({ images: [portrait] }))).statusCode).toBe(200);
    expect((await call(at, nora, 'POST', '/api/family-relationships', toFormData(child))).statusCode).toBe(201);
    const files = await exported(at, nora);
    const pictured = (page: string) => {
      const [name = '', bytes] = [...files].find(([one]) => one.endsWith(page)) ?? [];
      return [...String(bytes).matchAll(/<img src="([^"]*)"/g)].map(([, link]) => new URL(link!, `http://x/${name}`).pathname.slice(1));
    };
    const [profile, people, members] = [pictured('profile.html'), pictured('/people.html'), pictured('/members.html')];
    expect([profile.length, people.length, members.length]).toEqual([1, 2, 1]);
    for (const name of [...profile, ...people, ...members]) expect((await sharp(files.get(name)).metadata()).format).toBe('webp');
  }, 60_000);

  it('originals of one’s own byte for byte, the large rendition of others’, words, comments, hearts, dates and people', async () => {
    const nora = await registerParent(at.app);
    const sam = await addMember(at, nora.familyId, 'guardian', 'Sam');
    const emma = await addChild(at, nora, { name: 'Emma' });
    const [own, theirs] = [await phonePhoto(400, 300), await phonePhoto(500, 300)];
    const ownId = (await processed(at, nora, (await upload(at, nora, own, 'Der Strand äöü.jpg')).id)).id;
    const theirId = (await processed(at, sam, (await upload(at, sam, theirs, '../../etc/passwd.jpg')).id)).id;
    const mine = await sharePost(at, nora, {
      text: 'At the sea',
      media_ids: [ownId],
      captions: { [ownId]: 'Low tide' },
      people: [emma.heartwood_id],
      occurred_on: '2024-07-14',
    });
    await sharePost(at, sam, { text: 'The hills', media_ids: [theirId] });
    await call(at, sam, 'POST', `/api/posts/${mine.id}/comments`, { text: 'I was there' });
    await call(at, sam, 'PUT', `/api/posts/${mine.id}/heart`);
    await call(at, nora, 'PUT', `/api/additional-information/${emma.slug}/health`, {
      fields: [{ label: 'Blood type', value: '0 positive' }],
    });
    await call(at, nora, 'POST', '/api/growth', { person: emma.heartwood_id, measured_on: '2024-01-01', height_cm: 92 });
    await call(at, nora, 'POST', '/api/moments', {
      people: [emma.heartwood_id],
      title: 'First steps',
      occurred_on: '2022-06-01',
      text: 'Three of them',
    });
    const { categories } = (await call(at, nora, 'GET', '/api/treasures')).json().data;
    await call(at, sam, 'POST', '/api/treasures/subcategories', { category_id: categories[0].id, name: 'Quince' });
    const files = await exported(at, nora);

    const posts = json(files, '/posts.json');
    expect(posts.map(({ text }) => text)).toEqual(['The hills', 'At the sea']);
    expect(posts[1]).toMatchObject({
      id: mine.id,
      occurred_on: '2024-07-14',
      author: { name: 'Nora Whitlock' },
      people: [{ heartwood_id: emma.heartwood_id, name: 'Emma' }],
      comments: [{ text: 'I was there', author: { name: 'Sam Whitlock' } }],
      hearts: [{ name: 'Sam Whitlock' }],
      captions: { [ownId]: 'Low tide' },
      media: [{ id: ownId, filename: 'Der Strand äöü.jpg', size: own.length }],
      files: { [ownId]: 'media/2024-07-14-der-strand-aou.jpg' },
    });
    const folder = [...files.keys()].find((name) => name.endsWith('/posts.json'))!.split('/')[0]!;
    expect(sha256(files.get(`${folder}/media/2024-07-14-der-strand-aou.jpg`)!)).toBe(sha256(own));
    const other = (posts[0]!.files as Record<string, string>)[theirId]!;
    expect(other).toMatch(/^media\/2024-07-14-passwd\.webp$/);
    const { variants } = (await call(at, nora, 'GET', `/api/media/${theirId}`)).json().data.media;
    const large = await at.app.inject({ url: `/api/private/${variants.large.path}` });
    expect(sha256(files.get(`${folder}/${other}`)!)).toBe(sha256(large.rawPayload));
    expect([...files.values()].some((bytes) => sha256(bytes) === sha256(theirs))).toBe(false);

    expect(json(files, '/people.json').map(({ name }) => name)).toEqual(['Emma', 'Nora Whitlock', 'Sam Whitlock']);
    expect(json(files, '/members.json')).toHaveLength(2);
    expect(json(files, '/growth.json')).toMatchObject([{ name: 'Emma', height_cm: 92 }]);
    expect(json(files, '/moments.json')).toMatchObject([{ title: 'First steps', occurred_on: '2022-06-01' }]);
    expect(json(files, '/additional-information.json')).toMatchObject([{ name: 'Emma', fields: [{ value: '0 positive' }] }]);
    expect(json(files, '/treasures.json'), 'a shelf without a post').toMatchObject([{ name: 'Quince', category: categories[0].slug }]);
    const page = files.get(`${folder}/posts.html`)!.toString('utf8');
    expect(page).toContain('<img src="media/2024-07-14-der-strand-aou.jpg" alt="Low tide"');
    for (const [name, bytes] of files) {
      expect(name).toMatch(/^([a-z0-9-]+\/)?(media\/)?[a-z0-9-]+\.[a-z0-9]+$/);
      if (!name.endsWith('.html')) continue;
      for (const [, link] of bytes.toString('utf8').matchAll(/(?:href|src)="([^"]*)"/g)) {
        const path = new URL(link!, `http://x/${name}`).pathname.slice(1);
        expect([name, link, files.has(path)]).toEqual([name, link, true]);
      }
    }
  }, 60_000);

  it('in the language of who asked for it: chapters, shelves, relations, days, columns', async () => {
    const nora = await registerParent(at.app, { language: 'de' });
    const emma = await addChild(at, nora, { name: 'Emma' });
    const { categories } = (await call(at, nora, 'GET', '/api/treasures')).json().data;
    const soups = categories.flatMap((one: Category) => one.subcategories).find(({ slug }: Subcategory) => slug === 'soups-and-stews');
    await sharePost(at, nora, { subcategory_id: soups.id, people: [emma.heartwood_id], occurred_on: '2024-07-14' });
    await call(at, nora, 'PUT', `/api/additional-information/${emma.slug}/health`, { fields: [{ label: 'Blutgruppe', value: '0+' }] });
    await call(at, nora, 'POST', '/api/growth', { person: emma.heartwood_id, measured_on: '2024-01-01', height_cm: 92.5 });
    const files = await exported(at, nora);
    const page = (name: string) => [...files].find(([path]) => path.endsWith(name))![1].toString('utf8');
    expect(page('index.html')).toContain('<html lang="de"');
    expect(page('/index.html')).toContain('Gut zu wissen (1)');
    for (const said of [
      '<title>Beiträge</title>',
      'Nora Whitlock, 14. Juli 2024',
      'Mit Emma',
      'Im Regal „Suppen und Eintöpfe“',
      '>Zurück<',
    ])
      expect(page('/posts.html')).toContain(said);
    expect(page('/posts.csv')).toMatch(/^\uFEFFKennung,Tag,Geschrieben,Von,/);
    expect(page('/people.html')).toContain('<li>Tochter</li>');
    expect(page('/members.html')).toContain('<li>Familienoberhaupt</li>');
    expect(page('/growth.html')).toContain('<li>Größe: 92,5 cm</li>');
    expect(page('/additional-information.html')).toMatch(/<h2>Emma: Gesundheit<\/h2>[^]*<li>Blutgruppe: 0\+<\/li>/);
    // The names in JSON are for programs.
    expect(json(files, '/posts.json')).toMatchObject([{ occurred_on: '2024-07-14', kept_in: 'Suppen und Eintöpfe', kind: 'memory' }]);
  }, 60_000);

  it('what people write is text, in pages and in tables', async () => {
    const nora = await registerParent(at.app, { firstname: '<b>Nora</b>' });
    const evil = `<script>alert(1)</script><img src=x onerror="alert(1)">"'&`;
    const post = await sharePost(at, nora, { text: evil });
    for (const text of [`=HYPERLINK("http://x")`, '+1', '-1', '@SUM(A1)']) await sharePost(at, nora, { text });
    await call(at, nora, 'POST', `/api/posts/${post.id}/comments`, { text: `</li></ul><script>x</script>` });
    await call(at, nora, 'PATCH', `/api/families/${nora.familyId}`, { name: '../../<script>' });
    const files = await exported(at, nora);
    for (const [name, bytes] of files) {
      if (!name.endsWith('.html')) continue;
      expect([name, /<script|onerror="|<b>/.exec(bytes.toString('utf8'))]).toEqual([name, null]);
    }
    const posts = [...files].find(([name]) => name.endsWith('/posts.html'))![1].toString('utf8');
    expect(posts).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    const csv = [...files].find(([name]) => name.endsWith('/posts.csv'))![1].toString('utf8');
    for (const bad of [`'=HYPERLINK`, `'+1`, `'-1`, `'@SUM`]) expect([bad, csv.includes(bad)]).toEqual([bad, true]);
    expect(csv).not.toMatch(/(^|,|")[=@]/m);
    expect(json(files, '/posts.json').some(({ text }) => text === evil)).toBe(true);
  });

  it('nothing one may not see, whoever shared it for whom', async () => {
    const nora = await registerParent(at.app);
    const sam = await addMember(at, nora.familyId, 'guardian', 'Sam');
    const ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
    const carl = await addMember(at, nora.familyId, 'relative', 'Carl');
    const stranger = await registerParent(at.app);
    await sharePost(at, stranger, { text: 'From another family' });
    const emma = await addChild(at, nora, { name: 'Emma' });
    await call(at, nora, 'PUT', `/api/additional-information/${emma.slug}/health`, { fields: [], note: 'For guardians' });
    const cast = [nora, sam, ruth, carl];
    const kind = fc.record({
      author: fc.nat(3),
      audience: fc.constantFrom('family', 'guardians', 'people', 'me'),
      named: fc.subarray([0, 1, 2, 3]),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(kind, { minLength: 6, maxLength: 12 }), async (posts) => {
        for (const { author, audience, named } of posts) {
          const names = audience === 'people' ? { audience_user_ids: named.map((one) => cast[one]!.userId) } : {};
          await sharePost(at, cast[author]!, { text: `${author} ${audience} ${named.join()}`, audience, ...names });
        }
        for (const viewer of [sam, ruth]) {
          const files = await exported(at, viewer);
          const visible = await postsOneMaySee(viewer);
          expect(json(files, '/posts.json').map(({ id }) => id)).toEqual(visible);
          const all = [...files.values()].map((bytes) => bytes.toString('utf8')).join('\n');
          expect(all.includes('From another family')).toBe(false);
          expect(all.includes('For guardians')).toBe(viewer === sam);
          expect(all.includes(nora.email)).toBe(viewer === sam);
        }
      }),
      { numRuns: 3 },
    );
  }, 120_000);
});

describe('while and after', () => {
  it('one at a time; the mail leads to the page and carries no key', async () => {
    const user = await registerParent(at.app);
    await Promise.all([start(user), start(user), start(user)]);
    const rows = await query(at, 'select id from exports where user_id = $1', [user.userId]);
    expect(rows).toHaveLength(1);
    const done = await exportOnce(at, user);
    expect(done).toMatchObject({ state: 'ready', progress: 1, reason: null });
    expect(new Date(done.ends_at!).getTime() - at.clock.now().getTime()).toBe(7 * 86_400_000);
    const [mail] = await mailsThatFit(at, user.email, ({ subject }) => subject === 'Your export is ready');
    expect(mail!.text).toContain('/private/profile#export');
    expect(`${mail!.text}${mail!.html}`).not.toMatch(/\bs=|exports\/|\.zip/);
    const head = await at.app.inject({ method: 'HEAD', url: `/api/private/${done.path}` });
    expect(head.headers).toMatchObject({ 'content-type': 'application/zip', 'content-length': String(done.size) });
    expect(head.headers['content-disposition']).toMatch(/^attachment; filename="heartwood-\d{4}-\d{2}-\d{2}\.zip"$/);
    const other = done.path!.replace(/[?].*/, '') + '?e=9999999999&s=x';
    expect((await at.app.inject({ url: `/api/private/${other}` })).statusCode).toBe(403);
    const again = await exported(at, user);
    expect(again.size).toBeGreaterThan(0);
    expect(await query(at, 'select id from exports where user_id = $1', [user.userId])).toHaveLength(1);
  });

  const archives = () => filesBelow(`${at.dataDir}/media/exports`);
  const archiveOf = async (user: TestUser) => (await query(at, 'select id from exports where user_id = $1', [user.userId]))[0].id as string;
  const isGone = (id: string) => async () => !(await archives()).some((name) => name.startsWith(id));

  it('goes after seven days, with the account, and with the membership', async () => {
    const [user, leaver, owner] = [await registerParent(at.app), await registerParent(at.app), await registerParent(at.app)];
    const member = await addMember(at, owner.familyId, 'relative', 'Ruth');
    for (const one of [user, leaver, member]) await exported(at, one);
    const [first, second, third] = [await archiveOf(user), await archiveOf(leaver), await archiveOf(member)];
    expect((await archives()).filter((name) => [first, second, third].some((id) => name.startsWith(id)))).toHaveLength(3);
    await call(at, leaver, 'DELETE', '/api/delete_account');
    await removeMember(at, owner, member.userId);
    expect(await exportStatus(at, member)).toMatchObject({ state: 'failed', path: null });
    await expect.poll(isGone(second), { timeout: 15_000 }).toBe(true);
    await expect.poll(isGone(third), { timeout: 15_000 }).toBe(true);
    at.clock.advance({ days: 7 });
    expect(await exportStatus(at, user)).toMatchObject({ state: null, path: null });
    await careForExports(at.platform);
    await expect.poll(isGone(first), { timeout: 15_000 }).toBe(true);
    expect(await query(at, 'select 1 from exports where user_id = $1', [user.userId])).toEqual([]);
  });
});
