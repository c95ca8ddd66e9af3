import { languages } from '@heartwood/contract/languages';
import { translatorOf } from '@heartwood/messages/catalogues';
import { message } from '@heartwood/messages/message';
import type { BodyOf } from '@heartwood/contract/endpoint';
import { ownSubcategoryLimit } from '@heartwood/contract/limits';
import type { treasuresApi } from '@heartwood/contract/treasures';
import { problemMessage } from '@heartwood/messages/validation';
import { record } from '#features/activity/actions.ts';
import { lockFamily } from '#features/family/actions.ts';
import { uniqueSlug } from '#features/family/rules.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import type { Tx } from '#platform/db/pool.ts';
import { createIdempotently } from '#platform/http/idempotency.ts';
import type { Idempotency } from '#platform/http/idempotency.ts';
import { refuse } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { lowered } from './queries.ts';
import { mayChangeSubcategory, shelfName } from './rules.ts';
import * as store from './store.ts';
import type { SubcategoryRow } from './tables.ts';

const invalid = (field: string, message = problemMessage({ rule: 'default', field: field })) => refuse.invalid({ [field]: [message] });

/** A subcategory something can be kept in (one that ships, or one of the family's), all of them, and the categories. */
export const { findSubcategory, knownSubcategories, allCategories } = store;

/** A subcategory the family knows. @throws Refused not_found */
export async function knownSubcategory(platform: Platform, scope: FamilyScope, id: string): Promise<SubcategoryRow> {
  const found = await store.findSubcategory(platform.db, scope, id);
  if (!found) throw refuse.notFound();
  return found;
}

/** Adds a subcategory of the family's own. @returns its id @throws Refused validation_failed, conflict where there are too many */
export async function addSubcategory(
  platform: Platform,
  scope: FamilyScope,
  { category_id: categoryId, name }: BodyOf<typeof treasuresApi.addSubcategory>,
  idempotency?: Idempotency,
): Promise<string> {
  const createdAt = platform.clock.now();
  return createIdempotently(platform.db, idempotency, createdAt, async (tx) => {
    await lockFamily(tx, scope.familyId);
    if (!(await store.hasCategory(tx, categoryId))) throw invalid('category_id');
    const position = (await store.countOwn(tx, scope)) + 1;
    if (position > ownSubcategoryLimit) throw refuse.conflict(message('treasures.refusals.most', { count: ownSubcategoryLimit }));
    const id = newId(platform.clock);
    const slug = await freeSlug(tx, scope, { id, categoryId, name });
    await store.insertSubcategory(tx, scope, { id, categoryId, name, slug, position, createdAt });
    await record(platform, tx, scope, { type: 'shelf.changed', ids: { subcategory_id: id } });
    return id;
  });
}

/** Renames a subcategory of the family's own. @throws Refused forbidden, validation_failed */
export async function renameSubcategory(
  platform: Platform,
  scope: FamilyScope,
  subcategory: SubcategoryRow,
  { name }: BodyOf<typeof treasuresApi.renameSubcategory>,
): Promise<void> {
  if (!mayChangeSubcategory(scope, subcategory)) throw refuse.forbidden();
  const { id, categoryId } = subcategory;
  await platform.db.transaction(async (tx) => {
    await lockFamily(tx, scope.familyId);
    const slug = await freeSlug(tx, scope, { id, categoryId, name });
    if (!(await store.updateSubcategory(tx, scope, id, { name, slug }))) throw refuse.notFound();
    await record(platform, tx, scope, { type: 'shelf.changed', ids: { subcategory_id: id } });
  });
}

/** Removes a subcategory of the family's own; what was kept in it stays in its category. @throws Refused forbidden */
export async function removeSubcategory(platform: Platform, scope: FamilyScope, subcategory: SubcategoryRow): Promise<void> {
  if (!mayChangeSubcategory(scope, subcategory)) throw refuse.forbidden();
  await platform.db.transaction(async (tx) => {
    await store.deleteSubcategory(tx, scope, subcategory.id);
    await record(platform, tx, scope, { type: 'shelf.changed', ids: { subcategory_id: subcategory.id } });
  });
}

/** The slug of a name in its category. @throws Refused validation_failed where another subcategory has the name, in whichever language */
async function freeSlug(tx: Tx, scope: FamilyScope, { id, categoryId, name }: { id: string; categoryId: string; name: string }) {
  const lower = await lowered(tx, name);
  const others = (await store.namesIn(tx, scope, categoryId)).filter((one) => one.id !== id);
  const taken = others.flatMap((one) => one.lower ?? namesOfShipped(one.slug));
  if (taken.includes(lower)) throw invalid('name', message('treasures.refusals.name'));
  return uniqueSlug(name, new Set(others.map(({ slug }) => slug)), id);
}

/** What a subcategory that ships is called in every language, as names are compared. */
const namesOfShipped = (slug: string): string[] =>
  languages.map((language) => shelfName(translatorOf(language), { name: null, slug }).toLowerCase());
