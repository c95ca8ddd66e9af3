import { rm } from 'node:fs/promises';
import { translatorOf } from '@heartwood/messages/catalogues';
import { addEntry } from '#features/growth/actions.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { writeSection } from '#features/information/actions.ts';
import { finishIdea, knownIdea, saveIdea } from '#features/inspiration/actions.ts';
import { sendInvitation } from '#features/invitations/actions.ts';
import { keepMoment, shareMoment, visibleMoment } from '#features/moments/actions.ts';
import { addMedium } from '#features/media/actions.ts';
import { addComment } from '#features/comments/actions.ts';
import { giveHeart, sharePost, visiblePost } from '#features/posts/actions.ts';
import { askQuestion, circleToAnswer } from '#features/questions/actions.ts';
import { addSubcategory, allCategories, knownSubcategories } from '#features/treasures/actions.ts';
import { shelfName } from '#features/treasures/rules.ts';
import { dayOf } from '#platform/clock.ts';
import type { Platform } from '#platform/platform.ts';
import { gatherWishes } from './birthdays.ts';
import { beginFamily } from './members.ts';
import { sampleChildren, sampleInvitation } from './family.ts';
import type { Ago } from './family.ts';
import { ago, at, find, photo, received, recordingsDir, sampleTemp } from './making.ts';
import type { Making } from './making.ts';
import { sampleSections } from './information.ts';
import { sampleMarks } from './inspiration.ts';
import { tellSample } from './notifications.ts';
import { sampleMoments } from './moments.ts';
import type { SampleMoment } from './moments.ts';
import { sampleMeasurements } from './growth.ts';
import type { SampleMeasurement } from './growth.ts';
import { samplePosts } from './posts.ts';
import type { SamplePost, SampleTalk } from './posts.ts';
import { sampleQuestions } from './questions.ts';
import type { SampleQuestion } from './questions.ts';
import { sampleRecipes } from './recipes.ts';
import type { SampleRecipe } from './recipes.ts';
import { sampleKept, sampleShelves } from './treasures.ts';
import type { SampleShelf } from './treasures.ts';

/**
 * Makes the sample family, through the same actions that serve people, unless it is there.
 * @returns whether it was made now
 */
export async function loadSample(platform: Platform): Promise<boolean> {
  const begun = await beginFamily(platform);
  if (!begun) return false;
  const { making, session, scope } = begun;
  for (const shelf of sampleShelves) await makeShelf(making, shelf);
  for (const post of samplePosts) await share(making, post);
  for (const { recipe, ...post } of sampleRecipes) await share(making, post, recipe);
  for (const question of sampleQuestions) await ask(making, question);
  for (const { by, about, slug, fields, note, written } of sampleSections) {
    const place = { personId: find(making.people, about), slug };
    await writeSection(at(platform, written), find(making.members, by).scope, place, { fields, note }, undefined);
  }
  for (const moment of sampleMoments) await keep(making, moment);
  for (const measurement of sampleMeasurements) await measure(making, scope, measurement);
  for (const { by, slug, says } of sampleMarks)
    await (says === 'saved' ? saveIdea : finishIdea)(platform, find(making.members, by).scope, await knownIdea(slug), true);
  await gatherWishes(making);
  const { email, name, relationshipId, message } = sampleInvitation;
  const invitation = {
    email,
    name,
    relationship_id: relationshipId,
    heartwood_id: null,
    relationship_label: null,
    role: 'relative' as const,
    message,
    media_id: null,
  };
  await sendInvitation(platform, session, scope, invitation, undefined);
  await tellSample(making);
  await rm(sampleTemp(platform), { recursive: true, force: true });
  return true;
}

async function makeShelf({ platform, members }: Making, { maker, category, name }: SampleShelf): Promise<void> {
  const { scope } = find(members, maker);
  const wanted = (await allCategories(platform.db)).find(({ slug }) => slug === category);
  if (!wanted) throw new Error(`there is no category ${category}`);
  await addSubcategory(platform, scope, { category_id: wanted.id, name }, undefined);
}

/** The shelf a post of the sample is kept on, if it is kept. */
async function shelfOf({ platform }: Making, scope: FamilyScope, { text }: SamplePost): Promise<string | null> {
  const kept = sampleKept.find(({ begins }) => text.startsWith(begins));
  if (!kept) return null;
  const shelf = (await knownSubcategories(platform.db, scope)).find((one) => shelfName(translatorOf('en'), one) === kept.shelf);
  if (!shelf) throw new Error(`there is no shelf ${kept.shelf}`);
  return shelf.id;
}

