import type { BodyInput } from '@heartwood/contract/endpoint';
import { failures } from '@heartwood/contract/failures';
import type { Language } from '@heartwood/contract/languages';
import type { profilesApi } from '@heartwood/contract/profiles';
import { attempt, call } from '#platform/http.ts';
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

/** Stores the language with the account. It shows at once; where the call fails, the one from before is shown again. */
export async function chooseLanguage(locale: Language): Promise<Answered<null>> {
  const before = session.get().user?.locale;
  keepLanguage(locale);
  const answer = await updateProfile({ locale });
  if (!answer.success && before) keepLanguage(before);
  return answer;
}

function keepLanguage(locale: Language): void {
  const { user } = session.get();
  if (user) session.setUser({ ...user, locale });
}
