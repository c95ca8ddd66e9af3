import { eventStream } from '@heartwood/contract/activity';
import type { FamilyScope } from '#features/family/scope.ts';
import { plus } from '#platform/clock.ts';
import type { Platform } from '#platform/platform.ts';
import { isTooOld, placeOf } from './rules.ts';
import type { Place } from './rules.ts';
import * as store from './store.ts';
import type { Found } from './store.ts';

/** Where a stream goes on, as its request says. */
interface Since {
  scope: FamilyScope;
  lastEventId: string | undefined;
  recent: number | undefined;
}

/** What somebody has missed; undefined where that cannot be told. */
export async function missedBy(platform: Platform, { scope, lastEventId, recent }: Since): Promise<Found | undefined> {
  const { db, clock, cursors } = platform;
  const limit = eventStream.mostMissed + 1;
  if (lastEventId === undefined) {
    if (!recent) return { horizon: '0', next: '0', facts: [] };
    const found = await store.recentFacts(db, scope, plus(clock.now(), { seconds: -recent }), limit);
    return found.facts.length < limit ? found : undefined;
  }
  const place = placeIn(() => cursors.open('events', scope.familyId, lastEventId));
  if (!place || isTooOld(place, clock.now())) return undefined;
  const found = await store.missedFacts(db, scope, place, limit);
  // A place that this database has not reached is one from before it was restored.
  if (BigInt(place.horizon) > BigInt(found.next)) return undefined;
  return found.facts.length < limit ? { ...found, horizon: place.horizon } : undefined;
}

/** The place that was sealed; undefined for one that is forged, or of another family. */
function placeIn(open: () => string[] | undefined): Place | undefined {
  try {
    return placeOf(open() ?? []);
  } catch {
    return undefined;
  }
}
