/** What a fact names, by the fact's type. A fact holds ids and nothing that somebody wrote. */
export interface FactIds {
  'post.shared': { post_id: string };
  'post.changed': { post_id: string };
  'post.deleted': { post_id: string };
  'post.restored': { post_id: string };
  'comment.made': { comment_id: string; post_id: string };
  'comment.changed': { comment_id: string; post_id: string };
  'comment.deleted': { comment_id: string; post_id: string };
  'comment.restored': { comment_id: string; post_id: string };
  'heart.given': { post_id: string };
  'heart.taken': { post_id: string };
  'treasure.kept': { post_id: string };
  'shelf.changed': { subcategory_id: string };
  'moment.kept': { moment_id: string };
  'moment.changed': { moment_id: string };
  'moment.shared': { moment_id: string; post_id: string };
  'moment.deleted': { moment_id: string };
  'moment.restored': { moment_id: string };
  'growth.changed': { heartwood_id: string };
  'information.changed': { heartwood_id: string };
  'family.changed': { family_id: string };
  'member.joined': { user_id: string; heartwood_id: string };
  'member.left': { user_id: string };
  'role.changed': { user_id: string };
  'person.added': { heartwood_id: string };
  'person.changed': { heartwood_id: string };
  'person.removed': { heartwood_id: string };
  'invitation.sent': { invitation_id: string };
  'invitation.ended': { invitation_id: string };
  'media.ready': { media_id: string };
  'media.failed': { media_id: string };
  'export.ready': { export_id: string };
}

/** The name of something that can happen. */
export type FactType = keyof FactIds;

/** Something that happened, of one type or of any. */
export type Fact<T extends FactType = FactType> = { [K in T]: { type: K; ids: FactIds[K] } }[T];
