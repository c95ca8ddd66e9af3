// Values alone, without a schema: the web loads this file.

/** What somebody may be told of, in the order in which it is shown where they choose. */
export const notificationKinds = [
  'question',
  'answer',
  'birthday',
  'comment',
  'post',
  'memory',
  'heart',
  'member',
  'subscription',
] as const;

/** What somebody may be told of. */
export type NotificationKind = (typeof notificationKinds)[number];

/** What happened, each with the kind it is of. A notification holds one of these and never a sentence. */
export const notificationEvents = {
  'post.shared': 'post',
  'comment.made': 'comment',
  'heart.given': 'heart',
  'question.asked': 'question',
  'question.reminded': 'question',
  'question.answered': 'answer',
  /** A birthday is in three days, and is today. */
  'birthday.near': 'birthday',
  'birthday.come': 'birthday',
  /** Somebody's wish for a birthday is asked for. */
  'wish.asked': 'birthday',
  'wishes.delivered': 'birthday',
  /** A post is of this day in an earlier year. */
  'memory.come': 'memory',
  'member.joined': 'member',
  /** What one may do in the family was changed by somebody else. */
  'role.changed': 'member',
  'plan.refused': 'subscription',
  'plan.refunded': 'subscription',
  'plan.ended': 'subscription',
  'plan.given': 'subscription',
} as const satisfies Record<string, NotificationKind>;

/** What happened, as a notification has it. */
export type NotificationEvent = keyof typeof notificationEvents;

/** Ids that one call marks as read. */
export const readLimit = 1_000;

/** People a notification names; of the others it says how many they are. */
export const namedActors = 3;

/** Days for which notifications are kept. */
export const notificationDays = 90;

/** How often somebody is written to about a kind: with each, in one letter a day or a week, never. */
export const emailRhythms = ['instant', 'daily', 'weekly', 'off'] as const;

/** How often somebody is written to about a kind. */
export type EmailRhythm = (typeof emailRhythms)[number];

/** How often mails come that tell what has happened. */
export const letterRhythms = ['instant', 'daily', 'weekly'] as const satisfies readonly EmailRhythm[];

/** How often a mail comes that tells what has happened. */
export type LetterRhythm = (typeof letterRhythms)[number];

/** Mails that a link in them stops: those of a rhythm, or those that tell one thing of a kind alone. */
export const stoppableMails = [...letterRhythms, 'question', 'birthday'] as const satisfies readonly (LetterRhythm | NotificationKind)[];

/** Mails that a link in them stops. */
export type StoppableMails = (typeof stoppableMails)[number];

/** How much a message draws attention on a device, and whether its words are shown while that is locked: -1 not at all, 0 not its words, 1 all. */
export const messageLevels = { importance: { min: 1, max: 5 }, visibility: { min: -1, max: 1 } } as const;
