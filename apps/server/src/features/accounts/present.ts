import type { SessionView, User } from '@heartwood/contract/accounts';
import type { Profile } from '@heartwood/contract/profiles';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import type { Credentials } from './queries.ts';
import * as store from './store.ts';

const imagesOf = (platform: Platform, ids: string[]) => ids.map((id) => platform.pictures.portraitView('portraits', id));

/** A user's own profile. */
export async function presentProfile(platform: Platform, userId: string): Promise<Profile> {
  const [user, profile, portraits] = await Promise.all([
    store.userById(platform.db, userId),
    store.profileOf(platform.db, userId),
    store.portraitsOf(platform.db, userId),
  ]);
  if (!user || !profile) throw refuse.notFound();
  const { id, firstname, lastname, phone, description, birth, theme, textSize } = profile;
  const said = { firstname, lastname, email: user.email, phone, description, birth, images: imagesOf(platform, portraits) };
  return { id, user_id: userId, ...said, theme, text_size: textSize };
}

/** What is shown of a user to themself. */
type Known = Pick<Credentials, 'id' | 'email' | 'role' | 'locale' | 'timeZone' | 'currentFamilyId' | 'portraits'>;

/** A user as they see themself, from what has been read of them already. */
export function presentKnownUser(platform: Platform, { id, email, role, locale, timeZone, currentFamilyId, portraits }: Known): User {
  return { id, email, role, locale, time_zone: timeZone, images: imagesOf(platform, portraits), current_family_id: currentFamilyId };
}

/** A user as they see themself. */
export async function presentUser(platform: Platform, userId: string): Promise<User> {
  const [user, portraits] = await Promise.all([store.userById(platform.db, userId), store.portraitsOf(platform.db, userId)]);
  if (!user) throw refuse.notFound();
  return presentKnownUser(platform, { ...user, portraits });
}

/** A device signed in. */
export function presentSession(row: store.SessionRow, currentId: string): SessionView {
  return {
    id: row.id,
    device_name: row.deviceName,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    current: row.id === currentId,
  };
}
