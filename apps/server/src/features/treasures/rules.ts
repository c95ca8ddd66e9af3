import type { FamilyRole } from '@heartwood/contract/family';
import { categoryMessages, shelfMessages } from '@heartwood/messages/treasures';
import type { Translate } from '@heartwood/messages/translate';
import { isGuardian } from '#features/family/rules.ts';
import type { CategoryRow, Kept, SubcategoryRow } from './tables.ts';

/** A member of the family that owns a subcategory. */
interface Member {
  readonly userId: string;
  readonly role: FamilyRole;
}

/** Guardians and its maker rename and remove a subcategory of the family's own; one that ships stays. */
export const mayChangeSubcategory = (member: Member, subcategory: { familyId: string | null; makerId: string | null }): boolean =>
  subcategory.familyId !== null && (subcategory.makerId === member.userId || isGuardian(member.role));

/** What is kept in several places together: all of it, with the latest cover. */
export function together(kept: readonly Kept[]): { count: number; cover: string | null } {
  const latest = kept
    .filter(({ cover }) => cover !== null)
    .toSorted((a, b) => Date.parse(b.cover_at ?? '') - Date.parse(a.cover_at ?? ''))[0];
  return { count: kept.reduce((sum, { count }) => sum + count, 0), cover: latest?.cover ?? null };
}

/** What a category is called. @param t the translator of the reader */
export function categoryName(t: Translate, { slug }: Pick<CategoryRow, 'slug'>): string {
  const key = categoryMessages[slug];
  return key ? t(key) : slug;
}

/** What a shelf is called: by its family, or where it ships in the language of the reader. */
export function shelfName(t: Translate, { name, slug }: Pick<SubcategoryRow, 'name' | 'slug'>): string {
  const key = shelfMessages[slug];
  return name ?? (key ? t(key) : slug);
}
