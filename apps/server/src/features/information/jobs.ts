import { actForFamily } from '#features/family/scope.ts';
import { removeMedia } from '#features/media/actions.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { sealOf } from './actions.ts';
import { about } from './rules.ts';
import * as store from './store.ts';
import type { ChangeRow, SectionRow } from './tables.ts';

const tidying: JobKind<object> = { name: 'information-tidy', concurrency: 1, timeout: 1_800, retries: 3 };
/** Rows sealed anew in one transaction. */
const batch = 100;

/** Registers the hourly maintenance of what is kept about people. */
export function informationJobs(platform: Platform): void {
  platform.jobs.schedule(tidying, '41 * * * *', async () => {
    await resealAll(platform);
    await removeLeftMedia(platform);
  });
}

/** Removes media about people who are gone. */
export async function removeLeftMedia(platform: Platform): Promise<void> {
  for (const familyId of await store.familiesWithLeftMedia(platform.db)) {
    const errand = actForFamily(familyId, 'a person is gone, and what was attached to them goes too');
    await platform.db.transaction(async (tx) => removeMedia(platform, tx, errand, await store.leftMedia(tx, errand)));
  }
}

/**
 * Seals everything with the newest secret that an older one has sealed: see [Note: Rolling the secret] in platform/secrets.ts. It may be
 * killed anywhere and run again; what cannot be opened stays as it is.
 * @returns how many rows were sealed anew, and how many no key opened
 */
export async function resealAll(platform: Platform): Promise<{ resealed: number; unreadable: number }> {
  const sections = await resealEach<SectionRow>(
    platform,
    (tx, keyId, after) => store.sectionsSealedOtherwise(tx, keyId, after, batch),
    (row) => about('section', row),
    store.resealSection,
  );
  const changes = await resealEach<ChangeRow>(
    platform,
    (tx, keyId, after) => store.changesSealedOtherwise(tx, keyId, after, batch),
    (row) => about('change', row),
    store.resealChange,
  );
  const sum = { resealed: sections.resealed + changes.resealed, unreadable: sections.unreadable + changes.unreadable };
  if (sum.resealed > 0) platform.log.info(sum, 'additional information is sealed with the newest secret');
  if (sum.unreadable > 0) platform.log.error(sum, 'no secret opens some additional information; keep the older secrets in APP_SECRET');
  return sum;
}

async function resealEach<Row extends { sealed: string }>(
  platform: Platform,
  load: (tx: Tx, keyId: string, after: Row | undefined) => Promise<Row[]>,
  aboutOf: (row: Row) => string,
  put: (tx: Tx, row: Row, sealing: { keyId: string; sealed: string }) => Promise<void>,
): Promise<{ resealed: number; unreadable: number }> {
  const seal = sealOf(platform);
  const sum = { resealed: 0, unreadable: 0 };
  let last: Row | undefined;
  do {
    last = await platform.db.transaction(async (tx) => {
      const rows = await load(tx, seal.keyId, last);
      for (const row of rows) {
        const text = open(() => seal.open(row.sealed, aboutOf(row)));
        if (text === undefined) sum.unreadable += 1;
        else {
          await put(tx, row, { keyId: seal.keyId, sealed: seal.close(text, aboutOf(row)) });
          sum.resealed += 1;
        }
      }
      return rows.at(-1);
    });
  } while (last);
  return sum;
}

function open(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
