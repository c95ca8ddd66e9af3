import { translatorOf } from '@heartwood/messages/catalogues';
import { relationshipMessage } from '@heartwood/messages/relationships';
import type { Relationship } from '@heartwood/contract/people';
import { relationshipKinds } from '@heartwood/contract/relationships';
import { toFormData } from '@heartwood/contract/form-data';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { keptFiles } from '#test/files.ts';
import { whileChanging } from '#test/held.ts';
import { addMember, call, comparable } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { bombPng, phonePhoto } from '#test/photos.ts';
import { addChild, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { tidyPeople } from './jobs.ts';

let at: TestApp;
let owner: TestUser;
let guardian: TestMember;
let relative: TestMember;
let stranger: TestUser;
let photo: File;

beforeAll(async () => {
  at = await startApp();
  owner = await registerParent(at.app, { firstname: 'Nora' });
  guardian = await addMember(at, owner.familyId, 'guardian', 'Sam');
  relative = await addMember(at, owner.familyId, 'relative', 'Ruth');
  stranger = await registerParent(at.app, { firstname: 'Eve' });
  photo = new File([new Uint8Array(await phonePhoto(400, 300))], 'emma.jpg', { type: 'image/jpeg' });
});
afterAll(() => at.close());

const base = '/api/family-relationships';
const list = async (by: TestUser): Promise<Relationship[]> => (await call(at, by, 'GET', base)).json().data.relationships;
const english = (id: number) => translatorOf('en')(relationshipMessage(id)!);
const show = (by: TestUser, id: string) => call(at, by, 'GET', `${base}/show/${id}`);
const update = (by: TestUser, body: object) => call(at, by, 'POST', `${base}/update`, body);
const form = (body: Record<string, unknown>) => toFormData(body);
const image = (name: string, bytes: Buffer) => new File([new Uint8Array(bytes)], name);

describe('the kinds of relationship', () => {
  it('are the 28 of the contract, called as one reads', async () => {
    const kinds = async () => (await call(at, relative, 'GET', '/api/relationships')).json().data.relationships;
    expect(await kinds()).toEqual(relationshipKinds.map(({ id, child }) => ({ id, label: english(id), child })));
    await at.platform.db.$client.query("update users set locale = 'de' where id = $1", [relative.userId]);
    expect((await kinds())[2]).toEqual({ id: 3, label: 'Tochter', child: true });
    await at.platform.db.$client.query("update users set locale = 'en' where id = $1", [relative.userId]);
    expect((await call(at, null, 'GET', '/api/relationships')).statusCode).toBe(401);
  });
});

describe('a child', () => {
  it('[S7.33] is added as JSON, in the normalised shape', async () => {
    const child = await addChild(at, owner, { name: ' Emma ', relationship_id: 3, birth_day: '2020-02-29' });
    expect(child).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      heartwood_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Emma',
      slug: 'emma',
      user_id: owner.userId,
      related_user_id: null,
      relationship_id: 3,
      relationship: 'Daughter',
      is_user: 0,
      is_child: true,
      birth_day: '2020-02-29',
      gender: null,
      images: [],
      created_at: at.clock.now().toISOString(),
      updated_at: at.clock.now().toISOString(),
    });
    expect(child.id).not.toBe(child.heartwood_id);
  });

  it('[S5.15] is added as a form with photos, the portrait first, shown at signed addresses', async () => {
    const body = form({ name: 'Jonas', relationship_id: 2, birth_day: '2026-08-01', gender: 'male', image: photo, images: [photo, photo] });
    const answer = await call(at, owner, 'POST', base, body);
    expect(answer.statusCode).toBe(201);
    const { images, gender } = answer.json().data.relationship as Relationship;
    expect(gender).toBe('male');
    expect(images).toHaveLength(3);
    const served = await call(at, null, 'GET', `/api/private/${images[0]!.path}`);
    expect(served.statusCode).toBe(200);
    expect(served.headers['content-type']).toBe('image/webp');
  });

  it('[S7.36] is everybody’s, each with their own relation to it', async () => {
    const child = await addChild(at, owner, { name: 'Ada', relationship_id: 3 });
    for (const by of [guardian, relative]) {
      const seen = (await show(by, child.heartwood_id)).json().data.relationship as Relationship;
      expect(seen).toMatchObject({
        heartwood_id: child.heartwood_id,
        user_id: by.userId,
        relationship_id: 0,
        relationship: '',
        is_child: true,
      });
      expect(seen.id).not.toBe(child.id);
    }
    const said = await update(relative, { id: child.heartwood_id, relationship_id: 5 });
    expect(said.json().data.relationship).toMatchObject({ relationship_id: 5, relationship: 'Grandchild' });
    expect((await show(owner, child.id)).json().data.relationship).toMatchObject({ relationship_id: 3, relationship: 'Daughter' });
  });

  it.each(relationshipKinds)('or none, as the kind says: $slug', async ({ id, child }) => {
    const added = await addChild(at, owner, { name: `Kind ${id}`, relationship_id: id });
    expect(added).toMatchObject({ relationship_id: id, relationship: english(id), is_child: child });
    const children = (await call(at, relative, 'GET', `${base}/children`)).json().data.children as Relationship[];
    expect(children.some((one) => one.heartwood_id === added.heartwood_id)).toBe(child);
    await call(at, owner, 'DELETE', `${base}/${added.heartwood_id}`);
  });

  it('may be related in words of one’s own', async () => {
    const answer = await call(at, owner, 'POST', base, { name: 'Mo', relationship_id: '28', relationship_label: 'Neighbour' });
    const { id, ...relationship } = answer.json().data.relationship as Relationship;
    expect(relationship).toMatchObject({ relationship_id: 28, relationship: 'Neighbour', is_child: false });
    expect((await update(owner, { id, relationship_label: 'Neighbour and friend' })).json().data.relationship.relationship).toBe(
      'Neighbour and friend',
    );
    expect((await update(owner, { id, relationship_label: '' })).json().data.relationship.relationship).toBe('Other');
  });

  it('keeps the words that somebody gives to it while it is changed', async () => {
    const added = await call(at, owner, 'POST', base, { name: 'Jo', relationship_id: 28, relationship_label: 'Neighbour' });
    const { heartwood_id: id } = added.json().data.relationship;
    const change = `with held as (select id from families where id = $1 for no key update)
      update relationships set relationship_label = 'Friend' from held where user_id = $2 and person_id = $3`;
    const values = [owner.familyId, owner.userId, id];
    const answer = await whileChanging(at, { text: change, values }, () => update(owner, { id, relationship_id: 28 }));
    expect(answer.json().data.relationship.relationship).toBe('Friend');
  });

  it('is the second Emma where there is one', async () => {
    const first = await addChild(at, owner, { name: 'Frida' });
    const [second, third] = [await addChild(at, owner, { name: 'FRIDA' }), await addChild(at, owner, { name: 'إيما' })];
    expect([first.slug, second.slug, third.slug]).toEqual(['frida', 'frida-2', third.heartwood_id]);
    expect((await update(guardian, { id: second.heartwood_id, name: 'Greta' })).json().data.relationship.slug).toBe('greta');
    expect((await update(guardian, { id: second.heartwood_id, name: 'Greta' })).json().data.relationship.slug).toBe('greta');
  });

  it('is added once for one Idempotency-Key, with its pictures once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const before = (await keptFiles(at)).length;
    const answers = [];
    for (let n = 0; n < 3; n += 1)
      answers.push(await call(at, owner, 'POST', base, form({ name: 'Onni', relationship_id: 1, image: photo }), key));
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.json().data.relationship.heartwood_id)).size).toBe(1);
    expect((await keptFiles(at)).length).toBe(before + 2);
  });

  it('is added by twenty at once without a slug twice or anybody unrelated', async () => {
    const parent = await registerParent(at.app, { firstname: 'Ann' });
    const other = await addMember(at, parent.familyId, 'guardian', 'Ben');
    await Promise.all(Array.from({ length: 20 }, (_, n) => addChild(at, n % 2 ? parent : other, { name: 'Emma' })));
    const [mine, theirs] = [await list(parent), await list(other)];
    expect(new Set(mine.map(({ slug }) => slug)).size).toBe(22);
    expect(theirs.map((one) => one.heartwood_id).toSorted()).toEqual(mine.map((one) => one.heartwood_id).toSorted());
  });
});

