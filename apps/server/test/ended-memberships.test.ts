import type { Endpoint } from '@heartwood/contract/endpoint';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { oneAfterTheOther, whileChanging } from './held.ts';
import { photoForm } from './matrix-forms.ts';
import { somebodyIn } from './matrix-people.ts';
import { requestOf } from './matrix-requests.ts';
import { changedSince, stateOf } from './matrix-state.ts';
import { headerOf, makeParams, makeWorld, renewOwner, sql } from './matrix-world.ts';
import type { Role, World } from './matrix-world.ts';
import { call, comparable, removeMember } from './members.ts';
import type { TestUser } from './people.ts';
import { readRoutes } from './routes.ts';
import type { TestRoute } from './routes.ts';

// A membership that ends, or a role that becomes less, between the moment a call is decided and the transaction that writes.

const promised = (await readRoutes()).filter((route): route is TestRoute & { config: { endpoint: Endpoint } } => !!route.config.endpoint);
/** Calls that write nothing in the database. */
const readingAlone = new Set(['POST /api/downloads']);
const writing = promised.filter(
  ({ key, method, config }) => config.access === 'member' && !['GET', 'HEAD'].includes(method) && !readingAlone.has(key),
);
/** Calls of an account that name a family. */
const naming = promised.filter(({ key }) => ['PATCH /api/families/:id', 'POST /api/families/:id/current'].includes(key));

let at: TestApp;
let world: World;
/** What the server says went wrong. */
const logged: string[] = [];
beforeAll(async () => {
  at = await startApp({ jobs: false, env: { RATE_LIMITS: 'off', LOG_LEVEL: 'error' }, logTo: { write: (line) => void logged.push(line) } });
  world = await makeWorld(at);
  // The folders of media are there from the first one on.
  await makeParams(world, '/api/media/:id', 'owner');
});
afterAll(() => at.close());

it('every call that writes for a member is asked', () => expect(writing.length).toBeGreaterThan(45));

/** What would succeed for the owner as they are now. @param sender whoever sends it */
async function requestTo(route: TestRoute, sender: Role = 'owner'): Promise<InjectOptions> {
  const request = await requestOf(world, route, 'owner', await makeParams(world, route.url, 'owner'), await headerOf(world, sender));
  return route.key === 'PATCH /api/uploads/:id' ? { ...request, payload: Buffer.from('a part') } : request;
}

describe.each([...writing, ...naming])('$key', (route) => {
  const isOwner = 'family_id = $1 and user_id = $2';

  /**
   * Asks while the owner's row is being changed, and changes it back.
   * @returns the answer, and what is not as it was
   */
  async function whileRowChanges(change: string, back: string) {
    const { familyId, userId } = world.cast.owner;
    const request = await requestTo(route);
    const [row] = await sql(at, `select to_jsonb(m) as json from members m where ${isOwner}`, [familyId, userId]);
    const before = await stateOf(world);
    const answer = await whileChanging(at, { text: change, values: [familyId, userId] }, () => at.app.inject(request));
    await sql(at, back, [row.json]);
    return { answer, changed: changedSince(before, await stateOf(world)) };
  }

  it('[R1.14] changes nothing for who is removed while it begins, and is answered as to a stranger', async () => {
    const back = 'insert into members select * from jsonb_populate_record(null::members, $1)';
    const { answer, changed } = await whileRowChanges(`delete from members where ${isOwner}`, back);
    expect([answer.statusCode, changed]).toEqual([404, []]);
    expect(comparable(answer)).toBe(comparable(await at.app.inject(await requestTo(route, 'stranger'))));
  });

  it('[R1.14] changes nothing for whose role becomes less while it begins, and is a conflict', async () => {
    const back = `update members set role = 'owner' where family_id = ($1::jsonb->>'family_id')::uuid and user_id = ($1::jsonb->>'user_id')::uuid`;
    const { answer, changed } = await whileRowChanges(`update members set role = 'relative' where ${isOwner}`, back);
    expect([answer.statusCode, changed]).toEqual([409, []]);
  });
});

