import { eventStream } from '@heartwood/contract/activity';

/** Where a reader goes on: after which fact, in what the database knew then, and when that was (seconds since 1970). */
export interface Place {
  /** Transactions with lower numbers had ended; see [Note: What has been missed]. */
  horizon: string;
  factId: string;
  at: number;
}

const hour = 3_600;

/** Whether so much time has passed that what was missed is no longer kept. */
export const isTooOld = (place: Place, now: Date): boolean => now.getTime() / 1_000 - place.at > eventStream.keptHours * hour;

/** Hours for which facts are kept: longer than they can be caught up with, because a transaction may end long after its fact's time. */
export const hoursInStore = eventStream.keptHours + 1;

/** A place as the values that are sealed. */
export const valuesOf = ({ horizon, factId, at }: Place): string[] => [horizon, factId, String(at)];

/** The place that was sealed. */
export const placeOf = ([horizon = '0', factId = '0', at = '0']: readonly string[]): Place => ({ horizon, factId, at: Number(at) });
