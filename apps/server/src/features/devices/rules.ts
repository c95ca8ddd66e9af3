/** Seconds: so long nothing more is told, then what a user was told of reaches their devices; and so long it waits at most. */
const burst = { pause: 20, longest: 120 };

const before = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1_000);

// [Note: One message for a burst]
// Twelve posts that are shared one after the other are one message. What is told waits until nothing more has been told to the same person for a
// while; who shares all afternoon is told of every two minutes, by a message that takes the place of the one before. What waits is due by the
// application's clock; a job wakes up for it by the database's, and one every minute finds what was not found then.

/** What was told last by the one time, or first by the other, is due. See [Note: One message for a burst]. */
export const dueAt = (now: Date): { last: Date; first: Date } => ({ last: before(now, burst.pause), first: before(now, burst.longest) });

/** When what is told now is looked for: a second later than it is due, as clocks differ. */
export const lookAt = (now: Date): Date => before(now, -burst.pause - 1);

/** Hours for which something is worth telling on a device, from when it happened. */
export const worthHours = 24;

/** More lines than this are one message, which says how many they are. */
export const mostMessages = 3;
