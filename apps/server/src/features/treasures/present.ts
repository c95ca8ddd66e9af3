import type { Media } from '@heartwood/contract/media';
import type { Category, Subcategory } from '@heartwood/contract/treasures';
import { translatorOf } from '@heartwood/messages/catalogues';
import type { FamilyScope } from '#features/family/scope.ts';
import { presentMediaByIds } from '#features/media/present.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { categoryName, mayChangeSubcategory, shelfName, together } from './rules.ts';
import * as store from './store.ts';
import type { Kept, SubcategoryRow } from './tables.ts';

/** What of the family's posts a user may see, by where it is kept: posts stand above treasures and hand it in. */
export type KeptFor = (platform: Platform, scope: FamilyScope) => Promise<Kept[]>;

interface Shown {
  subcategories: SubcategoryRow[];
  kept: Kept[];
  media: Map<string, Media>;
}

async function gather(platform: Platform, scope: FamilyScope, keptFor: KeptFor): Promise<Shown> {
  const [subcategories, kept] = await Promise.all([store.knownSubcategories(platform.db, scope), keptFor(platform, scope)]);
  const covers = kept.flatMap(({ cover }) => cover ?? []);
  return { subcategories, kept, media: await presentMediaByIds(platform, scope, [...new Set(covers)]) };
}

/** The categories with their subcategories; covers and counts are of what one may see. */
export async function presentCategories(platform: Platform, scope: FamilyScope, keptFor: KeptFor): Promise<{ categories: Category[] }> {
  const [categories, shown] = await Promise.all([store.allCategories(platform.db), gather(platform, scope, keptFor)]);
  const t = translatorOf(scope.language);
  return {
    categories: categories.map(({ id, slug }) => ({
      id,
      slug,
      name: categoryName(t, { slug }),
      ...coverAndCount(
        shown,
        shown.kept.filter((one) => one.category_id === id),
      ),
      subcategories: shown.subcategories.filter(({ categoryId }) => categoryId === id).map((row) => subcategoryOf(scope, shown, row)),
    })),
  };
}

/** One subcategory. @throws Refused not_found */
export async function presentSubcategory(platform: Platform, scope: FamilyScope, id: string, keptFor: KeptFor) {
  const shown = await gather(platform, scope, keptFor);
  const row = shown.subcategories.find((one) => one.id === id);
  if (!row) throw refuse.notFound();
  return { subcategory: subcategoryOf(scope, shown, row) };
}

function subcategoryOf(scope: FamilyScope, shown: Shown, row: SubcategoryRow): Subcategory {
  const { id, categoryId, slug, familyId } = row;
  const kept = shown.kept.filter((one) => one.subcategory_id === id);
  const may = mayChangeSubcategory(scope, row);
  return {
    id,
    category_id: categoryId,
    slug,
    name: shelfName(translatorOf(scope.language), row),
    ...coverAndCount(shown, kept),
    own: familyId !== null,
    can: { edit: may, delete: may },
  };
}

function coverAndCount({ media }: Shown, kept: Kept[]): { cover: Media | null; post_count: number } {
  const { count, cover } = together(kept);
  return { cover: (cover && media.get(cover)) || null, post_count: count };
}
