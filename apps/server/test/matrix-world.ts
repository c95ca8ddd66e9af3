import { ideas } from '@heartwood/contract/ideas';
import { startSession } from '#features/accounts/actions.ts';
import { deleteUser } from '#features/accounts/store.ts';
import type { TestApp } from './app.ts';
import { filmForm, photoForm } from './matrix-forms.ts';
import { mark, somebody, somebodyIn } from './matrix-people.ts';
import { call, removeMember } from './members.ts';
import { giftPage } from './payments.ts';
import { goodPassword } from './people.ts';
import type { TestUser } from './people.ts';
import { beginUpload } from './tus.ts';
import { wishedByAll } from './wishes.ts';

/** Who asks. Every route is asked by all of them. */
export const roles = [
  'no token',
  'malformed token',
  'ended session',
  'deleted user',
  'stranger',
  'ex-member',
  'invited only',
  'admin of the service',
  'family not covered',
  'not in the audience',
  'relative',
  'guardian',
  'owner',
] as const;
export type Role = (typeof roles)[number];

/** Those who are in no way part of the family. */
export const outside: readonly Role[] = ['stranger', 'ex-member', 'invited only', 'admin of the service'];
/** Those whom nobody knows. */
export const unknown: readonly Role[] = ['no token', 'malformed token', 'ended session', 'deleted user'];

type Signed = Exclude<Role, 'no token' | 'malformed token' | 'ended session' | 'deleted user'>;

/** A family with everybody around it, and one more whose trial is over. */
export interface World {
  at: TestApp;
  cast: Record<Signed, TestUser>;
  /** Tokens of nobody. */
  dead: { ended: string; deleted: string };
}

export const sql = async (at: TestApp, text: string, values: unknown[] = []) => (await at.platform.db.$client.query(text, values)).rows;

let serial = 0;

/** Makes a family and everybody around it. */
export async function makeWorld(at: TestApp): Promise<World> {
  const owner = await somebody(at, `${mark} Nora`, mark);
  const guardian = await somebodyIn(at, owner.familyId, 'guardian', `${mark} Gerda`);
  const relative = await somebodyIn(at, owner.familyId, 'relative', `${mark} Ruth`);
  const cousin = await somebodyIn(at, owner.familyId, 'relative', `${mark} Carl`);
  const exMember = await somebodyIn(at, owner.familyId, 'relative', 'Exa');
  await removeMember(at, owner, exMember.userId);
  const [stranger, invited, admin] = [await somebody(at, 'Stranger'), await somebody(at, 'Invited'), await somebody(at, 'Admin')];
  await sql(at, `update users set role = 'admin' where id = $1`, [admin.userId]);
  await call(at, owner, 'POST', '/api/send-account-invitation', {
    email: invited.email,
    relationship_id: 17,
    role: 'relative',
    message: mark,
  });
  const uncovered = await somebody(at, `${mark} Uma`, mark);
  const [ended, deleted] = [await somebody(at, 'Ended'), await somebody(at, 'Deleted')];
  await call(at, ended, 'POST', '/api/logout');
  await deleteUser(at.platform.db, deleted.userId);
  const world: World = {
    at,
    cast: {
      owner,
      guardian,
      relative,
      stranger,
      'ex-member': exMember,
      'invited only': invited,
      'admin of the service': admin,
      'family not covered': uncovered,
      'not in the audience': cousin,
    },
    dead: { ended: ended.token, deleted: deleted.token },
  };
  await whileCovered(world, async () => undefined);
  return world;
}

/** Puts somebody new in the place of an owner who has gone, with a guardian to leave the family to. */
export async function renewOwner({ at, cast }: World): Promise<void> {
  cast.owner = await somebody(at, `${mark} Nora`, mark);
  cast.guardian = await somebodyIn(at, cast.owner.familyId, 'guardian', `${mark} Gerda`);
}

/** The header a role sends, from a session of its own: ending it ends nothing else. */
export async function headerOf({ at, cast, dead }: World, role: Role): Promise<Record<string, string>> {
  switch (role) {
    case 'no token':
      return {};
    case 'malformed token':
      return { authorization: 'Bearer not-a-token' };
    case 'ended session':
      return { authorization: `Bearer ${dead.ended}` };
    case 'deleted user':
      return { authorization: `Bearer ${dead.deleted}` };
    default:
      return { authorization: `Bearer ${await startSession(at.platform, at.platform.db, cast[role].userId, 'Matrix')}` };
  }
}

