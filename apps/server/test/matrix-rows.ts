import { photoForm } from './matrix-forms.ts';
import { mark } from './matrix-people.ts';
import { familyFor, goodPassword, makeParams, sql, unknown } from './matrix-world.ts';
import type { Role, World } from './matrix-world.ts';
import { giftPage, goodCard } from './payments.ts';

// What the matrix cannot read from the contract. A route of the contract is covered by its `access`; a row here is needed for a body that may
// not be empty, and wherever somebody's role decides.

const password = { password: 'Neuer-Baum-8', password_confirmation: 'Neuer-Baum-8' };
/** A category of treasures and a shelf of it, as they ship. */
const recipes = '01930000-0000-7000-8000-000000000300';
const shelf = '01930000-0000-7000-8000-000000000301';
let serial = 0;

/** Bodies that succeed for whoever may call. */
export const bodies: Record<string, (world: World, role: Role) => object | Promise<object>> = {
  'POST /api/register': () => ({ firstname: 'A', lastname: 'B', email: `new-${(serial += 1)}@example.com`, ...password }),
  'POST /api/register-mobile': () => ({ firstname: 'A', lastname: 'B', email: `new-${(serial += 1)}@example.com`, ...password }),
  'POST /api/login': ({ cast }) => ({ email: cast.stranger.email, password: goodPassword }),
  'POST /api/verify-email': () => ({ token: 'none' }),
  'POST /api/forgot-password': ({ cast }) => ({ email: cast.owner.email }),
  'POST /api/reset-password': ({ cast }) => ({ token: 'none', email: cast.owner.email, ...password }),
  'POST /api/update-password': () => ({ current_password: goodPassword, ...password }),
  'POST /api/confirm-password': () => ({ password: goodPassword }),
  'POST /api/change-email': () => ({ email: `moved-${(serial += 1)}@example.com` }),
  'POST /api/profile/update': () => ({ description: 'Changed' }),
  'POST /api/families': () => ({ name: 'Another one' }),
  'PATCH /api/families/:id': () => ({ name: `The ${mark} family, renamed` }),
  'PATCH /api/families/:id/members/:user_id': () => ({ role: 'guardian' }),
  'POST /api/families/:id/owner': ({ cast }, role) => ({
    user_id: role === 'family not covered' ? cast[role].userId : cast.guardian.userId,
  }),
  'POST /api/family-relationships': () => ({ name: `${mark} Child`, relationship_id: 1 }),
  'POST /api/family-relationships/update': async ({ at, cast }, role) => {
    const { rows } = await at.platform.db.$client.query('select id from people where family_id = $1 limit 1', [
      cast[role === 'family not covered' ? role : 'owner'].familyId,
    ]);
    return { id: rows[0].id, gender: 'other' };
  },
  'POST /api/subscription/checkout': () => ({ plan: 'monthly' }),
  'POST /api/subscription/change': () => ({ plan: 'yearly' }),
  'POST /api/subscription/gifts': () => ({ email: `gift-${(serial += 1)}@example.com` }),
  'POST /api/subscription/gifts/redeem': () => ({ code: 'NONE' }),
  // There is a portal for who has been to a page of the provider.
  'POST /api/subscription/portal': async (world, role) => {
    const user = (world.cast as Partial<Record<Role, (typeof world.cast)['owner']>>)[role];
    if (user && !unknown.includes(role)) await giftPage(world.at, user);
    return {};
  },
  'POST /api/sandbox/pay': async (world) => ({
    checkout: await giftPage(world.at, world.cast.owner),
    ...goodCard,
  }),
  'POST /api/device/register': () => ({ token: `matrix-${(serial += 1)}` }),
  'POST /api/send-account-invitation': () => ({ email: `asked-${(serial += 1)}@example.com`, relationship_id: 17, role: 'relative' }),
  'POST /api/validate-invite': () => ({ token: 'none' }),
  'POST /api/accept-invite': () => ({ name: 'A B', email: `new-${(serial += 1)}@example.com`, token: 'none', ...password }),
  'POST /api/invitations/accept': () => ({ token: 'none' }),
  'POST /api/media': async () => {
    const form = await photoForm(mark);
    form.append('file', form.get('images[0]')!);
    form.delete('images[0]');
    return form;
  },
  'POST /api/media/:id/trim': () => ({ from: 0, to: 1_000 }),
  'POST /api/downloads': async (world, role) => {
    // Whoever is not in an audience has others' media all the same.
    const { id } = await makeParams(world, '/api/media/:id', role === 'family not covered' ? role : 'owner');
    // As if it had been prepared: nobody fetches it here.
    const made = { large: { extension: 'webp', type: 'image/webp', width: 64, height: 48 } };
    await sql(world.at, `update media set state = 'ready', variants = $2 where id = $1`, [id, made]);
    return { media_ids: [id] };
  },
  'POST /api/posts': () => ({ text: `${mark} lunch` }),
  'PATCH /api/posts/:id': () => ({ text: `${mark} supper` }),
  'PUT /api/posts/:id/subcategory': () => ({ subcategory_id: shelf }),
  'POST /api/treasures/subcategories': () => ({ category_id: recipes, name: `${mark} row ${(serial += 1)}` }),
  'PATCH /api/treasures/subcategories/:id': () => ({ name: `${mark} row ${(serial += 1)}` }),
  'POST /api/posts/:id/comments': () => ({ text: `${mark} yes` }),
  'PATCH /api/comments/:id': () => ({ text: `${mark} no` }),
  'POST /api/questions': () => ({ text: `${mark} when?` }),
  'PATCH /api/questions/:id': () => ({ closed: true }),
  'POST /api/questions/:id/answers': () => ({ text: `${mark} then` }),
  'PUT /api/additional-information/:name/:slug': () => ({ fields: [{ label: mark, value: mark }] }),
  'POST /api/moments': async (world, role) => ({ ...(await ofSomebody(world, role)), title: `${mark} steps` }),
  'PATCH /api/moments/:id': () => ({ title: `${mark} first steps` }),
  'POST /api/birthdays/:heartwood_id/wishes': () => ({ text: `${mark} happy` }),
  'POST /api/birthdays/:heartwood_id/thanks': () => ({ text: `${mark} thanks`, on: '2024-12-05' }),
  'PATCH /api/wishes/:id': () => ({ text: `${mark} merry` }),
  'POST /api/growth': async (world, role) => ({ ...(await ofSomebody(world, role)), measured_on: '2026-01-01', height_cm: 95 }),
  'PUT /api/unsubscribe': () => ({ token: 'none', stopped: true }),
  'PUT /api/growth/settings': async (world, role) => ({ ...(await ofSomebody(world, role)), born_early_weeks: 6 }),
};

