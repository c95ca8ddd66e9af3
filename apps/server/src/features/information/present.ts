import { sectionSlugs } from '@heartwood/contract/limits';
import type { Section, SectionChange, SectionSlug, SectionWithHistory } from '@heartwood/contract/information';
import type { Media } from '@heartwood/contract/media';
import { translatorOf } from '@heartwood/messages/catalogues';
import type { Translate } from '@heartwood/messages/translate';
import { presentAuthors } from '#features/family/present.ts';
import type { AuthorOf } from '#features/family/present.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { presentMediaByIds } from '#features/media/present.ts';
import { etagOf } from '#platform/http/etag.ts';
import { Answer } from '#platform/http/serve.ts';
import type { Platform } from '#platform/platform.ts';
import { changeOf, contentOf } from './actions.ts';
import { labelIn, nothing } from './rules.ts';
import type { Label } from './rules.ts';
import * as store from './store.ts';
import type { Place } from './store.ts';
import type { ChangeRow, SectionRow } from './tables.ts';

/** Everything that is kept about a person, section by section, the empty ones too. */
export async function presentSections(platform: Platform, scope: FamilyScope, personId: string): Promise<Section[]> {
  const rows = await store.sectionsAbout(platform.db, scope, personId);
  const known = await gather(
    platform,
    scope,
    personId,
    rows.map((row) => row.updatedBy),
  );
  return sectionSlugs.map((slug) =>
    sectionOf(
      platform,
      known,
      slug,
      rows.find((row) => row.slug === slug),
    ),
  );
}

/** One section with its history, and the tag that says which version of it. */
export async function presentSection(
  platform: Platform,
  scope: FamilyScope,
  place: Place,
): Promise<Answer<{ section: SectionWithHistory }>> {
  const [row] = await store.sectionsAbout(platform.db, scope, place.personId, place.slug);
  const changes = await store.changesOf(platform.db, scope, place);
  const writers = [row?.updatedBy ?? null, ...changes.map((change) => change.changedBy)];
  const known = await gather(platform, scope, place.personId, writers);
  const history = changes.map((change) => historyOf(platform, known, change));
  return new Answer({ section: { ...sectionOf(platform, known, place.slug, row), history } }, { etag: etagOf(row?.version ?? 0) });
}

/** What rows name by id, and the translator of the reader. */
interface Known {
  t: Translate;
  authorOf: AuthorOf;
  media: { slug: SectionSlug; medium: Media }[];
}

async function gather(platform: Platform, scope: FamilyScope, personId: string, writers: readonly (string | null)[]): Promise<Known> {
  const attached = await store.mediaAbout(platform.db, scope, personId);
  const ids = [...new Set(writers)].filter((id) => id !== null);
  const [authorOf, media] = await Promise.all([
    presentAuthors(platform, scope, ids),
    presentMediaByIds(
      platform,
      scope,
      attached.map(({ mediumId }) => mediumId),
    ),
  ]);
  const shown = attached.flatMap(({ slug, mediumId }) => {
    const medium = media.get(mediumId);
    return medium ? [{ slug, medium }] : [];
  });
  return { t: translatorOf(scope.language), authorOf, media: shown };
}

function sectionOf(platform: Platform, known: Known, slug: SectionSlug, row: SectionRow | undefined): Section {
  const content = row ? contentOf(platform, row) : nothing;
  const media = known.media.filter((one) => one.slug === slug).map(({ medium }) => medium);
  const filled = content !== undefined && (content.fields.length > 0 || content.note !== '' || media.length > 0);
  return {
    slug,
    state: content ? (filled ? 'filled' : 'empty') : 'unreadable',
    fields: (content?.fields ?? []).map(({ label, value }) => ({ label: labelIn(known.t, slug, label), value })),
    note: content?.note ?? '',
    media,
    updated_by: row ? known.authorOf(row.updatedBy) : null,
    updated_at: row?.updatedAt.toISOString() ?? null,
  };
}

/** An entry that cannot be opened still says who and when. */
function historyOf(platform: Platform, known: Known, row: ChangeRow): SectionChange {
  const change = changeOf(platform, row) ?? { added: [], changed: [], removed: [], note: false, media: false };
  const named = (labels: readonly Label[]) => labels.map((label) => labelIn(known.t, row.slug, label));
  const { added, changed, removed, note, media } = change;
  const labels = { added: named(added), changed: named(changed), removed: named(removed) };
  return { by: known.authorOf(row.changedBy), at: row.changedAt.toISOString(), ...labels, note, media };
}
