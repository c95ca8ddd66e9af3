import type { BodyOf } from '@heartwood/contract/endpoint';
import { notificationKinds } from '@heartwood/contract/notification-events';
import type { notificationsApi } from '@heartwood/contract/notifications';
import { sendLetters } from '#features/digests/jobs.ts';
import { changePreferences } from '#features/notifications/actions.ts';
import { at, find } from './making.ts';
import type { Making } from './making.ts';

/** How mail reaches some of the Whitlocks: Ruth gets one letter a week, Leo is told at once. The others have left it as it is, one letter a day. */
const rhythms = { Ruth: 'weekly', Leo: 'instant' } as const;

/** Hours before now at which the job runs: one of them is outside of everybody's quiet hours. */
const runs = [0, 12];

/** Says what the Whitlocks want by mail. */
export async function preferSample({ platform, members }: Making): Promise<void> {
  for (const [name, email] of Object.entries(rhythms)) {
    const kinds = Object.fromEntries(notificationKinds.map((kind) => [kind, { email }]));
    const { userId } = find(members, name).session;
    await changePreferences(platform, userId, { kinds } as BodyOf<typeof notificationsApi.prefer>);
  }
}

/** The letters that are due, by the job that writes them every minute. */
export async function writeSample({ platform }: Making): Promise<void> {
  for (const hours of runs) await sendLetters(at(platform, { hours }));
}
