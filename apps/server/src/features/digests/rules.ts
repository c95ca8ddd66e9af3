import { hour, minute } from '@heartwood/contract/limits';
import { plusDays, weekdayOf } from '@heartwood/contract/days';
import { letterRhythms, notificationEvents, notificationKinds } from '@heartwood/contract/notification-events';
import type {
  EmailRhythm,
  LetterRhythm,
  NotificationEvent,
  NotificationKind,
  StoppableMails,
} from '@heartwood/contract/notification-events';
import { isDeepStrictEqual } from 'node:util';
import type { Preferences } from '#features/notifications/tables.ts';
import { mayTellAt, usual } from '#features/notifications/rules.ts';
import { clockIn, plus } from '#platform/clock.ts';
import type { Stopped } from './tables.ts';

// [Note: When a letter is sent]
// Letters have times: every day at six in the evening, every Sunday at nine in the morning, where the person is. Whatever happened until the
// latest of them is in a letter by now, or is late: so nothing has to be planned, and a server that was away sends what is late once. What is
// told at once waits ten minutes for more of it. In quiet hours nothing is sent, however late it is.

/** Minutes in which what is told at once is gathered into one mail. */
const gathering = 10;
/** On the clock where a user is. */
const letterClock = { daily: '18:00', weekly: '09:00' } as const;
/** Sunday, as JavaScript counts. */
const letterDay = 0;

const quarter = 15 * minute;
const noOffset = 15 * hour;

/**
 * The first time at which a place's calendar and clock say `clock` or later, also where the clock jumps over it. It is at one of UTC's quarters.
 * @param clock `YYYY-MM-DD HH:mm`
 */
function timeOf(clockAt: (time: Date) => string, clock: string): Date {
  let time = new Date(Date.parse(`${clock.replace(' ', 'T')}Z`) - noOffset);
  while (clockAt(time) < clock) time = new Date(time.getTime() + quarter);
  return time;
}

/**
 * Until when what happened is in a mail by now: the time of the latest letter. See [Note: When a letter is sent].
 * @param timeZone an IANA name
 */
export function toldUntil(rhythm: LetterRhythm, timeZone: string, now: Date): Date {
  if (rhythm === 'instant') return plus(now, { minutes: -gathering });
  const clockAt = clockIn(timeZone);
  for (let day = clockAt(plus(now, { days: 1 })).slice(0, 10); ; day = plusDays(day, -1)) {
    if (rhythm === 'weekly' && weekdayOf(day) !== letterDay) continue;
    const sent = timeOf(clockAt, `${day} ${letterClock[rhythm]}`);
    if (sent <= now) return sent;
  }
}

/** Days after which no mail tells any more of what happened: their address was not proved, or no mail could be sent. */
const staleDays = 30;

/** Events that are told by a mail of their own, in their features: by nothing else. */
const ownMail: ReadonlySet<NotificationEvent> = new Set<NotificationEvent>([
  'question.reminded',
  'wish.asked',
  'wishes.delivered',
  'plan.refused',
  'plan.refunded',
  'plan.ended',
  'plan.given',
]);

const events = Object.keys(notificationEvents) as NotificationEvent[];

/** Notifications of one person that are decided upon together: those of some events until a time. No `rhythm`: no mail tells of them. */
export interface Due {
  rhythm: LetterRhythm | undefined;
  events: readonly NotificationEvent[];
  until: Date;
}

/** Which events come to a user in mails of a rhythm. */
const eventsIn = (rhythm: LetterRhythm, { kinds }: Pick<Preferences, 'kinds'>): NotificationEvent[] =>
  events.filter((event) => !ownMail.has(event) && kinds[notificationEvents[event]].email === rhythm);

/**
 * What becomes of a user's notifications by now.
 * @param until `toldUntil` where they are
 * @param mayWrite whether their address is theirs: until it is proved, no mail is sent
 */
export function dueOf(
  preferences: Pick<Preferences, 'kinds' | 'quietHours' | 'timeZone'>,
  now: Date,
  until: (rhythm: LetterRhythm) => Date,
  mayWrite: boolean,
): Due[] {
  const lettered = letterRhythms.map((rhythm) => ({ rhythm, events: eventsIn(rhythm, preferences), until: until(rhythm) }));
  const told = new Set(lettered.flatMap((letter) => letter.events));
  const silent: Due[] = [
    { rhythm: undefined, events: events.filter((event) => !told.has(event)), until: now },
    { rhythm: undefined, events, until: plus(now, { days: -staleDays }) },
  ];
  return mayWrite && mayTellAt(preferences, now) ? [...silent, ...lettered] : silent;
}

/** Kinds whose mails change, to which rhythm, and what is remembered of it. */
interface Choice {
  kinds: NotificationKind[];
  email: EmailRhythm;
  remembered: Stopped;
}

const isRhythm = (mails: StoppableMails): mails is LetterRhythm => letterRhythms.some((rhythm) => rhythm === mails);

/** What is changed for who stops mails of a rhythm or kind, or has them again; and what is remembered of it. */
export function choiceOf(
  { mails, stopped }: { mails: StoppableMails; stopped: boolean },
  preferences: Pick<Preferences, 'kinds'>,
  before: Stopped,
): Choice {
  return isRhythm(mails) ? rhythmChoice(mails, stopped, preferences, before) : kindChoice(mails, stopped, preferences, before);
}

function kindChoice(kind: NotificationKind, stopped: boolean, preferences: Pick<Preferences, 'kinds'>, before: Stopped): Choice {
  const { email } = preferences.kinds[kind];
  const { [kind]: was, ...others } = before.kinds ?? {};
  // Stopped twice, or chosen meanwhile, it is as it should be.
  if (stopped ? email === 'off' : email !== 'off' || !was) return { kinds: [], email, remembered: before };
  if (stopped) return { kinds: [kind], email: 'off', remembered: { ...before, kinds: { ...others, [kind]: email } } };
  return { kinds: [kind], email: was!, remembered: { ...before, kinds: others } };
}

function rhythmChoice(rhythm: LetterRhythm, stopped: boolean, { kinds }: Pick<Preferences, 'kinds'>, before: Stopped): Choice {
  if (!stopped) {
    const again = (before[rhythm] ?? []).filter((kind) => kinds[kind].email === 'off');
    return { kinds: again, email: rhythm, remembered: { ...before, [rhythm]: [] } };
  }
  const ended = notificationKinds.filter((kind) => kinds[kind].email === rhythm);
  // Stopped twice, there is nothing left the second time.
  return { kinds: ended, email: 'off', remembered: ended.length === 0 ? before : { ...before, [rhythm]: ended } };
}

/** The change of preferences by which a user gets a letter a week: everything that comes by mail comes in it. @returns undefined for a user who has chosen already */
export function weeklyOf({
  kinds,
}: Pick<Preferences, 'kinds'>): { kinds: Partial<Record<NotificationKind, { email: 'weekly' }>> } | undefined {
  if (!isDeepStrictEqual(kinds, usual.kinds)) return undefined;
  const mailed = notificationKinds.filter((kind) => kinds[kind].email !== 'off');
  return { kinds: Object.fromEntries(mailed.map((kind) => [kind, { email: 'weekly' as const }])) };
}
