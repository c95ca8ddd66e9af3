import { message } from '@heartwood/messages/message';
import type { BodyOf } from '@heartwood/contract/endpoint';
import { growthEntryLimit } from '@heartwood/contract/limits';
import type { growthApi } from '@heartwood/contract/growth';
import { record } from '#features/activity/actions.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { lockFamily } from '#features/family/actions.ts';
import { findPerson, personIdOf } from '#features/people/actions.ts';
import { asId } from '#features/people/rules.ts';
import { createIdempotently } from '#platform/http/idempotency.ts';
import type { Idempotency } from '#platform/http/idempotency.ts';
import { refuse } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { changedSince, isMeasuringDay, mayKnowGrowth, wrongDay } from './rules.ts';
import * as store from './store.ts';
import type { GrowthRow } from './tables.ts';

/** A person whose growth one may know. */
export interface Growing {
  id: string;
  birth: string | null;
  gender: string | null;
}

/**
 * A person whose growth one may know.
 * @param word a person's id or slug, or one's relationship to them
 * @throws Refused not_found, also for a person whose growth one may not know
 */
export async function growingPerson(platform: Platform, scope: FamilyScope, word: string): Promise<Growing> {
  const known = await findPerson(platform, scope, asId(word) ?? (await personIdOf(platform, scope, word)));
  if (!mayKnowGrowth(scope, known)) throw refuse.notFound();
  const { id, birthDay, gender } = known.person;
  return { id, birth: known.profileBirth ?? birthDay, gender };
}

/** A measurement one may know of. @throws Refused not_found */
export async function visibleEntry(platform: Platform, scope: FamilyScope, id: string): Promise<GrowthRow> {
  const entry = await store.findEntry(platform.db, scope, id);
  if (!entry) throw refuse.notFound();
  await growingPerson(platform, scope, entry.personId);
  return entry;
}

/**
 * Writes a measurement down, or in the place of another one: then that goes in the same transaction, so that there always is one of the two.
 * @returns its id
 * @throws Refused not_found, validation_failed for a day before the birth or to come, conflict where there are too many or what it corrects
 *   is not there any more
 */
export async function addEntry(
  platform: Platform,
  scope: FamilyScope,
  input: BodyOf<typeof growthApi.add>,
  idempotency: Idempotency | undefined,
): Promise<string> {
  const person = await growingPerson(platform, scope, input.person);
  const now = platform.clock.now();
  if (!isMeasuringDay(input.measured_on, person.birth, now)) throw refuse.invalid({ measured_on: [wrongDay] });
  return createIdempotently(platform.db, idempotency, now, async (tx) => {
    await lockFamily(tx, scope.familyId);
    if (input.replaces) {
      if (!(await store.deleteEntry(tx, scope, input.replaces, person.id))) throw refuse.conflict(changedSince);
    } else if ((await store.countEntries(tx, scope, person.id)) >= growthEntryLimit)
      throw refuse.conflict(message('growth.refusals.most', { count: growthEntryLimit }));
    const id = newId(platform.clock);
    const { measured_on: measuredOn, height_cm: heightCm, weight_kg: weightKg, head_cm: headCm, lying } = input;
    await store.insertEntry(tx, scope, { id, personId: person.id, measuredOn, heightCm, weightKg, headCm, lying, createdAt: now });
    await record(platform, tx, scope, { type: 'growth.changed', ids: { heartwood_id: person.id } });
    return id;
  });
}

/** Deletes a measurement for good. */
export async function removeEntry(platform: Platform, scope: FamilyScope, entry: GrowthRow): Promise<void> {
  await platform.db.transaction(async (tx) => {
    if (await store.deleteEntry(tx, scope, entry.id, entry.personId))
      await record(platform, tx, scope, { type: 'growth.changed', ids: { heartwood_id: entry.personId } });
  });
}

/** Says how many weeks before the due date a person was born. @returns these weeks @throws Refused not_found */
export async function setEarlyWeeks(platform: Platform, scope: FamilyScope, input: BodyOf<typeof growthApi.settings>): Promise<number> {
  const person = await growingPerson(platform, scope, input.person);
  await platform.db.transaction(async (tx) => {
    await store.putEarlyWeeks(tx, scope, person.id, input.born_early_weeks, platform.clock.now());
    await record(platform, tx, scope, { type: 'growth.changed', ids: { heartwood_id: person.id } });
  });
  return input.born_early_weeks;
}
