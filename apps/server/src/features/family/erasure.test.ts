import { sql } from 'drizzle-orm';
import { toFormData } from '@heartwood/contract/form-data';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { keptFiles } from '#test/files.ts';
import { oneAfterTheOther } from '#test/held.ts';
import { addMember, call, removeMember } from '#test/members.ts';
import { phonePhoto } from '#test/photos.ts';
import { addChild, mailsThatFit, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { keepMoment } from '#test/posts.ts';

let at: TestApp;
beforeAll(async () => {
  at = await startApp();
});
afterAll(() => at.close());

const leave = (user: TestUser) => call(at, user, 'DELETE', '/api/delete_account');
const rolesIn = async (familyId: string) => {
  const { rows } = await at.platform.db.execute<{ user_id: string; role: string }>(
    sql`select user_id, role from members where family_id = ${familyId}`,
  );
  return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]));
};

describe('when somebody deletes their account', () => {
  it('their family goes to the guardian who has been in it longest, and nobody knows them any more', async () => {
    const owner = await registerParent(at.app, { firstname: 'Nora' });
    const later: TestUser[] = [];
    for (const [role, name] of [
      ['relative', 'Ruth'],
      ['guardian', 'Sam'],
      ['guardian', 'Ida'],
    ] as const) {
      at.clock.advance({ seconds: 1 });
      later.push(await addMember(at, owner.familyId, role, name));
    }
    const [ruth, sam, ida] = later as [TestUser, TestUser, TestUser];
    const child = await addChild(at, owner, { name: 'Emma' });
    expect((await leave(owner)).statusCode).toBe(200);
    expect(await rolesIn(owner.familyId)).toEqual({ [sam.userId]: 'owner', [ida.userId]: 'guardian', [ruth.userId]: 'relative' });
    const people = (await call(at, ruth, 'GET', '/api/family-relationships')).json().data.relationships as {
      name: string;
      heartwood_id: string;
    }[];
    expect(people.map(({ name }) => name)).toEqual(['Emma', 'Ruth Whitlock', 'Sam Whitlock', 'Ida Whitlock']);
    expect(people[0]!.heartwood_id).toBe(child.heartwood_id);
  });

  it('a family with nobody left is erased, its pictures from the storage too', async () => {
    const before = await keptFiles(at);
    const owner = await registerParent(at.app, { firstname: 'Ann' });
    const photo = new File([new Uint8Array(await phonePhoto(200, 150))], 'emma.jpg');
    expect(
      (await call(at, owner, 'POST', '/api/family-relationships', toFormData({ name: 'Emma', relationship_id: 3, image: photo })))
        .statusCode,
    ).toBe(201);
    expect((await keptFiles(at)).length).toBeGreaterThan(before.length);
    expect((await leave(owner)).statusCode).toBe(200);
    const { rows } = await at.platform.db.execute(sql`select 1 from families where id = ${owner.familyId}`);
    expect(rows).toEqual([]);
    await expect.poll(() => keptFiles(at), { timeout: 10_000 }).toEqual(before);
  });

  it('they are told which of their families are gone with them, and which go on', async () => {
    const said = async (user: TestUser) => {
      expect((await leave(user)).statusCode).toBe(200);
      const [mail] = await mailsThatFit(at, user.email, ({ subject }) => /deleted|gelöscht/.test(subject ?? ''));
      return mail!.text ?? '';
    };
    const [stays, gone] = ['Families you belonged to go on without you.', 'Gone with you: the Whitlock family, and everything in it.'];
    const alone = await said(await registerParent(at.app));
    expect(alone).toContain(gone);
    expect(alone).not.toMatch(/go on without you/);
    const owner = await registerParent(at.app);
    const member = await addMember(at, owner.familyId, 'relative', 'Ruth');
    const both = await said(member);
    expect(both).toContain(gone);
    expect(both).toContain('The other families you belonged to go on without you.');
    const guest = await addMember(at, owner.familyId, 'relative', 'Ida');
    const shared = await said(owner);
    expect(shared).toContain(stays);
    expect(shared).not.toContain('With you');
    await at.platform.db.execute(sql`delete from members where user_id = ${guest.userId}`);
    expect(await said(guest)).not.toMatch(/With you|go on without/);
    const german = await said(await registerParent(at.app, { lastname: 'Berg', language: 'de' }));
    expect(german).toContain('Mit dir ist Familie Berg verschwunden, mit allem darin.');
  });

  it('everybody at once, the family is erased', async () => {
    const owner = await registerParent(at.app, { firstname: 'Ann' });
    const others = await Promise.all(['Ben', 'Cleo', 'Dan'].map((name) => addMember(at, owner.familyId, 'relative', name)));
    const answers = await Promise.all([owner, ...others].map(leave));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200]);
    const { rows } = await at.platform.db.execute(sql`select 1 from families where id = ${owner.familyId}`);
    expect(rows).toEqual([]);
  });

  it('who had left a family before is forgotten there too', async () => {
    const owner = await registerParent(at.app, { firstname: 'Nora' });
    const gone = await addMember(at, owner.familyId, 'relative', 'Otto');
    await call(at, gone, 'DELETE', `/api/families/${owner.familyId}/members/${gone.userId}`);
    expect((await call(at, owner, 'GET', '/api/family-relationships')).body).toContain('Otto');
    expect((await leave(gone)).statusCode).toBe(200);
    expect((await call(at, owner, 'GET', '/api/family-relationships')).body).not.toContain('Otto');
  });

  it('who had left a family before waits for what its members are changing, and holds nothing that they want', async () => {
    const owner = await registerParent(at.app, { firstname: 'Nora' });
    const gone = await addMember(at, owner.familyId, 'guardian', 'Otto');
    const emma = (await addChild(at, owner, { name: 'Emma' })).heartwood_id;
    const { id } = await keepMoment(at, gone, { people: [emma], title: 'Otto’s' });
    await removeMember(at, owner, gone.userId);
    const family = { text: 'select from families where id = $1 for no key update', values: [owner.familyId] };
    const edit = () => call(at, owner, 'PATCH', `/api/moments/${id}`, { title: 'Nora’s' });
    const answers = await oneAfterTheOther(
      at,
      family,
      edit,
      () => leave(gone),
      async () => {
        const free = await at.platform.db.$client.query('select id from moments where id = $1 for update skip locked', [id]);
        expect(free.rows).toEqual([{ id }]);
      },
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });
});
