import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Every type of fact, with the names of what it names. A fact holds ids and nothing that somebody wrote. */
export const factTypes = {
  'post.shared': ['post_id'],
  /** Its author has edited it: lists that it stood in may have lost it, others may have it from now on. */
  'post.changed': ['post_id'],
  /** A medium of it is ready, or has failed; it stands where it stood. */
  'post.prepared': ['post_id'],
  /** Somebody no longer sees a post that they saw; only they hear of it. */
  'post.hidden': ['post_id', 'user_id'],
  'post.deleted': ['post_id'],
  'post.restored': ['post_id'],
  'comment.made': ['comment_id', 'post_id'],
  'comment.changed': ['comment_id', 'post_id'],
  'comment.deleted': ['comment_id', 'post_id'],
  'comment.restored': ['comment_id', 'post_id'],
  'heart.given': ['post_id'],
  'heart.taken': ['post_id'],
  'treasure.kept': ['post_id'],
  'shelf.changed': ['subcategory_id'],
  'question.asked': ['question_id'],
  /** Somebody has answered: for whoever sees the answer. That one person less is waited for, `question.changed` says to everybody who sees the question. */
  'question.answered': ['question_id', 'post_id'],
  'question.changed': ['question_id'],
  'question.closed': ['question_id'],
  'question.opened': ['question_id'],
  /** For whoever is reminded, and for the asker. */
  'question.reminded': ['question_id', 'user_id'],
  'question.deleted': ['question_id'],
  'question.restored': ['question_id'],
  'moment.kept': ['moment_id'],
  'moment.changed': ['moment_id'],
  'moment.shared': ['moment_id', 'post_id'],
  /** Somebody no longer sees a moment that they saw; only they hear of it. */
  'moment.hidden': ['moment_id', 'user_id'],
  'moment.deleted': ['moment_id'],
  'moment.restored': ['moment_id'],
  'wish.made': ['wish_id', 'heartwood_id'],
  'wish.changed': ['wish_id', 'heartwood_id'],
  'wish.deleted': ['wish_id', 'heartwood_id'],
  /** Somebody has not wished yet; only they hear of it. */
  'wish.asked': ['heartwood_id', 'user_id'],
  /** The wishes for somebody are delivered; only whom they are for hears of it. */
  'wishes.delivered': ['heartwood_id'],
  /** Who has wished is thanked; only whom the wishes are for hears of it. */
  'wishes.thanked': ['heartwood_id'],
  'growth.changed': ['heartwood_id'],
  'information.changed': ['heartwood_id'],
  'family.changed': ['family_id'],
  'member.joined': ['user_id', 'heartwood_id'],
  'member.left': ['user_id'],
  /** Somebody has left another of their families; only they hear of it, in those in which they stay. */
  'family.left': ['user_id'],
  'role.changed': ['user_id'],
  /** Somebody's account is deleted, and with it what they shared, said, loved, kept, asked and wished here, also where they were no member any more. */
  'author.erased': ['user_id'],
  'profile.changed': ['user_id'],
  /** Somebody is about to be in another time zone: what was gathered by their clock notes the old one. Nobody is told. */
  'place.left': ['user_id'],
  /** Somebody's account is about to have another address: what is known of the old one is noted. Nobody is told. */
  'address.left': ['user_id'],
  'person.added': ['heartwood_id'],
  'person.changed': ['heartwood_id'],
  'person.removed': ['heartwood_id'],
  /** A payment for the family came in, and was refused, and was given back. */
  'plan.paid': ['family_id'],
  'plan.refused': ['family_id'],
  'plan.refunded': ['family_id'],
  /** What paid for the family pays no more: it is over, or will not be renewed. */
  'plan.ended': ['family_id'],
  /** Somebody has given the family a year. */
  'plan.given': ['family_id'],
  'invitation.sent': ['invitation_id'],
  'invitation.ended': ['invitation_id'],
  'media.ready': ['media_id'],
  'media.failed': ['media_id'],
  'export.ready': ['export_id'],
  'export.failed': ['export_id'],
  /** Somebody is told of more, has read it, or prefers otherwise, wherever; only they hear of it. */
  'notifications.changed': ['user_id'],
} as const satisfies Record<string, readonly `${string}_id`[]>;

/** The name of something that can happen. */
export type FactType = keyof typeof factTypes;

/** What a fact names, by the fact's type. */
export type FactIds = { [T in FactType]: Record<(typeof factTypes)[T][number], string> };

/** Something that happened, of one type or of any. */
export type Fact<T extends FactType = FactType> = { [K in T]: { type: K; ids: FactIds[K] } }[T];

/** What holds for streams of events. */
export const eventStream = {
  /** Seconds between two signs of life. */
  heartbeat: 25,
  /** Hours for which a fact can be caught up with. */
  keptHours: 24,
  /** Streams one session may have open at a time. */
  perSession: 5,
  /** More missed facts than this are not told one by one: everything may be stale. */
  mostMissed: 500,
  /** Not a fact: what was missed cannot be told, so everything may be stale. */
  reset: 'reset',
} as const;

/** The stream of what happens in a family, as server-sent events. */
export const activityApi = {
  events: endpoint({
    method: 'GET',
    url: '/api/events',
    access: 'member',
    summary:
      'What happens in a family, as server-sent events: `event` is the type of a fact, `data` the ids it names. `Last-Event-ID` brings what was missed within a day; `reset` says that this cannot be told.',
    events: true,
    querystring: z.object({
      family_id: z.string().max(200).optional(),
      /** Begins with what happened in the last so many seconds: for a page that was read before its stream was open. */
      recent: z.coerce.number().int().min(0).max(3_600).optional(),
    }),
    data: z.record(z.string(), z.uuid()),
  }),
};
