import { languages } from '@heartwood/contract/languages';
import { translatorOf } from '@heartwood/messages/catalogues';
import { message } from '@heartwood/messages/message';
import type { BodyOf } from '@heartwood/contract/endpoint';
import type { SectionSlug, informationApi } from '@heartwood/contract/information';
import { record } from '#features/activity/actions.ts';
import { actForFamily } from '#features/family/scope.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { claimMedia, freeMedia } from '#features/media/actions.ts';
import { personIdOf } from '#features/people/actions.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Happened } from '#platform/feature.ts';
import { readIfMatch } from '#platform/http/etag.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { createSeal } from '#platform/seal.ts';
import type { Seal } from '#platform/seal.ts';
import { about, changeBetween, labelFrom, mayKnow, nothing } from './rules.ts';
import type { Change, Content } from './rules.ts';
import * as store from './store.ts';
import type { Place } from './store.ts';
import type { ChangeRow, SectionRow } from './tables.ts';

/** What seals everything of this feature. */
export const sealOf = ({ secrets }: Platform): Seal => createSeal(secrets.keys('additional information'));

/**
 * The person a path names, by slug or id, where one may know what is kept about them.
 * @returns the person's id
 * @throws Refused not_found, also for members who may not know
 */
export async function knowable(platform: Platform, scope: FamilyScope, name: string): Promise<string> {
  const personId = await personIdOf(platform, scope, name);
  if (!mayKnow(scope, personId)) throw refuse.notFound();
  return personId;
}

/** The same for one section of theirs. @throws Refused not_found */
export async function knowableSection(platform: Platform, scope: FamilyScope, of: { name: string; slug: SectionSlug }): Promise<Place> {
  return { personId: await knowable(platform, scope, of.name), slug: of.slug };
}

/**
 * What a stored section says.
 * @returns undefined where it cannot be opened: its key is not there, or its bytes were changed
 */
export function contentOf(platform: Platform, row: SectionRow): Content | undefined {
  return opened<Content>(platform, row, about('section', row));
}

/** What an entry of a history says, undefined where it cannot be opened. */
export function changeOf(platform: Platform, row: ChangeRow): Change | undefined {
  return opened<Change>(platform, row, about('change', row));
}

function opened<T>(platform: Platform, { sealed, keyId, slug, personId }: SectionRow | ChangeRow, what: string): T | undefined {
  try {
    return JSON.parse(sealOf(platform).open(sealed, what)) as T;
  } catch {
    platform.log.error({ personId, slug, keyId }, 'additional information cannot be opened: its secret is missing or it was changed');
    return undefined;
  }
}

const changedMeanwhile = message('information.refusals.changed');
const unreadable = message('information.refusals.unreadable');

/**
 * Writes a section; a note and attachments that are left out stay. Writing the same again changes nothing.
 * @param ifMatch the header: the versions the sender knows
 * @throws Refused conflict where it has been changed since or cannot be read; validation_failed, not_found
 */
export async function writeSection(
  platform: Platform,
  scope: FamilyScope,
  place: Place,
  input: BodyOf<typeof informationApi.write>,
  ifMatch: string | undefined,
): Promise<void> {
  const isKnown = readIfMatch(ifMatch);
  await platform.db.transaction(async (tx) => {
    if (!(await store.lockPerson(tx, scope, place.personId))) throw refuse.notFound();
    const [row] = await store.sectionsAbout(tx, scope, place.personId, place.slug);
    if (!isKnown(row?.version ?? 0)) throw refuse.conflict(changedMeanwhile);
    const before = row ? contentOf(platform, row) : nothing;
    if (!before) throw refuse.conflict(unreadable);
    const had = (await store.mediaAbout(tx, scope, place.personId))
      .filter(({ slug }) => slug === place.slug)
      .map(({ mediumId }) => mediumId);
    const media = input.media_ids ? [...new Set(input.media_ids)] : had;
    const content: Content = { fields: fieldsOf(scope, place.slug, input.fields), note: input.note ?? before.note };
    const change = changeBetween({ ...before, media: had }, { ...content, media });
    if (!change) return;
    await claimMedia(
      platform,
      tx,
      scope,
      media.filter((id) => !had.includes(id)),
    );
    await freeMedia(
      platform,
      tx,
      scope,
      had.filter((id) => !media.includes(id)),
    );
    await keep(platform, tx, scope, { ...place, version: (row?.version ?? 0) + 1 }, content, change);
    await store.putMedia(tx, scope, place, media);
    await record(platform, tx, scope, { type: 'information.changed', ids: { heartwood_id: place.personId } });
  });
}

/** Fields as they are stored: a suggested one is known by its name, in whichever language it was written. */
function fieldsOf({ language }: FamilyScope, slug: SectionSlug, fields: readonly { label: string; value: string }[]): Content['fields'] {
  const readings = [...languages, language].map((one) => translatorOf(one));
  return fields.map(({ label, value }) => ({ label: labelFrom(readings, slug, label), value }));
}

async function keep(
  platform: Platform,
  tx: Tx,
  scope: FamilyScope,
  place: Place & { version: number },
  content: Content,
  change: Change,
): Promise<void> {
  const seal = sealOf(platform);
  const now = platform.clock.now();
  const of = { familyId: scope.familyId, ...place };
  const sealing = (text: object, kind: 'section' | 'change') => ({
    ...place,
    keyId: seal.keyId,
    sealed: seal.close(JSON.stringify(text), about(kind, of)),
  });
  await store.putSection(tx, scope, { ...sealing(content, 'section'), updatedAt: now });
  await store.addChange(tx, scope, { ...sealing(change, 'change'), changedAt: now });
}

/** A medium is ready, or has failed: so what is known about the person it is about has changed. */
export async function changeWithMedium(platform: Platform, tx: Tx, happened: Happened<'media.ready' | 'media.failed'>): Promise<void> {
  const errand = actForFamily(happened.familyId, 'an attachment is ready');
  const personId = await store.personOfMedium(tx, errand, happened.fact.ids.media_id);
  if (personId) await record(platform, tx, errand, { type: 'information.changed', ids: { heartwood_id: personId } });
}

/** Whether a medium is attached to something one may know: asked when media are served. */
export async function mayReadAttachment(platform: Platform, scope: FamilyScope, mediumId: string): Promise<boolean> {
  const personId = await store.personOfMedium(platform.db, scope, mediumId);
  return personId !== null && mayKnow(scope, personId);
}