describe('who is removed or has a lesser role while a call waits for the family', () => {
  let guardian: TestUser;
  beforeEach(async () => {
    guardian = await somebodyIn(at, world.cast.owner.familyId, 'guardian', 'Gone');
  });
  const memberUrl = () => `/api/families/${guardian.familyId}/members/${guardian.userId}`;
  const remove = () => call(at, world.cast.owner, 'DELETE', memberUrl());
  const demote = () => call(at, world.cast.owner, 'PATCH', memberUrl(), { role: 'relative' });

  /** Lets a change of the family's members wait for the family, and then a call. @returns the statuses of both */
  async function race(change: () => Promise<LightMyRequestResponse>, ask: () => Promise<LightMyRequestResponse>): Promise<number[]> {
    const held = { text: 'select 1 from families where id = $1 for no key update', values: [guardian.familyId] };
    return (await oneAfterTheOther(at, held, change, ask)).map(({ statusCode }) => statusCode);
  }
  const count = async (from: string, values: unknown[]) => (await sql(at, `select count(*)::int as n from ${from}`, values))[0].n as number;

  it('[R1.14] adds nobody', async () => {
    const asked = () => call(at, guardian, 'POST', '/api/family-relationships', { name: 'After the end', relationship_id: 1 });
    expect(await race(remove, asked)).toEqual([200, 404]);
    expect(await count(`people where name = 'After the end'`, [])).toBe(0);
  });

  it('[R1.14] removes nobody', async () => {
    const { id } = await makeParams(world, '/api/family-relationships/:id', 'owner');
    expect(await race(demote, () => call(at, guardian, 'DELETE', `/api/family-relationships/${id}`))).toEqual([200, 409]);
    expect(await count('people where id = $1', [id])).toBe(1);
  });

  it('[R1.14] measures nobody', async () => {
    const { id } = await makeParams(world, '/api/family-relationships/:id', 'owner');
    const payload = { person: id, measured_on: '2026-01-01', weight_kg: 17 };
    expect(await race(demote, () => call(at, guardian, 'POST', '/api/growth', payload))).toEqual([200, 409]);
    expect(await count('growth_entries where person_id = $1', [id])).toBe(0);
  });

  it('[R1.14] invites nobody', async () => {
    const payload = { email: 'after-the-end@example.com', relationship_id: 17, role: 'guardian' };
    expect(await race(remove, () => call(at, guardian, 'POST', '/api/send-account-invitation', payload))).toEqual([200, 404]);
    expect(await count('invitations where email = $1', [payload.email])).toBe(0);
  });

  it('a call that came first is finished before the change', async () => {
    const payload = { name: 'Before the end', relationship_id: 1 };
    expect(await race(() => call(at, guardian, 'POST', '/api/family-relationships', payload), remove)).toEqual([201, 200]);
  });

  it('[R1.14] shares nothing that was being looked at meanwhile', async () => {
    const { pictures } = at.platform;
    const inspect = pictures.inspect.bind(pictures);
    const spy = vi.spyOn(pictures, 'inspect').mockImplementationOnce(async (...given) => {
      const found = await inspect(...given);
      await removeMember(at, world.cast.owner, guardian.userId);
      return found;
    });
    const form = await photoForm('After the end');
    const before = await stateOf(world);
    const answer = await call(at, guardian, 'POST', '/api/posts', form);
    spy.mockRestore();
    expect(answer.statusCode).toBe(404);
    const changed = changedSince(before, await stateOf(world));
    expect(changed.filter((name) => ['posts', 'media', 'files', 'idempotency_keys'].includes(name))).toEqual([]);
  });

  it('a role that becomes more is no obstacle', async () => {
    const text = `update members set role = 'guardian' where family_id = $1 and user_id = $2`;
    const { familyId, userId } = world.cast.relative;
    const ask = () => call(at, world.cast.relative, 'POST', '/api/posts', { text: 'Hello' });
    expect((await whileChanging(at, { text, values: [familyId, userId] }, ask)).statusCode).toBe(201);
  });
});

describe('changes of memberships at once', () => {
  it('[R1.14] of two guardians who remove each other one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await guardianOf('One'), await guardianOf('Two')];
      const asked = [removal(one, two), removal(two, one)];
      expect((await Promise.all(asked)).map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
    }
  });

  it('[R1.14] who writes without a pause does not put off their removal', async () => {
    const guardian = await guardianOf('Busy');
    const over = new AbortController();
    const write = async () => {
      while (!over.signal.aborted)
        await call(at, guardian, 'POST', '/api/posts', { text: 'And another one', family_id: guardian.familyId });
    };
    const writing = Promise.all(Array.from({ length: 8 }, write));
    const removed = await removal(world.cast.owner, guardian).finally(() => over.abort());
    await writing;
    expect(removed.statusCode).toBe(200);
  });

  it('[R1.14] none waits for another for ever: writing, leaving, removing, handing over, deleting an account', async () => {
    const users = [await guardianOf('A'), await guardianOf('B'), await guardianOf('C'), await guardianOf('D')] as const;
    const { owner } = world.cast;
    const write = (by: TestUser, n: number) => [
      call(at, by, 'POST', '/api/family-relationships', { name: `Child ${n}`, relationship_id: 1, family_id: owner.familyId }),
      call(at, by, 'POST', '/api/posts', {
        text: `Post ${n}`,
        audience_user_ids: users.map(({ userId }) => userId),
        family_id: owner.familyId,
      }),
      call(at, by, 'POST', '/api/questions', {
        text: `Q ${n}`,
        recipient_ids: users.map(({ userId }) => userId),
        family_id: owner.familyId,
      }),
    ];
    const asked = [
      ...users.flatMap(write),
      removal(users[0], users[1]),
      removal(users[1], users[0]),
      removal(users[2], users[2]),
      call(at, owner, 'POST', `/api/families/${owner.familyId}/owner`, { user_id: users[3].userId }),
      call(at, owner, 'DELETE', '/api/delete_account'),
      ...users.flatMap((by, n) => write(by, n + users.length)),
    ];
    await Promise.all(asked);
    expect(deadlocks()).toEqual([]);
    await renewOwner(world);
  });

  const deadlocks = () => logged.filter((line) => line.includes('40P01'));
  const guardianOf = (name: string) => somebodyIn(at, world.cast.owner.familyId, 'guardian', name);
  const removal = (by: TestUser, whom: TestUser) => call(at, by, 'DELETE', `/api/families/${by.familyId}/members/${whom.userId}`);
});
