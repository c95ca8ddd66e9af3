import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call, comparable } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';

let at: TestApp;
let owner: TestUser;
let guardian: TestUser;
let relative: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  at = await startApp({ jobs: false });
  owner = await registerParent(at.app, { firstname: 'Nora' });
  at.clock.advance({ seconds: 1 });
  guardian = await addMember(at, owner.familyId, 'guardian', 'Sam');
  at.clock.advance({ seconds: 1 });
  relative = await addMember(at, owner.familyId, 'relative', 'Ruth');
  stranger = await registerParent(at.app, { firstname: 'Eve', lastname: 'Other' });
});
afterAll(() => at.close());

const unknown = randomUUID();
const member = (userId: string, familyId = owner.familyId) => `/api/families/${familyId}/members/${userId}`;
const rolesOf = async (by: TestUser) => {
  const answer = await call(at, by, 'GET', `/api/families/${by.familyId}/members`);
  return Object.fromEntries(answer.json().data.members.map((one: { user_id: string; role: string }) => [one.user_id, one.role]));
};

describe('the families somebody is in', () => {
  it('are listed with role, cover and which one is current', async () => {
    const answer = await call(at, guardian, 'GET', '/api/families');
    expect(answer.statusCode).toBe(200);
    const { families } = answer.json().data;
    expect(families).toHaveLength(2);
    expect(families.find((family: { id: string }) => family.id === owner.familyId)).toEqual({
      id: owner.familyId,
      name: 'The Whitlock family',
      role: 'guardian',
      covered: true,
      current: true,
    });
  });

  it('grow by one that is started, becomes current, and has no second trial', async () => {
    const user = await registerParent(at.app, { firstname: 'Leo' });
    const answer = await call(at, user, 'POST', '/api/families', { name: '  The Leos ' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json().data.family).toMatchObject({ name: 'The Leos', role: 'owner', current: true, covered: false });
    expect((await call(at, user, 'GET', '/api/family-relationships')).json()).toMatchObject({ status_code: 'subscription_inactive' });
  });

  it('grow once for one Idempotency-Key', async () => {
    const user = await registerParent(at.app, { firstname: 'Leo' });
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => call(at, user, 'POST', '/api/families', { name: 'Once' }, key)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.json().data.family.id)).size).toBe(1);
    expect((await call(at, user, 'POST', '/api/families', { name: 'Another' }, key)).statusCode).toBe(409);
  });

  it('are at most ten new ones a day', async () => {
    const user = await registerParent(at.app, { firstname: 'Max' });
    for (let n = 0; n < 10; n += 1) expect((await call(at, user, 'POST', '/api/families', { name: `Family ${n}` })).statusCode).toBe(201);
    const refused = await call(at, user, 'POST', '/api/families', { name: 'One more' });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('are renamed by guardians, chosen by everybody', async () => {
    const url = `/api/families/${owner.familyId}`;
    expect((await call(at, guardian, 'PATCH', url, { name: 'The Whitlocks' })).json().data.family.name).toBe('The Whitlocks');
    expect((await call(at, relative, 'PATCH', url, { name: 'Mine' })).statusCode).toBe(403);
    expect((await call(at, owner, 'PATCH', url, { name: 'The Whitlock family' })).statusCode).toBe(200);
    const own = (await call(at, relative, 'GET', '/api/families'))
      .json()
      .data.families.find((family: { role: string }) => family.role === 'owner');
    expect((await call(at, relative, 'POST', `/api/families/${own.id}/current`)).json().data.family).toMatchObject({
      id: own.id,
      current: true,
    });
    expect((await call(at, relative, 'POST', `${url}/current`)).statusCode).toBe(200);
  });

  it.each([
    ['POST', '/api/families', {}, 'name'],
    ['POST', '/api/families', { name: '   ' }, 'name'],
    ['POST', '/api/families', { name: 'x'.repeat(101) }, 'name'],
    ['POST', '/api/families', { name: ['x'] }, 'name'],
  ] as const)('refuse %s %s %j', async (method, url, body, field) => {
    const answer = await call(at, owner, method, url, body);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
  });
});

