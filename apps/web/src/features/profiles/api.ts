import type { BodyInput } from '@heartwood/contract/endpoint';
import { failures } from '@heartwood/contract/failures';
import type { ShownLanguage } from '@heartwood/contract/languages';
import type { profilesApi } from '@heartwood/contract/profiles';
import { attempt, call } from '#platform/http.ts';
import { preferences, type Preferences } from '#platform/preferences.ts';
import { session } from '#platform/session.ts';
import type { Answered } from '#features/accounts/api.ts';

/** Changes the profile. Its first image becomes the user's. */
export function updateProfile(body: BodyInput<typeof profilesApi.update>): Promise<Answered<null>> {
  return attempt(
    call('POST /api/profile/update', { body, multipart: true }).then((profile) => {
      session.setProfile(profile);
      return null;
    }),
    failures.updateProfile,
  );
}

/** How somebody wants to read: what of it is to be changed. */
export interface Looks {
  locale?: ShownLanguage;
  theme?: Preferences['theme'];
  text_size?: Preferences['text'];
}

/** Shows a language, colours or a text size at once. @returns what was shown before of the same */
export function showLooks({ locale, theme, text_size: text }: Looks): Looks {
  const { user, profile } = session.get();
  const before = preferences.get();
  preferences.set({ ...(locale ? { language: locale } : {}), ...(theme ? { theme } : {}), ...(text ? { text } : {}) });
  if (user && locale) session.setUser({ ...user, locale });
  if (profile && (theme || text)) session.setProfile({ ...profile, theme: theme ?? profile.theme, text_size: text ?? profile.text_size });
  return {
    ...(locale && user ? { locale: user.locale } : {}),
    ...(theme ? { theme: before.theme } : {}),
    ...(text ? { text_size: before.text } : {}),
  };
}

/**
 * Keeps a language, colours or a text size with the account, also where the page is left at once: it would show again what was chosen before.
 * The answer is not taken as the profile: what was chosen since is newer.
 */
export const keepLooks = (looks: Looks): Promise<Answered<unknown>> =>
  attempt(call('POST /api/profile/update', { body: looks, multipart: true, keepalive: true }), failures.updateProfile);