async function share(making: Making, post: SamplePost, recipe?: SampleRecipe): Promise<void> {
  const shared = at(making.platform, post.shared);
  const author = find(making.members, post.author);
  const media_ids: string[] = [];
  for (const name of post.photos) media_ids.push(await addMedium(shared, author.scope, await photo(shared, name)));
  const input = {
    text: post.text,
    recipe: recipe ? written(making, recipe, post.photos, media_ids) : null,
    media_ids,
    images: await Promise.all((post.films ?? []).map((name) => received(shared, recordingsDir, name))),
    captions: Object.fromEntries(media_ids.flatMap((id, index) => (post.captions?.[index] ? [[id, post.captions[index]]] : []))),
    people: post.people.map((name) => find(making.people, name)),
    occurred_on: dayOf(ago(making.platform, post.occurred)),
    audience: post.audience ?? ('family' as const),
    subcategory_id: await shelfOf(making, author.scope, post),
    inspiration_slug: null,
  };
  const id = await sharePost(shared, author.scope, input, undefined);
  await respond(making, id, post.shared, post);
}

/** What others say to what was shared. */
async function respond(making: Making, id: string, when: Ago, { hearts, comments }: SampleTalk): Promise<void> {
  const then = at(making.platform, when);
  for (const name of hearts) {
    const { scope } = find(making.members, name);
    await giveHeart(then, scope, await visiblePost(then, scope, id));
  }
  for (const comment of comments) {
    const { scope } = find(making.members, comment.author);
    const later = at(making.platform, comment.ago);
    const voice = comment.voice ? await addMedium(later, scope, await received(later, recordingsDir, comment.voice)) : null;
    await addComment(later, scope, await visiblePost(later, scope, id), { text: comment.text, media_id: voice }, undefined);
  }
}

const written = (
  { people }: Making,
  { title, from, portions, prepare, cook, ...recipe }: SampleRecipe,
  photos: string[],
  media: string[],
) => ({
  title,
  from: { heartwood_id: find(people, from), name: from },
  portions,
  prepare_minutes: prepare,
  cook_minutes: cook,
  ingredients: recipe.ingredients.map(([amount, unit, what]) => ({ amount, unit, what })),
  steps: recipe.steps.map(({ text, photos: shown = [], minutes }) => ({
    text,
    media_ids: shown.flatMap((name) => media[photos.indexOf(name)] ?? []),
    timer_seconds: minutes === undefined ? null : minutes * 60,
  })),
});

async function ask(making: Making, { asker, text, recipients, idea, asked, answers }: SampleQuestion): Promise<void> {
  const { scope } = find(making.members, asker);
  const recipient_ids = recipients?.map((name) => find(making.members, name).scope.userId);
  const id = await askQuestion(at(making.platform, asked), scope, { text, recipient_ids, inspiration_slug: idea ?? null, media_id: null });
  for (const answer of answers) {
    const { scope: author } = find(making.members, answer.author);
    const then = at(making.platform, answer.ago);
    const media_ids: string[] = [];
    for (const name of answer.photos ?? []) media_ids.push(await addMedium(then, author, await photo(then, name)));
    if (answer.voice) media_ids.push(await addMedium(then, author, await received(then, recordingsDir, answer.voice)));
    const nothingElse = { images: [], people: [], recipe: null, occurred_on: null, inspiration_slug: null };
    const input = { text: answer.text, kind: 'memory' as const, media_ids, ...nothingElse };
    const postId = await sharePost(then, author, input, undefined, await circleToAnswer(then, author, id));
    for (const name of answer.hearts) {
      const { scope: lover } = find(making.members, name);
      await giveHeart(then, lover, await visiblePost(then, lover, postId));
    }
  }
}

async function keep(making: Making, moment: SampleMoment): Promise<void> {
  const kept = at(making.platform, moment.occurred);
  const { scope } = find(making.members, moment.author);
  const media_ids: string[] = [];
  for (const name of moment.photos ?? []) media_ids.push(await addMedium(kept, scope, await photo(kept, name)));
  const { title, milestone = null, text = '' } = moment;
  const people = moment.people.map((name) => find(making.people, name));
  const input = { person: null, people, title, milestone, text, media_ids, occurred_on: dayOf(kept.clock.now()) };
  const id = await keepMoment(kept, scope, input, undefined);
  if (!moment.shared) return;
  const { when, audience } = moment.shared;
  const later = at(making.platform, when);
  await respond(making, await shareMoment(later, scope, await visibleMoment(later, scope, id), { audience }), when, moment.shared);
}

async function measure(
  { platform, people }: Making,
  scope: FamilyScope,
  { of, after, height, weight, head }: SampleMeasurement,
): Promise<void> {
  const born = sampleChildren.find(({ name }) => name === of)?.born ?? {};
  const since = { ...born, months: (born.months ?? 0) - (after.months ?? 0), weeks: (born.weeks ?? 0) - (after.weeks ?? 0) };
  const taken = { height_cm: height ?? null, weight_kg: weight ?? null, head_cm: head ?? null, lying: null, replaces: null };
  const person = find(people, of);
  await addEntry(at(platform, since), scope, { person, measured_on: dayOf(ago(platform, since)), ...taken }, undefined);
}

/** The sample's addresses were never asked to be proved. */
