import type { BodyInput } from '@heartwood/contract/endpoint';
import { failures } from '@heartwood/contract/failures';
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