describe('members', () => {
  it('see each other; e-mail and phone are for guardians, and everybody’s own', async () => {
    const list = async (by: TestUser) =>
      (await call(at, by, 'GET', `/api/families/${owner.familyId}/members`)).json().data.members as {
        user_id: string;
        email: string | null;
        role: string;
        name: string;
      }[];
    expect((await list(guardian)).map((one) => [one.name, one.role, one.email])).toEqual([
      ['Nora Whitlock', 'owner', owner.email],
      ['Sam Whitlock', 'guardian', guardian.email],
      ['Ruth Whitlock', 'relative', relative.email],
    ]);
    expect((await list(relative)).map((one) => one.email)).toEqual([null, null, relative.email]);
  });

  it('change roles by guardians, never the owner’s', async () => {
    expect((await call(at, guardian, 'PATCH', member(relative.userId), { role: 'guardian' })).json().data.member.role).toBe('guardian');
    expect((await call(at, owner, 'PATCH', member(relative.userId), { role: 'relative' })).json().data.member.role).toBe('relative');
    expect((await call(at, guardian, 'PATCH', member(owner.userId), { role: 'relative' })).statusCode).toBe(409);
    expect((await call(at, relative, 'PATCH', member(relative.userId), { role: 'guardian' })).statusCode).toBe(403);
    expect((await call(at, owner, 'PATCH', member(relative.userId), { role: 'owner' })).statusCode).toBe(422);
    expect((await rolesOf(owner))[relative.userId]).toBe('relative');
  });

  it('leave, or are removed by guardians; the owner stays', async () => {
    const [one, two] = [await addMember(at, owner.familyId, 'relative', 'Ida'), await addMember(at, owner.familyId, 'relative', 'Otto')];
    expect((await call(at, one, 'DELETE', member(two.userId))).statusCode).toBe(403);
    expect((await call(at, one, 'DELETE', member(one.userId))).statusCode).toBe(200);
    expect((await call(at, guardian, 'DELETE', member(two.userId))).statusCode).toBe(200);
    for (const gone of [one, two]) expect((await call(at, gone, 'GET', `/api/families/${owner.familyId}/members`)).statusCode).toBe(404);
    for (const by of [owner, guardian]) expect((await call(at, by, 'DELETE', member(owner.userId))).statusCode).toBe(409);
    const [current] = (await call(at, one, 'GET', '/api/families')).json().data.families;
    expect(current).toMatchObject({ role: 'owner', current: true });
  });

  it('are seen with what they write about themselves; how to reach them by guardians and by themselves', async () => {
    const nora = await registerParent(at.app, { firstname: 'Nora' });
    const [sam, ruth] = [await addMember(at, nora.familyId, 'guardian', 'Sam'), await addMember(at, nora.familyId, 'relative', 'Ruth')];
    const said = { description: 'Draws.\nBakes bread.', phone: '+44 20 7946 0018' };
    for (const one of [nora, ruth]) expect((await call(at, one, 'POST', '/api/profile/update', said)).statusCode).toBe(200);
    const url = `/api/families/${nora.familyId}/members`;
    const seenBy = async (by: TestUser) => (await call(at, by, 'GET', url)).json().data.members as { user_id: string }[];
    const of = (list: { user_id: string }[], { userId }: TestUser) => list.find((one) => one.user_id === userId);
    const byRuth = await seenBy(ruth);
    expect(of(byRuth, nora)).toMatchObject({ description: said.description, email: null, phone: null });
    expect(of(byRuth, sam)).toMatchObject({ description: null, email: null, phone: null });
    expect(of(byRuth, ruth)).toMatchObject({ ...said, email: ruth.email });
    expect(of(await seenBy(sam), ruth)).toMatchObject({ ...said, email: ruth.email });
    expect((await call(at, stranger, 'GET', url)).statusCode).toBe(404);
  });

  it('are the same person when they come back', async () => {
    const name = { firstname: 'Ida', lastname: 'Whitlock' };
    const gone = await addMember(at, owner.familyId, 'relative', 'Ida');
    await call(at, guardian, 'DELETE', member(gone.userId));
    const known = (await call(at, owner, 'GET', `/api/family-relationships/show/${gone.personId}`)).json().data.relationship;
    expect(known).toMatchObject({ name: 'Ida Whitlock', is_user: 0, related_user_id: null });
    const { joinFamily } = await import('./actions.ts');
    const personId = await at.platform.db.transaction((tx) =>
      joinFamily(at.platform, tx, { familyId: owner.familyId, userId: gone.userId, ...name, role: 'relative' }),
    );
    expect(personId).toBe(gone.personId);
  });

  it('hand over: the owner alone, with a fresh password, to a member', async () => {
    const parent = await registerParent(at.app, { firstname: 'Ann' });
    const heir = await addMember(at, parent.familyId, 'relative', 'Ben');
    const url = `/api/families/${parent.familyId}/owner`;
    expect((await call(at, heir, 'POST', url, { user_id: heir.userId })).statusCode).toBe(403);
    expect((await call(at, parent, 'POST', url, { user_id: stranger.userId })).json()).toMatchObject({ status_code: 'validation_failed' });
    expect((await call(at, parent, 'POST', url, { user_id: 'nobody' })).statusCode).toBe(422);
    expect((await call(at, parent, 'POST', url, { user_id: heir.userId })).json().data.family.role).toBe('guardian');
    expect(await rolesOf(heir)).toEqual({ [parent.userId]: 'guardian', [heir.userId]: 'owner' });
    at.clock.advance({ minutes: 16 });
    expect((await call(at, heir, 'POST', url, { user_id: parent.userId })).json()).toMatchObject({ status_code: 'confirmation_required' });
  });

  it('hand over once, also when asked twenty times at once', async () => {
    const parent = await registerParent(at.app, { firstname: 'Ann' });
    const heirs = await Promise.all(['A', 'B', 'C', 'D'].map((name) => addMember(at, parent.familyId, 'relative', name)));
    const answers = await Promise.all(
      [...heirs, ...heirs, ...heirs].map((heir) =>
        call(at, parent, 'POST', `/api/families/${parent.familyId}/owner`, { user_id: heir.userId }),
      ),
    );
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    expect(Object.values(await rolesOf(parent)).filter((role) => role === 'owner')).toHaveLength(1);
  });

  it('join and leave side by side without anybody being unrelated to anybody', async () => {
    const parent = await registerParent(at.app, { firstname: 'Ann' });
    const all = await Promise.all(Array.from({ length: 6 }, () => addMember(at, parent.familyId, 'relative', 'Same')));
    const people = (await call(at, parent, 'GET', '/api/family-relationships')).json().data.relationships as { slug: string }[];
    expect(people.map(({ slug }) => slug).toSorted()).toEqual(['ann', 'same', 'same-2', 'same-3', 'same-4', 'same-5', 'same-6']);
    for (const one of all) expect((await call(at, one, 'GET', '/api/family-relationships')).json().data.relationships).toHaveLength(7);
  });
});