/** Somebody of the family that is asked about. */
async function ofSomebody(world: World, role: Role): Promise<{ person: string }> {
  const { rows } = await world.at.platform.db.$client.query('select id from people where family_id = $1 order by id limit 1', [
    familyFor(world, role),
  ]);
  return { person: rows[0].id };
}

/** What a query may not go without. */
export const queries: Record<string, (world: World, role: Role) => Promise<Record<string, string>>> = {
  'GET /api/search': async () => ({ q: 'picnic' }),
  'GET /api/milestones': ofSomebody,
  'GET /api/subscription/change': async () => ({ plan: 'yearly' }),
  'POST /api/unsubscribe': async () => ({ token: 'none' }),
};

const tus = { 'tus-resumable': '1.0.0' };
/** Headers without which a call means nothing. */
export const alsoSent: Record<string, Record<string, string>> = {
  'POST /api/uploads': { ...tus, 'upload-length': '20' },
  'HEAD /api/uploads/:id': tus,
  'PATCH /api/uploads/:id': { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  'DELETE /api/uploads/:id': tus,
};

type Expected = Partial<Record<Role, number>>;

const everybody = (status: number, but: Expected = {}): Expected => ({
  stranger: status,
  'ex-member': status,
  'invited only': status,
  'admin of the service': status,
  'family not covered': status,
  'not in the audience': status,
  relative: status,
  guardian: status,
  owner: status,
  ...but,
});
const everyone = (status: number): Expected => ({
  ...everybody(status),
  'no token': status,
  'malformed token': status,
  'ended session': status,
  'deleted user': status,
});
/** What is somebody's own, the owner's here, is not there for anybody else. */
const ownersOwn = everybody(404, { owner: 200, 'family not covered': 200 });
/** The same, where the family must be covered. */
const ownersAlone = (status: number) => everybody(404, { owner: status, 'family not covered': 402 });
const insidersOnly = everybody(404, { 'family not covered': 200, 'not in the audience': 200, relative: 200, guardian: 200, owner: 200 });
const authorOnly: Expected = { relative: 403, guardian: 403 };
/** What an author has taken back is not there for others. */
const authorAlone: Expected = { relative: 404, guardian: 404 };
const guardiansToo: Expected = { relative: 403 };

/** What guardians keep: to others it is not there. */
const guardiansOnly: Expected = { 'not in the audience': 404, relative: 404 };

/** Nobody here has a plan that runs. */
const noPlan = everybody(409);

/** Statuses where `access` does not say them: whose role decides, what is somebody's own, links that are none. */
export const special: Record<string, Expected> = {
  'POST /api/verify-email': everyone(422),
  'POST /api/reset-password': everyone(422),
  'POST /api/validate-invite': everyone(404),
  'POST /api/accept-invite': everyone(404),
  'POST /api/invitations/accept': everybody(404),
  'POST /api/resend-verification': everybody(409),
  'GET /api/subscription/change': noPlan,
  'POST /api/subscription/change': noPlan,
  'POST /api/subscription/cancel': noPlan,
  'POST /api/subscription/resume': noPlan,
  'POST /api/subscription/gifts/redeem': everybody(404),
  'GET /api/sandbox/checkouts/:id': ownersOwn,
  'POST /api/sandbox/pay': everybody(404, { owner: 200 }),
  // There are no keys of Stripe's here.
  'POST /api/stripe/webhook': everyone(404),
  'POST /api/mail/inbound': everyone(404),
  'POST /api/unsubscribe': everyone(404),
  'PUT /api/unsubscribe': everyone(404),
  'DELETE /api/sessions/:id': ownersOwn,
  'DELETE /api/device/:token': ownersOwn,
  'PATCH /api/families/:id': { ...insidersOnly, 'not in the audience': 403, relative: 403 },
  'POST /api/families/:id/current': insidersOnly,
  'PATCH /api/families/:id/members/:user_id': { 'not in the audience': 403, ...guardiansToo },
  'DELETE /api/families/:id/members/:user_id': { 'not in the audience': 403, ...guardiansToo },
  'POST /api/families/:id/owner': { 'not in the audience': 403, ...authorOnly },
  'POST /api/family-relationships': { 'not in the audience': 403, ...guardiansToo },
  'POST /api/family-relationships/update': { 'not in the audience': 403, ...guardiansToo },
  'DELETE /api/family-relationships/:id': { 'not in the audience': 403, ...guardiansToo },
  'POST /api/invitations/:id/resend': { 'not in the audience': 404, relative: 404 },
  'DELETE /api/invitations/:id': { 'not in the audience': 404, relative: 404 },
  'DELETE /api/media/:id': authorOnly,
  'POST /api/media/:id/trim': authorOnly,
  'HEAD /api/uploads/:id': ownersAlone(200),
  'PATCH /api/uploads/:id': ownersAlone(204),
  'DELETE /api/uploads/:id': { ...ownersAlone(204), 'family not covered': 204 },
  'PATCH /api/posts/:id': authorOnly,
  'PUT /api/posts/:id/subcategory': guardiansToo,
  'PATCH /api/treasures/subcategories/:id': { 'not in the audience': 403, ...guardiansToo },
  'DELETE /api/treasures/subcategories/:id': { 'not in the audience': 403, ...guardiansToo },
  'DELETE /api/posts/:id': guardiansToo,
  'POST /api/posts/:id/restore': authorAlone,
  'PATCH /api/comments/:id': authorOnly,
  'DELETE /api/comments/:id': guardiansToo,
  'POST /api/comments/:id/restore': authorAlone,
  'PATCH /api/questions/:id': guardiansToo,
  'DELETE /api/questions/:id': guardiansToo,
  'POST /api/questions/:id/restore': authorAlone,
  'POST /api/questions/:id/remind': guardiansToo,
  'GET /api/additional-information/:name': guardiansOnly,
  'GET /api/additional-information/:name/:slug': guardiansOnly,
  'PUT /api/additional-information/:name/:slug': guardiansOnly,
  'POST /api/moments': guardiansOnly,
  'GET /api/moments/:id': guardiansOnly,
  'PATCH /api/moments/:id': guardiansOnly,
  'DELETE /api/moments/:id': guardiansOnly,
  'POST /api/moments/:id/restore': guardiansOnly,
  'POST /api/moments/:id/share': guardiansOnly,
  'POST /api/birthdays/:heartwood_id/thanks': { 'not in the audience': 403, ...guardiansToo },
  'PATCH /api/wishes/:id': { 'not in the audience': 404, ...authorAlone },
  'DELETE /api/wishes/:id': { 'not in the audience': 404, ...authorAlone },
  'GET /api/milestones': guardiansOnly,
  'POST /api/growth': guardiansOnly,
  'PUT /api/growth/settings': guardiansOnly,
  'DELETE /api/growth/:id': guardiansOnly,
};

/** Paths whose object is shown to an audience: to who is not in it, it is not there. */
export const hasAudience = (url: string): boolean => /^\/api\/(posts|comments|media|questions)\/:id/.test(url);

/** Paths that name nothing of a family's: which family is meant is said beside them. */
export const namesNoFamily = (url: string): boolean => !url.includes(':') || url.startsWith('/api/inspiration/');

/** Routes of the service itself, which know nobody: what they answer to everybody. */
export const service: Record<string, number | 'varies'> = {
  'OPTIONS *': 'varies',
  'OPTIONS /api/uploads': 204,
  'GET /api/health/live': 200,
  'GET /api/health/ready': 'varies',
  'GET /metrics': 'varies',
  'GET /api/openapi.json': 200,
  'GET /api/unsubscribe': 303,
  'GET /api/docs': 200,
  'GET /api/docs/static/index.html': 302,
  'GET /api/docs/static/swagger-initializer.js': 200,
  'GET /api/docs/json': 200,
  'GET /api/docs/yaml': 200,
  'GET /api/docs/static/*': 'varies',
};

/** The family a request names, where its path does not. */
export const familyField = (world: World, role: Role): { family_id: string } => ({ family_id: familyFor(world, role) });
