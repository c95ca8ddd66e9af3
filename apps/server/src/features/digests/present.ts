import { notificationKinds } from '@heartwood/contract/notification-events';
import type { Notification } from '@heartwood/contract/notifications';
import type { ShownLanguage } from '@heartwood/contract/languages';
import { familyById } from '#features/family/actions.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { mailPictures } from '#features/media/present.ts';
import { presentUnsettled } from '#features/notifications/present.ts';
import { shownPosts } from '#features/notifications/queries.ts';
import type { NotificationRow } from '#features/notifications/tables.ts';
import type { MailPicture } from '#platform/mail/mail.ts';
import type { Thread } from '#platform/mail/reply-address.ts';
import type { Platform } from '#platform/platform.ts';

/** One line of a letter, with what it shows. */
export interface LetterLine {
  line: Notification;
  /** What an answer to it is added to; null where it is about several posts, or about nothing that is answered. */
  thread: Thread | null;
  pictures: readonly PostPicture[];
}

/** A picture of a post. */
interface PostPicture extends MailPicture {
  postId: string;
}

/** What is in a letter, by family. */
export interface Letter {
  families: readonly { id: string; name: string; lines: readonly LetterLine[]; more: number }[];
  /** Who is told of: users. */
  actorIds: readonly string[];
}

/** What a letter holds at most: of a family so many lines, in a line so many pictures, in all so many pictures. */
const most = { lines: 20, inLine: 4, pictures: 12 };

/** Kinds whose posts are shown with their pictures; a post that a user comments on is known. */
const withPictures: ReadonlySet<string> = new Set(['post', 'answer', 'memory']);

/**
 * What a user is told of in a letter: of what they may see at this time.
 * @param isTold which notifications it is about
 */
export async function letterTo(
  platform: Platform,
  reader: { userId: string; language: ShownLanguage },
  isTold: (id: string) => boolean,
): Promise<Letter> {
  const { places, rows, present } = await presentUnsettled(platform, reader);
  const told = rows.filter(({ id }) => isTold(id));
  const lines = withoutAnnouncements(await present(told)).toSorted(byKind);
  const postOf = new Map(told.map((row) => [row.id, row.post_id]));
  const families = [];
  let left = most.pictures;
  for (const { scope } of places) {
    const all = lines.filter(({ family_id }) => family_id === scope.familyId);
    if (all.length === 0) continue;
    const shown = all.slice(0, most.lines);
    const pictures = await picturesOf(platform, scope, shown, postOf, left);
    const own = shown.map((line) => ({ line, thread: threadOf(line, postOf), pictures: pictures.get(line.id) ?? [] }));
    left -= own.reduce((sum, one) => sum + one.pictures.length, 0);
    const { familyId: id } = scope;
    families.push({ id, name: (await familyById(platform.db, id))?.name ?? '', lines: own, more: all.length - shown.length });
  }
  return { families, actorIds: actorsIn(told) };
}

const actorsIn = (rows: readonly NotificationRow[]): string[] => [...new Set(rows.flatMap(({ actor_id }) => actor_id ?? []))];

function threadOf({ ids, event, question }: Notification, postOf: ReadonlyMap<string, string | null>): Thread | null {
  const [postId, ...others] = new Set(ids.flatMap((id) => postOf.get(id) ?? []));
  if (postId) return others.length === 0 ? { kind: 'post', id: postId } : null;
  return event === 'question.asked' && question ? { kind: 'question', id: question.id } : null;
}

/** A birthday that has come need not be announced any more. */
function withoutAnnouncements(lines: readonly Notification[]): Notification[] {
  const come = new Set(lines.flatMap(({ event, person, on }) => (event === 'birthday.come' ? `${person?.heartwood_id} ${on}` : [])));
  return lines.filter(({ event, person, on }) => event !== 'birthday.near' || !come.has(`${person?.heartwood_id} ${on}`));
}

/** What a user is asked comes first, then what they hear of others; the latest first. */
const byKind = (one: Notification, other: Notification): number =>
  notificationKinds.indexOf(one.kind) - notificationKinds.indexOf(other.kind);

/** The first pictures of what lines are about, by the line's id. @param limit so many in all */
async function picturesOf(
  platform: Platform,
  scope: FamilyScope,
  lines: readonly Notification[],
  postOf: ReadonlyMap<string, string | null>,
  limit: number,
): Promise<Map<string, PostPicture[]>> {
  const postsIn = (line: Notification) => (withPictures.has(line.kind) ? line.ids.flatMap((id) => postOf.get(id) ?? []) : []);
  const posts = new Map((await shownPosts(platform.db, scope, [...new Set(lines.flatMap(postsIn))])).map((post) => [post.id, post]));
  const mediaIds = [...posts.values()].flatMap(({ picture_id }) => picture_id ?? []);
  const pictures = await mailPictures(platform, scope, mediaIds);
  let left = limit;
  return new Map(
    lines.map((line) => {
      const found = postsIn(line).flatMap((postId) => {
        const picture = pictures.get(posts.get(postId)?.picture_id ?? '');
        return picture ? [{ ...picture, postId }] : [];
      });
      const shown = found.slice(0, Math.min(most.inLine, left));
      left -= shown.length;
      return [line.id, shown];
    }),
  );
}