describe('bad input', () => {
  it.each([
    [{ relationship_id: 3 }, 'name'],
    [{ name: ' ', relationship_id: 3 }, 'name'],
    [{ name: 'x'.repeat(101), relationship_id: 3 }, 'name'],
    [{ name: 'Emma' }, 'relationship_id'],
    [{ name: 'Emma', relationship_id: 0 }, 'relationship_id'],
    [{ name: 'Emma', relationship_id: 29 }, 'relationship_id'],
    [{ name: 'Emma', relationship_id: 'daughter' }, 'relationship_id'],
    [{ name: 'Emma', relationship_id: 3, birth_day: '2023-02-29' }, 'birth_day'],
    [{ name: 'Emma', relationship_id: 3, birth_day: '1869-12-31' }, 'birth_day'],
    [{ name: 'Emma', relationship_id: 3, birth_day: '2028-01-01' }, 'birth_day'],
    [{ name: 'Emma', relationship_id: 3, gender: 'robot' }, 'gender'],
    [{ name: 'Emma', relationship_id: 3, image: 'a.jpg' }, 'image'],
    [{ name: { first: 'Emma' }, relationship_id: 3 }, 'name'],
  ])('%j is refused at its field', async (body, field) => {
    const before = (await list(owner)).length;
    const answer = await call(at, owner, 'POST', base, body);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
    expect(await list(owner)).toHaveLength(before);
  });

  it('takes a child who is expected, and a great-grandfather', async () => {
    for (const birth_day of ['2026-11-22', '2027-06-01', '1890-05-04'])
      expect((await addChild(at, owner, { name: 'Somebody', birth_day })).birth_day).toBe(birth_day);
  });

  it.each([
    ['text', 'not-a-photo.jpg', Buffer.from('hello'), 415],
    ['SVG', 'drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 415],
    ['a bomb', 'bomb.png', bombPng(), 422],
  ])('refuses %s as a photo and leaves nothing behind', async (_what, name, bytes, status) => {
    const [before, people] = [await keptFiles(at), (await list(owner)).length];
    const answer = await call(at, owner, 'POST', base, form({ name: 'Emma', relationship_id: 3, images: [photo, image(name, bytes)] }));
    expect(answer.statusCode).toBe(status);
    expect(await list(owner)).toHaveLength(people);
    await expect.poll(() => keptFiles(at)).toEqual(before);
  });

  it('[S5.16] refuses a truncated photo, and more than ten', async () => {
    const [before, jpeg] = [await keptFiles(at), Buffer.from(await photo.arrayBuffer())];
    expect(
      (
        await call(
          at,
          owner,
          'POST',
          base,
          form({ name: 'Emma', relationship_id: 3, image: image('cut.jpg', jpeg.subarray(0, jpeg.length / 2)) }),
        )
      ).statusCode,
    ).toBe(422);
    expect(
      (await call(at, owner, 'POST', base, form({ name: 'Emma', relationship_id: 3, image: photo, images: Array(10).fill(photo) })))
        .statusCode,
    ).toBe(422);
    await expect.poll(() => keptFiles(at)).toEqual(before);
  });
});

describe('a person', () => {
  it('[S7.35] is shown by the relationship or the person, to nobody by another’s relationship', async () => {
    const child = await addChild(at, owner, { name: 'Ivo' });
    for (const id of [child.id, child.heartwood_id, child.heartwood_id.toUpperCase()])
      expect((await show(owner, id)).json().data.relationship.heartwood_id).toBe(child.heartwood_id);
    expect((await show(relative, child.id)).statusCode).toBe(404);
  });

  it('[S7.34] is changed by guardians; relatives say how they are related and no more', async () => {
    const child = await addChild(at, owner, { name: 'Lia', birth_day: '2020-01-01' });
    const changed = await update(guardian, { id: child.heartwood_id, name: 'Lia Rose', birth_day: null, gender: 'female' });
    expect(changed.json().data.relationship).toMatchObject({ name: 'Lia Rose', birth_day: null, gender: 'female', relationship_id: 0 });
    for (const body of [
      { name: 'Mine' },
      { birth_day: '2020-01-01' },
      { gender: null },
      { removed_images: [randomUUID()] },
      { name: 'Mine', relationship_id: 5 },
    ])
      expect((await update(relative, { id: child.heartwood_id, ...body })).statusCode).toBe(403);
    expect((await call(at, relative, 'POST', `${base}/update`, form({ id: child.heartwood_id, image: photo }))).statusCode).toBe(403);
    expect((await show(owner, child.id)).json().data.relationship).toMatchObject({ name: 'Lia Rose', relationship_id: 3, images: [] });
    expect((await show(relative, child.heartwood_id)).json().data.relationship.relationship_id).toBe(0);
  });

  it('gets new portraits first, and keeps ten at most; what is taken away leaves the storage', async () => {
    const child = (await call(at, owner, 'POST', base, form({ name: 'Pia', relationship_id: 3, image: photo }))).json().data
      .relationship as Relationship;
    const old = child.images[0]!.id;
    const files = (await keptFiles(at)).length;
    const added = (await call(at, guardian, 'POST', `${base}/update`, form({ id: child.heartwood_id, images: [photo] }))).json().data
      .relationship as Relationship;
    expect(added.images.map(({ id }) => id)).toEqual([expect.not.stringMatching(old), old]);
    expect(
      (await call(at, guardian, 'POST', `${base}/update`, form({ id: child.heartwood_id, images: Array(9).fill(photo) }))).statusCode,
    ).toBe(422);
    const fewer = await update(guardian, { id: child.heartwood_id, removed_images: [old, randomUUID()] });
    expect(fewer.json().data.relationship.images.map(({ id }: { id: string }) => id)).toEqual([added.images[0]!.id]);
    await expect.poll(async () => (await keptFiles(at)).length, { timeout: 10_000 }).toBe(files);
  });

  it('keeps what two guardians change at once', async () => {
    const child = await addChild(at, owner, { name: 'Uli' });
    await Promise.all([
      update(owner, { id: child.heartwood_id, name: 'Ulla' }),
      update(guardian, { id: child.heartwood_id, birth_day: '2019-09-09' }),
    ]);
    expect((await show(owner, child.id)).json().data.relationship).toMatchObject({ name: 'Ulla', birth_day: '2019-09-09' });
  });

  it('who has an account shows their profile, which is theirs', async () => {
    await call(at, relative, 'POST', '/api/profile/update', { birth: '1951-03-02' });
    const ruth = (await show(owner, relative.personId)).json().data.relationship as Relationship;
    expect(ruth).toMatchObject({
      name: 'Ruth Whitlock',
      is_user: 1,
      related_user_id: relative.userId,
      birth_day: '1951-03-02',
      is_child: false,
    });
    for (const body of [{ name: 'Granny' }, { birth_day: '1950-01-01' }])
      expect((await update(owner, { id: ruth.id, ...body })).statusCode).toBe(403);
    expect(
      (await update(owner, { id: ruth.id, name: 'Ruth Whitlock', birth_day: '1951-03-02', relationship_id: 7 })).json().data.relationship
        .relationship,
    ).toBe('Mother');
    const members = (await call(at, owner, 'GET', `/api/families/${owner.familyId}/members`)).json().data.members as {
      user_id: string;
      relationship: string;
    }[];
    expect(members.find((one) => one.user_id === relative.userId)?.relationship).toBe('Mother');
  });

  it('is nobody’s relation to themself', async () => {
    const me = (await list(relative)).find((one) => one.related_user_id === relative.userId)!;
    expect(me).toMatchObject({ relationship_id: 0, relationship: '', is_user: 1 });
    expect((await update(relative, { id: me.id, relationship_id: 11 })).statusCode).toBe(422);
  });

  it('without an account is removed by guardians, with its pictures', async () => {
    const files = await keptFiles(at);
    const child = (await call(at, owner, 'POST', base, form({ name: 'Zoe', relationship_id: 3, images: [photo, photo] }))).json().data
      .relationship as Relationship;
    expect((await call(at, relative, 'DELETE', `${base}/${child.heartwood_id}`)).statusCode).toBe(403);
    expect((await call(at, guardian, 'DELETE', `${base}/${guardian.personId}`)).statusCode).toBe(409);
    expect((await call(at, guardian, 'DELETE', `${base}/${child.heartwood_id}`)).statusCode).toBe(200);
    expect((await show(owner, child.heartwood_id)).statusCode).toBe(404);
    expect((await call(at, guardian, 'DELETE', `${base}/${child.heartwood_id}`)).statusCode).toBe(404);
    await expect.poll(() => keptFiles(at), { timeout: 10_000 }).toEqual(files);
  });

  it('is one of 300 at most', async () => {
    const parent = await registerParent(at.app, { firstname: 'Ann' });
    await at.platform.db.execute(sql`
      insert into people (id, family_id, name, slug, is_child, created_at, updated_at)
      select gen_random_uuid(), ${parent.familyId}, 'P', 'p-' || n, false, ${at.clock.now()}, ${at.clock.now()} from generate_series(1, 298) n`);
    await addChild(at, parent);
    expect((await call(at, parent, 'POST', base, { name: 'One more', relationship_id: 1 })).statusCode).toBe(409);
  });
});

describe('pictures nobody holds', () => {
  it('are swept after an hour, the others stay', async () => {
    const child = (await call(at, owner, 'POST', base, form({ name: 'Kim', relationship_id: 3, image: photo }))).json().data
      .relationship as Relationship;
    // What was uploaded leaves the folder for what is on its way soon after the answer.
    const portraits = async () => (await keptFiles(at)).filter((path) => path.startsWith('people/'));
    const before = await portraits();
    expect(before.length).toBeGreaterThan(0);
    await at.platform.storage.putBytes('people/01900000-0000-7000-8000-000000000001/thumb.webp', Buffer.from('lost'));
    await tidyPeople(at.platform);
    expect(await portraits()).toEqual(before);
    expect((await call(at, null, 'GET', `/api/private/${child.images[0]!.path}`)).statusCode).toBe(200);
  });
});

describe('strangers', () => {
  let child: Relationship;
  beforeAll(async () => {
    child = await addChild(at, owner, { name: 'Secret' });
  });

  it.each(['GET show', 'POST update', 'DELETE'])('%s answers as if there were no such person', async (endpoint) => {
    const ask = (by: TestUser | null, id: string) =>
      endpoint === 'GET show'
        ? call(at, by, 'GET', `${base}/show/${id}`)
        : endpoint === 'DELETE'
          ? call(at, by, 'DELETE', `${base}/${id}`)
          : call(at, by, 'POST', `${base}/update`, { id, name: 'Mine' });
    for (const id of [child.id, child.heartwood_id]) {
      const foreign = await ask(stranger, id);
      expect(foreign.statusCode).toBe(404);
      for (const other of [randomUUID(), 'nonsense', '%00', ''])
        if (other || endpoint === 'POST update') expect(comparable(await ask(stranger, other))).toBe(comparable(foreign));
      expect((await ask(null, id)).statusCode).toBe(401);
    }
    expect((await show(owner, child.id)).json().data.relationship.name).toBe('Secret');
  });

  it.each([
    ['GET', base, undefined],
    ['GET', `${base}/children`, undefined],
    ['POST', base, { name: 'Mine', relationship_id: 1 }],
  ] as const)('%s %s is closed to them', async (method, url, body) => {
    expect((await call(at, null, method, url, body)).statusCode).toBe(401);
    const foreign = await call(at, stranger, method, `${url}?family_id=${owner.familyId}`, body);
    expect(foreign.statusCode).toBe(404);
    expect(comparable(await call(at, stranger, method, `${url}?family_id=${randomUUID()}`, body))).toBe(comparable(foreign));
    const answer = await call(at, stranger, method, url, body);
    expect(answer.body).not.toContain('Secret');
  });

  it('who were members see nothing any more', async () => {
    const gone = await addMember(at, owner.familyId, 'guardian', 'Ex');
    await call(at, owner, 'DELETE', `/api/families/${owner.familyId}/members/${gone.userId}`);
    expect((await call(at, gone, 'GET', `${base}/show/${child.heartwood_id}`)).statusCode).toBe(404);
    expect((await call(at, gone, 'POST', `${base}?family_id=${owner.familyId}`, { name: 'Mine', relationship_id: 1 })).statusCode).toBe(
      404,
    );
  });

  it('in the family that nobody covers get 402', async () => {
    const parent = await registerParent(at.app, { firstname: 'Ann' });
    at.clock.advance({ days: 15 });
    expect((await call(at, parent, 'GET', base)).json()).toMatchObject({ status_code: 'subscription_inactive' });
    expect((await call(at, parent, 'POST', base, { name: '' })).statusCode).toBe(402);
    at.clock.advance({ days: -15 });
  });
});