const endpoints = [
  ['PATCH', (family: string) => `/api/families/${family}`, { name: 'Mine' }],
  ['POST', (family: string) => `/api/families/${family}/current`, undefined],
  ['GET', (family: string) => `/api/families/${family}/members`, undefined],
  ['PATCH', (family: string) => `/api/families/${family}/members/${owner.userId}`, { role: 'relative' }],
  ['DELETE', (family: string) => `/api/families/${family}/members/${owner.userId}`, undefined],
  ['POST', (family: string) => `/api/families/${family}/owner`, { user_id: unknown }],
] as const;

describe.each(endpoints)('%s %s', (method, url, body) => {
  it('is for who is signed in', async () => {
    expect((await call(at, null, method, url(owner.familyId), body)).json()).toMatchObject({ status_code: 'unauthenticated' });
  });

  it('answers a stranger as if there were no such family', async () => {
    const before = await rolesOf(owner);
    const foreign = await call(at, stranger, method, url(owner.familyId), body);
    expect(foreign.statusCode).toBe(404);
    for (const id of [unknown, 'nonsense']) expect(comparable(foreign)).toBe(comparable(await call(at, stranger, method, url(id), body)));
    expect(await rolesOf(owner)).toEqual(before);
  });
});

it('tells nobody whether a member is unknown or in another family', async () => {
  for (const method of ['PATCH', 'DELETE'] as const) {
    const foreign = await call(at, owner, method, member(stranger.userId), { role: 'relative' });
    expect(foreign.statusCode).toBe(404);
    expect(comparable(foreign)).toBe(comparable(await call(at, owner, method, member(unknown), { role: 'relative' })));
  }
});
