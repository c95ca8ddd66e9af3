// Types alone: a program that calls the server by its routes needs no schema.
import type { accountsApi } from './accounts.ts';
import type { activityApi } from './activity.ts';
import type { addressesApi } from './addresses.ts';
import type { billingApi } from './billing.ts';
import type { birthdaysApi } from './birthdays.ts';
import type { commentsApi } from './comments.ts';
import type { devicesApi } from './devices.ts';
import type { digestsApi } from './digests.ts';
import type { downloadsApi } from './downloads.ts';
import type { exportApi } from './export.ts';
import type { familyApi } from './family.ts';
import type { growthApi } from './growth.ts';
import type { informationApi } from './information.ts';
import type { inspirationApi } from './inspiration.ts';
import type { invitationsApi } from './invitations.ts';
import type { mediaApi } from './media.ts';
import type { momentsApi } from './moments.ts';
import type { notificationsApi } from './notifications.ts';
import type { passwordsApi } from './passwords.ts';
import type { peopleApi } from './people.ts';
import type { postsApi } from './posts.ts';
import type { profilesApi } from './profiles.ts';
import type { questionsApi } from './questions.ts';
import type { repliesApi } from './replies.ts';
import type { searchApi } from './search.ts';
import type { treasuresApi } from './treasures.ts';
import type { uploadsApi } from './uploads.ts';

type In<Api> = Api[keyof Api];
type Every =
  | In<typeof accountsApi>
  | In<typeof activityApi>
  | In<typeof addressesApi>
  | In<typeof billingApi>
  | In<typeof birthdaysApi>
  | In<typeof commentsApi>
  | In<typeof devicesApi>
  | In<typeof digestsApi>
  | In<typeof downloadsApi>
  | In<typeof exportApi>
  | In<typeof familyApi>
  | In<typeof growthApi>
  | In<typeof informationApi>
  | In<typeof inspirationApi>
  | In<typeof invitationsApi>
  | In<typeof mediaApi>
  | In<typeof momentsApi>
  | In<typeof notificationsApi>
  | In<typeof passwordsApi>
  | In<typeof peopleApi>
  | In<typeof postsApi>
  | In<typeof profilesApi>
  | In<typeof questionsApi>
  | In<typeof repliesApi>
  | In<typeof searchApi>
  | In<typeof treasuresApi>
  | In<typeof uploadsApi>;

/** Every endpoint by its route: `POST /api/posts`. */
export type Endpoints = { [E in Every as `${E['method']} ${E['url']}`]: E };

/** How an endpoint is called. */
export type Route = keyof Endpoints;
