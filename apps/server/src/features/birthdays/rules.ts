import { nextBirthday, plusDays } from '@heartwood/contract/days';
import { birthdayDays } from '@heartwood/contract/limits';
import { isGuardian } from '#features/family/rules.ts';
import type { FamilyRole } from '@heartwood/contract/family';
import { dayOf, localTime, plus } from '#platform/clock.ts';
import type { LimitRule } from '#platform/http/limits.ts';
import type { Celebrated, WishRow } from './tables.ts';

/** A member of the family, with the person they are in it. */
interface Viewer {
  readonly userId: string;
  readonly personId: string;
  readonly role: FamilyRole;
}

// [Note: When a wish is seen]
// A wish is its author's alone until 7:00 of the day where the person is. From then on it is the person's as well: the clock opens it, not the
// job that tells of it. Once that job has told (a row in birthday_cards), it stays open wherever the person goes. For a person who never had an account
// it is the guardians who open it, by the owner's clock, and read it out; from them nothing is hidden but what the others wish.
// Somebody who has left, or was removed, has had one: what they were wished is their authors' alone, told to nobody, and theirs again if they come back.
// Else a guardian removes a member in order to read it.
// A change of time zone brings nothing forward: each place that has counted since the first wish is kept (birthday_places), and it
// must be 7:00 in all of them. The day itself is the wish's own, and does not move with a birthday that is corrected.
// Every way out asks `mayRead` of this file, or `mayOpen` for all wishes of one birthday: lists, media, live updates, exports.

/** A wish as far as the rules ask. */
interface WishHead {
  authorId: string;
  birthdayOn: string;
  isDelivered: boolean;
  /** Time zones in which the person has been since the first wish for this birthday. */
  places: readonly string[];
}

/** A stored wish as far as the rules ask. */
export const headOf = (row: Pick<WishRow, 'author_id' | 'birthday_on' | 'is_delivered' | 'places'>): WishHead => ({
  authorId: row.author_id,
  birthdayOn: row.birthday_on,
  isDelivered: row.is_delivered,
  places: row.places,
});

/** How many mails somebody gets that ask for a wish. */
export const reminderLimit: LimitRule = { name: 'birthday-reminders', points: 5, seconds: 86_400 };

/** When wishes are delivered, on the clock where the person is. */
const deliveryTime = '07:00';

/** Whether 7:00 of a day has come in a place. @param day `YYYY-MM-DD` @param timeZone an IANA name */
export const hasCome = (day: string, timeZone: string, now: Date): boolean => localTime(now, timeZone) >= `${day} ${deliveryTime}`;

/** The birthday that wishes are gathered for, or will be next; null where it is not known. */
export const occasionOf = ({ birth, timeZone }: Celebrated, now: Date) => (birth ? nextBirthday(birth, dayOf(now, timeZone)) : null);

/** Whether wishes for a birthday are gathered: in the sixty days before it, and on the day itself. */
export function isOpen({ timeZone }: Celebrated, birthdayOn: string, now: Date): boolean {
  const here = dayOf(now, timeZone);
  return here <= birthdayOn && birthdayOn <= plusDays(here, birthdayDays);
}

/** A birthday for which something has been wished. */
type Wished = Pick<WishHead, 'birthdayOn' | 'places'>;

const everywhere = ({ timeZone }: Celebrated, { places }: Wished): string[] => [timeZone, ...places];

/** Whether wishes for a birthday are still being written: until its day has begun wherever the person has been since the first of them. */
export const isBeforeTheDay = (who: Celebrated, of: Wished, now: Date): boolean =>
  everywhere(who, of).some((timeZone) => dayOf(now, timeZone) < of.birthdayOn);

/** Whether the wishes for a birthday are delivered. See [Note: When a wish is seen]. */
export const isDue = (who: Celebrated, of: Wished, now: Date): boolean =>
  everywhere(who, of).every((timeZone) => hasCome(of.birthdayOn, timeZone, now));

/** Whether a birthday is the viewer's own. */
export const isOwn = (viewer: Viewer, { id }: Celebrated): boolean => viewer.personId === id;

/** Whether the wishes are delivered to a member: to the person, or, where there never was an account, to the guardians. */
export const isFor = (viewer: Pick<Viewer, 'userId' | 'role'>, who: Pick<Celebrated, 'userId'>): boolean =>
  who.userId === null ? isGuardian(viewer.role) : viewer.userId === who.userId;

/** Whether a viewer opens all wishes of a birthday. See [Note: When a wish is seen]. */
export const mayOpen = (viewer: Viewer, who: Celebrated, of: Omit<WishHead, 'authorId'>, now: Date): boolean =>
  isFor(viewer, who) && (of.isDelivered || isDue(who, of, now));

/** Whether a viewer reads a wish. See [Note: When a wish is seen]. */
export const mayRead = (viewer: Viewer, who: Celebrated, wish: WishHead, now: Date): boolean =>
  wish.authorId === viewer.userId || mayOpen(viewer, who, wish, now);

/** Whether a viewer changes or takes back a wish: its author, until the day. */
export const mayChange = (viewer: Viewer, who: Celebrated, wish: WishHead, now: Date): boolean =>
  wish.authorId === viewer.userId && isBeforeTheDay(who, wish, now);

/** The earliest reminder after which no reminder is sent again yet: one a day. */
export const remindedSince = (now: Date): Date => plus(now, { days: -1 });