/** The family a role asks about: its own where that is not covered, the marked one otherwise. */
export const familyFor = ({ cast }: World, role: Role): string => cast[role === 'family not covered' ? role : 'owner'].familyId;

/** Makes something while its family is covered, whatever it is afterwards. */
async function whileCovered<T>({ at, cast }: World, make: () => Promise<T>): Promise<T> {
  const { familyId } = cast['family not covered'];
  await sql(at, 'update families set trial_ends_at = $1 where id = $2', [new Date(at.clock.now().getTime() + 60_000), familyId]);
  const made = await make();
  await sql(at, 'update families set trial_ends_at = $1 where id = $2', [at.clock.now(), familyId]);
  return made;
}

/** Makes what a path names. `by` owns the family; `hidden` is shared with guardians alone. */
type Maker = (world: World, by: TestUser, hidden: boolean) => Promise<string>;

async function made(world: World, by: TestUser, url: string, payload: object, pick: (data: never) => string): Promise<string> {
  const answer = await call(world.at, by, 'POST', url, payload);
  if (answer.statusCode !== 201) throw new Error(`${url} made nothing: ${answer.body}`);
  return pick(answer.json().data as never);
}

const post: Maker = async (world, by, hidden) => {
  const payload = { text: `${mark} picnic ${(serial += 1)}`, audience: hidden ? 'guardians' : 'family' };
  return made(world, by, '/api/posts', payload, (data: { post: { id: string } }) => data.post.id);
};
const comment: Maker = async (world, by, hidden) => {
  const url = `/api/posts/${await post(world, by, hidden)}/comments`;
  return made(world, by, url, { text: `${mark} said ${(serial += 1)}` }, (data: { comment: { id: string } }) => data.comment.id);
};
const deleted =
  (maker: Maker, url: string): Maker =>
  async (world, by, hidden) => {
    const id = await maker(world, by, hidden);
    await call(world.at, by, 'DELETE', `${url}/${id}`);
    return id;
  };
const mediumOf =
  (formWith: typeof photoForm): Maker =>
  async (world, by, hidden) => {
    const form = await formWith(`${mark} picnic ${(serial += 1)}`);
    form.append('audience', hidden ? 'guardians' : 'family');
    return made(world, by, '/api/posts', form, (data: { post: { media: { id: string }[] } }) => data.post.media[0]!.id);
  };
const question: Maker = async (world, by, hidden) => {
  const { guardian } = world.cast;
  const payload = { text: `${mark} who? ${(serial += 1)}`, ...(hidden ? { recipient_ids: [guardian.userId] } : {}) };
  return made(world, by, '/api/questions', payload, (data: { question: { id: string } }) => data.question.id);
};
const moment: Maker = async (world, by) => {
  const [own] = await sql(world.at, 'select person_id from members where family_id = $1 and user_id = $2', [by.familyId, by.userId]);
  const payload = { people: [own.person_id as string], title: `${mark} steps`, family_id: by.familyId };
  return made(world, by, '/api/moments', payload, (data: { moment: { id: string } }) => data.moment.id);
};
const member: Maker = async ({ at }, by) => (await somebodyIn(at, by.familyId, 'relative', `${mark} Member`)).userId;
/** People of earlier calls go where a family has hardly any room left: it has room for 300. */
async function makeRoom({ at }: World, { familyId }: TestUser): Promise<void> {
  const isFull = '250 < (select count(*) from people where family_id = $1)';
  await sql(at, `delete from people where family_id = $1 and user_id is null and name like $2 and ${isFull}`, [familyId, `${mark} Emma %`]);
}
const personWith = (more: object): Maker => {
  const idOf = (data: { relationship: { heartwood_id: string } }) => data.relationship.heartwood_id;
  return async (world, by) => {
    await makeRoom(world, by);
    const payload = { name: `${mark} Emma ${(serial += 1)}`, relationship_id: 1, family_id: by.familyId, ...more };
    return made(world, by, '/api/family-relationships', payload, idOf);
  };
};
const person = personWith({});
/** Somebody whose birthday is soon. */
const celebrated = personWith({ birth_day: '2021-12-05' });
const wish: Maker = async (world, by, hidden) => {
  const payload = { text: `${mark} joy`, family_id: by.familyId };
  const url = `/api/birthdays/${await celebrated(world, by, hidden)}/wishes`;
  return made(world, by, url, payload, (data: { wish: { id: string } }) => data.wish.id);
};
/** Somebody whose birthday wishes have been opened. */
const carded: Maker = async (world, by, hidden) => wishedByAll(world.at, by.familyId, await celebrated(world, by, hidden), '2024-12-05');
/** Whoever founded the family, which has room for 300 people. */
const founder = async ({ at }: World, { familyId }: TestUser): Promise<string> =>
  (await sql(at, 'select id from people where family_id = $1 order by id limit 1', [familyId]))[0].id as string;
