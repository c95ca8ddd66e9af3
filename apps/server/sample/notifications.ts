import type { FactType } from '@heartwood/contract/activity';
import { readNotifications } from '#features/notifications/actions.ts';
import { notificationsFeature } from '#features/notifications/feature.ts';
import { tell } from '#features/notifications/jobs.ts';
import { preferSample, writeSample } from './digests.ts';
import type { Ago } from './family.ts';
import { ago } from './making.ts';
import type { Making } from './making.ts';

/**
 * What the Whitlocks are told of all they have done: each fact when it was. What is older than a day and a half they have read; before they did,
 * a letter told those of it who were away.
 */
export async function tellSample(making: Making): Promise<void> {
  const { platform } = making;
  // The server may be writing letters already.
  await preferSample(making);
  const { rows } = await platform.db.$client.query<{
    family: string;
    actor: string | null;
    type: FactType;
    ids: Record<string, string>;
    at: Date;
  }>(
    `select family_id as family, actor_id as actor, type, ids, created_at as at from activity where type = any($1) order by created_at, id`,
    [Object.keys(notificationsFeature.on)],
  );
  for (const { family, actor, type, ids, at } of rows)
    await tell(platform, { familyId: family, actorId: actor, type, ids, at: at.toISOString() });
  await readUntil(making, (name) => (name === 'Ruth' ? { days: 13 } : { days: 4 }));
  await writeSample(making);
  await readUntil(making, () => ({ hours: 36 }));
}

/** Everybody reads what they were told of until some time ago. @param when by first name */
async function readUntil({ platform, members }: Making, when: (name: string) => Ago): Promise<void> {
  for (const [name, { session }] of members) {
    const read = await platform.db.$client.query<{ id: string }>('select id from notifications where user_id = $1 and created_at < $2', [
      session.userId,
      ago(platform, when(name)),
    ]);
    await readNotifications(
      platform,
      session.userId,
      read.rows.map(({ id }) => id),
    );
  }
}
