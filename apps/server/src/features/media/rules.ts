import { shortestFilm } from '@heartwood/contract/limits';
import { mediaFailures } from '@heartwood/contract/media';
import type { MediaFailure } from '@heartwood/contract/media';
import { mediaFailureMessages } from '@heartwood/messages/reasons';
import type { FamilyScope } from '#features/family/scope.ts';
import type { Medium } from './tables.ts';

/** Hours a medium may be held by nothing before it is removed: an album may be written overnight. */
export const unclaimedHours = 24;
/** Hours after which a medium that is not ready, and at which nobody works, is prepared again, and after which it has failed. */
export const preparing = { retry: 1, failed: 24 } as const;

/**
 * Why nothing can be made of a medium, by what was refused.
 * @param key the key of the refusal's message
 */
export const failureOf = (key: string): MediaFailure =>
  mediaFailures.find((failure) => key === mediaFailureMessages[failure].key) ?? 'photo';

/** Documents are handed to everybody who may see them as they are, at once and whatever becomes of them; of all else something is made first. */
export const isShownAsItIs = ({ kind }: Pick<Medium, 'kind'>): boolean => kind === 'document';

/** Where everything of media is kept. */
export const mediaFolder = 'media';

/** Where all bytes of a medium are kept. */
export const folderOf = (id: string): string => `${mediaFolder}/${id}`;

/** Where one thing made of a medium, or its `original`, is kept. */
export const keyOf = (id: string, name: string, extension: string): string => `${folderOf(id)}/${fileOf(name, extension)}`;

/** What it is called in that folder. */
export const fileOf = (name: string, extension: string): string => `${name}.${extension}`;

/** Whether a user uploaded a medium. */
export const isUploader = ({ userId }: Pick<FamilyScope, 'userId'>, medium: Pick<Medium, 'uploaderId'>): boolean =>
  medium.uploaderId === userId;

/** Seconds by which a player may say a film longer than it is: the two do not count the last picture alike. */
const lastPicture = 0.25;

/**
 * What remains of a film, as it is kept.
 * @param length seconds of the original
 * @param asked milliseconds
 * @returns milliseconds; undefined where the film has no such part
 */
export function partOf(length: number, { from, to }: { from: number; to: number }): Pick<Medium, 'trimFrom' | 'trimTo'> | undefined {
  const end = Math.floor(length * 1_000);
  const trimTo = Math.min(to, end);
  return to <= end + lastPicture * 1_000 && trimTo - from >= shortestFilm ? { trimFrom: from, trimTo } : undefined;
}

/** Which part of a film is shown, in seconds of its original; undefined is all of it. */
export const trimOf = ({ trimFrom, trimTo }: Pick<Medium, 'trimFrom' | 'trimTo'>): { from: number; to: number } | undefined =>
  trimFrom === null || trimTo === null ? undefined : { from: trimFrom / 1_000, to: trimTo / 1_000 };

const longestName = 255;

/** What a file is called, for people to read: without folders and what cannot be seen, at most 255 characters, `file` where nothing is left. */
export function nameOf(filename: string): string {
  const last = filename.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const seen = last.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  return Array.from(seen).slice(0, longestName).join('') || 'file';
}