const measurement: Maker = async (world, by) => {
  const given = { person: await founder(world, by), measured_on: '2026-01-01', weight_kg: 14, family_id: by.familyId };
  return made(world, by, '/api/growth', given, (data: { entry: { id: string } }) => data.entry.id);
};
const invitation: Maker = (world, by) =>
  made(
    world,
    by,
    '/api/send-account-invitation',
    { email: `guest-${(serial += 1)}@example.com`, name: mark, relationship_id: 17, role: 'relative', family_id: by.familyId },
    (data: { invitation: { id: string } }) => data.invitation.id,
  );
const shelf: Maker = async (world, by) => {
  // A family has room for a hundred, and each route asks often.
  await sql(
    world.at,
    'delete from treasure_subcategories where family_id = $1 and (select count(*) from treasure_subcategories where family_id = $1) > 90',
    [by.familyId],
  );
  return made(
    world,
    by,
    '/api/treasures/subcategories',
    { category_id: '01930000-0000-7000-8000-000000000300', name: `${mark} shelf ${(serial += 1)}`, family_id: by.familyId },
    (data: { subcategory: { id: string } }) => data.subcategory.id,
  );
};
const session: Maker = async ({ at }, by) => {
  await startSession(at.platform, at.platform.db, by.userId, 'Other device');
  const [row] = await sql(at, 'select id from sessions where user_id = $1 order by id desc limit 1', [by.userId]);
  return row.id as string;
};
const device: Maker = async ({ at }, by) => {
  await call(at, by, 'POST', '/api/device/register', { token: `device-${(serial += 1)}` });
  return `device-${serial}`;
};
const upload: Maker = ({ at }, by) => beginUpload(at, by, `${mark}.jpg`);

/** What a parameter names, by the path up to it, or by a whole path that wants something of its own. */
const makers: Record<string, Maker> = {
  '/api/sessions/:id': session,
  '/api/device/:token': device,
  '/api/sandbox/checkouts/:id': ({ at }, by) => giftPage(at, by),
  '/api/families/:id': async (_, by) => by.familyId,
  '/api/families/:id/members/:user_id': member,
  '/api/family-relationships/:id': person,
  '/api/family-relationships/show/:id': person,
  '/api/invitations/:id': invitation,
  '/api/media/:id': mediumOf(photoForm),
  '/api/media/:id/trim': mediumOf(filmForm),
  '/api/treasures/subcategories/:id': shelf,
  '/api/uploads/:id': upload,
  '/api/posts/:id': post,
  '/api/posts/:id/restore': deleted(post, '/api/posts'),
  '/api/questions/:id': question,
  '/api/questions/:id/restore': deleted(question, '/api/questions'),
  '/api/growth/:id': measurement,
  '/api/comments/:id': comment,
  '/api/additional-information/:name': person,
  '/api/additional-information/:name/:slug': async () => 'health',
  '/api/inspiration/:slug': async () => ideas[0]!.slug,
  '/api/moments/:id': moment,
  '/api/moments/:id/restore': deleted(moment, '/api/moments'),
  '/api/birthdays/:heartwood_id': celebrated,
  '/api/birthdays/:heartwood_id/thanks': carded,
  '/api/wishes/:id': wish,
  '/api/comments/:id/restore': deleted(comment, '/api/comments'),
};

/** The parameters of a path that nobody says how to make. */
export function withoutMaker(url: string): string[] {
  if (makers[url]) return [];
  return [...url.matchAll(/:\w+/g)].map((match) => url.slice(0, match.index + match[0].length)).filter((prefix) => !makers[prefix]);
}

/** Makes everything a path names, freshly. @returns the parameters, by their names */
export async function makeParams(world: World, url: string, role: Role): Promise<Record<string, string>> {
  const by = world.cast[role === 'family not covered' ? role : 'owner'];
  const params: Record<string, string> = {};
  for (const match of url.matchAll(/:(\w+)/g)) {
    const maker = (/:\w+$/.test(url) ? undefined : makers[url]) ?? makers[url.slice(0, match.index + match[0].length)]!;
    const make = () => maker(world, by, role === 'not in the audience');
    params[match[1]!] = role === 'family not covered' ? await whileCovered(world, make) : await make();
  }
  return params;
}

export { goodPassword };
