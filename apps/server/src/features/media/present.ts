import type { Media } from '@heartwood/contract/media';
import { actForFamily } from '#features/family/scope.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { mimeOf } from '#platform/file-types/file-types.ts';
import type { FileKind } from '#platform/file-types/file-types.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { MailPicture } from '#platform/mail/mail.ts';
import type { Platform } from '#platform/platform.ts';
import { fileOf, folderOf, keyOf, isShownAsItIs, isUploader } from './rules.ts';
import * as store from './store.ts';
import type { Medium } from './tables.ts';

/** What a medium is shown or played as where there is one way only. */
const mainVariant = { image: 'medium', video: 'video', audio: 'audio', document: 'document' } as const;

/** A medium as the contract shows it, with addresses that live for an hour at most; the original for its uploader alone, but for
 * documents, which are read as they are. */
export function presentMedium({ storage }: Platform, medium: Medium, viewer: Pick<FamilyScope, 'userId'>): Media {
  const { id, extension, width, height } = medium;
  const addressOf = storage.addressesIn(folderOf(id));
  const variants: Media['variants'] = {};
  for (const [name, made] of Object.entries(medium.variants)) {
    variants[name] = { path: addressOf(fileOf(name, made.extension)), type: made.type, width: made.width, height: made.height };
  }
  const original = {
    path: addressOf(fileOf('original', extension)),
    type: mimeOf[extension as FileKind['extension']],
    width,
    height,
  };
  if (isShownAsItIs(medium)) variants.document = original;
  const path = variants[mainVariant[medium.kind]]?.path ?? null;
  if (isUploader(viewer, medium)) variants.original = original;
  return {
    id,
    kind: medium.kind,
    state: medium.state,
    ...(medium.reason ? { reason: medium.reason } : {}),
    path,
    variants,
    width,
    height,
    duration: medium.duration,
    ...(medium.waveform ? { waveform: medium.waveform } : {}),
    thumbhash: medium.thumbhash,
    taken_at: medium.takenAt?.toISOString() ?? null,
    filename: medium.filename,
    size: medium.size,
  };
}

/** What is made for mails is in no list: it is a fifth of what is said of a photo. */
function withoutMail({ variants: { mail: _mail, ...variants }, ...medium }: Media): Media {
  return { ...medium, variants };
}

/** Media of the family by id, for features that show them; whether they may be shown is decided there. */
export async function presentMediaByIds(platform: Platform, scope: FamilyScope, ids: readonly string[]): Promise<Map<string, Media>> {
  const rows = await store.mediaByIds(platform.db, scope, ids);
  return new Map(rows.map((row) => [row.id, withoutMail(presentMedium(platform, row, scope))]));
}

/** Small pictures of media of the family, for mails, by id; whether they may be shown is decided where the mail is written. */
export async function mailPictures(platform: Platform, scope: FamilyScope, ids: readonly string[]): Promise<Map<string, MailPicture>> {
  const rows = await store.mediaByIds(platform.db, scope, ids);
  return new Map(
    rows.flatMap(({ id, variants: { mail } }) => {
      const { width, height } = mail ?? {};
      return mail && width && height ? [[id, { key: keyOf(id, 'mail', mail.extension), width, height }] as const] : [];
    }),
  );
}

/** One medium of a family as it is shown to a user who is not in the family yet; null where it is gone. */
export async function presentMediumOf(platform: Platform, familyId: string, id: string): Promise<Media | null> {
  const [medium] = await store.mediaByIds(platform.db, actForFamily(familyId, 'showing a medium to somebody invited'), [id]);
  return medium ? presentMedium(platform, medium, { userId: '' }) : null;
}

/** One medium of the family. @throws Refused not_found where it is gone, as it may be when its upload is sent once more */
export async function presentMediumById(platform: Platform, scope: FamilyScope, id: string): Promise<{ media: Media }> {
  const [medium] = await store.mediaByIds(platform.db, scope, [id]);
  if (!medium) throw refuse.notFound();
  return { media: presentMedium(platform, medium, scope) };
}
