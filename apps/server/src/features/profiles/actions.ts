import type { profilesApi } from '@heartwood/contract/profiles';
import type { BodyOf } from '@heartwood/contract/endpoint';
import type { UploadedFile } from '@heartwood/contract/fields';
import { isMadeUp } from '@heartwood/messages/languages';
import { problemMessage } from '@heartwood/messages/validation';
import { addPortraits, lockUser, portraitsOf, removePortraits, updateProfile, updateUser } from '#features/accounts/actions.ts';
import { forgetPortraits } from '#features/accounts/jobs.ts';
import { assertBirth, fitsProfile } from '#features/accounts/rules.ts';
import type { Tx } from '#platform/db/pool.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';

type ProfileChange = BodyOf<typeof profilesApi.update>;

/**
 * Changes a profile: what is left out stays, new portraits stand before the ones there are.
 * @throws Refused validation_failed, unsupported_media
 */
export async function editProfile(platform: Platform, userId: string, input: ProfileChange): Promise<void> {
  const files = (input.images ?? []) as UploadedFile[];
  const removed = input.removed_images ?? [];
  assertBirth(input.birth, platform.clock.now());
  if (isMadeUp(input.locale) && !platform.config.madeUpLanguages) throw refuse.invalid({ locale: [notValid('locale')] });
  const kept = (await portraitsOf(platform.db, userId)).filter((id) => !removed.includes(id));
  assertFits(kept.length + files.length);
  const stored: string[] = [];
  let used = false;
  try {
    for (const file of files) stored.push(await platform.pictures.storePortrait(file.path, 'portraits', 'images'));
    await platform.db.transaction(async (tx) => {
      await lockUser(tx, userId);
      await forgetPortraits(platform, tx, await removePortraits(tx, userId, removed));
      await addPortraits(tx, userId, stored);
      assertFits((await portraitsOf(tx, userId)).length);
      await updateProfile(tx, userId, { ...factsOf(input), updatedAt: platform.clock.now() });
      const { locale, time_zone: timeZone } = input;
      const about = { familyId: null, actorId: userId } as const;
      const ids = { user_id: userId };
      if (timeZone) await moveTo(platform, tx, userId, timeZone);
      if (locale) await updateUser(tx, userId, { locale });
      // A time zone is shown to no other user.
      if (!isTimeZoneAlone(input)) await platform.features.publish(platform, tx, { ...about, fact: { type: 'profile.changed', ids } });
      used = true;
    });
  } finally {
    if (!used) for (const id of stored) await platform.pictures.removePortrait('portraits', id);
  }
}

/** Sets the time zone of a user. What waits by the clock of the old one notes that first. @param timeZone an IANA name */
export async function moveTo(platform: Platform, tx: Tx, userId: string, timeZone: string): Promise<void> {
  const left = { type: 'place.left', ids: { user_id: userId } } as const;
  await platform.features.publish(platform, tx, { familyId: null, actorId: userId, fact: left });
  await updateUser(tx, userId, { timeZone });
}

const isTimeZoneAlone = (input: ProfileChange): boolean => Object.keys(input).every((field) => field === 'time_zone');

const notValid = (field: string) => problemMessage({ rule: 'default', field });

function assertFits(portraits: number): void {
  if (!fitsProfile(portraits)) throw refuse.invalid({ images: [notValid('images')] });
}

/** What a change says about a person and how they read, without what it leaves out. */
function factsOf({ firstname, lastname, phone, description, birth, theme, text_size: textSize }: ProfileChange) {
  const facts = { firstname, lastname, phone, description, birth, theme, textSize };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
