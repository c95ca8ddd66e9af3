import { message } from '@heartwood/messages/message';
import { open } from 'node:fs/promises';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import { Refused } from '#platform/http/refusal.ts';
import { isPolyglot, readPart } from './polyglot.ts';
import { tracksOf } from './tracks.ts';

/** A kind of picture that is accepted, with the extension its bytes are kept under. */
export type PictureKind = 'jpg' | 'png' | 'webp' | 'avif' | 'gif' | 'heic' | 'tif' | 'bmp' | RawKind;
/** What cameras write before it is a picture. Only the preview inside it is looked at. */
export type RawKind = 'cr2' | 'nef' | 'arw' | 'dng';
/** Containers of moving pictures. */
export type FilmKind = 'mp4' | 'mov' | 'webm' | 'mkv';
/** Containers of sound; `weba` is a WebM without pictures. */
export type SoundKind = 'm4a' | 'mp3' | 'ogg' | 'wav' | 'weba';

/** What a file is, by its bytes. `extension` is what its original is kept under. */
export type FileKind =
  | { kind: 'image'; extension: PictureKind }
  | { kind: 'video'; extension: FilmKind }
  | { kind: 'audio'; extension: SoundKind }
  | { kind: 'document'; extension: 'pdf' };

/** Content types by extension. */
export const mimeOf: Record<FileKind['extension'], string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  heic: 'image/heic',
  tif: 'image/tiff',
  bmp: 'image/bmp',
  cr2: 'image/x-canon-cr2',
  nef: 'image/x-nikon-nef',
  arw: 'image/x-sony-arw',
  dng: 'image/x-adobe-dng',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  weba: 'audio/webm',
  pdf: 'application/pdf',
};

const found: Record<string, FileKind['extension']> = {
  ...Object.fromEntries(Object.entries(mimeOf).map(([extension, mime]) => [mime, extension as FileKind['extension']])),
  'image/apng': 'png',
  'image/heif': 'heic',
  'image/heic-sequence': 'heic',
  'image/heif-sequence': 'heic',
  'video/x-m4v': 'mp4',
  'video/3gpp': 'mp4',
  'video/matroska': 'mkv',
  'audio/x-m4a': 'm4a',
  'audio/ogg; codecs=opus': 'ogg',
};
const sounds: readonly string[] = ['m4a', 'mp3', 'ogg', 'wav', 'weba'] satisfies SoundKind[];
const films: readonly string[] = ['mp4', 'mov', 'webm', 'mkv'] satisfies FilmKind[];
/** The same container without moving pictures. */
const withoutPictures: Partial<Record<FileKind['extension'], SoundKind>> = { mp4: 'm4a', mov: 'm4a', webm: 'weba', mkv: 'weba' };

const notWelcome = message('media.refusals.notWelcome');
const notAPicture = message('media.refusals.notAPicture');

/** Bytes from which {@link refuseByStart} can decide; a shorter file is judged by what there is. */
export const startLength = 4_100;

/**
 * Refuses a file by its first bytes, before the rest of it has come. What passes is looked at again by {@link kindOf} when all of it
 * is there.
 * @param start the first {@link startLength} bytes, or all of a shorter file
 * @throws Refused unsupported_media
 */
export async function refuseByStart(start: Uint8Array): Promise<void> {
  const type = await fileTypeFromBuffer(start).catch(() => undefined);
  if (!(type ? found[type.mime] : isTiff(start))) throw new Refused('unsupported_media', notWelcome);
}

/**
 * What a file is, by its bytes; its name counts for nothing.
 * @throws Refused unsupported_media for everything that is not accepted, or is something else at the same time
 */
export async function kindOf(path: string): Promise<FileKind> {
  const extension = await extensionOf(path);
  const kind = extension && (await kindOfExtension(path, extension));
  if (!kind || (await isPolyglot(path, kind.kind))) throw new Refused('unsupported_media', notWelcome);
  return kind;
}

/** Which kind of picture a file is. @throws Refused unsupported_media for everything that is none */
export async function pictureKindOf(path: string): Promise<PictureKind> {
  const kind = await kindOf(path).catch((error: unknown) => {
    // What else can fail passes, and is no property of the file.
    if (error instanceof Refused) return undefined;
    throw error;
  });
  if (kind?.kind !== 'image') throw new Refused('unsupported_media', notAPicture);
  return kind.extension;
}

async function extensionOf(path: string): Promise<FileKind['extension'] | undefined> {
  const type = await fileTypeFromFile(path).catch(() => undefined);
  if (type) return found[type.mime];
  // A TIFF's directory may be at its end: one that is cut off is known by its first bytes alone.
  const file = await open(path);
  return isTiff(await readPart(file, 0, 4).finally(() => file.close())) ? 'tif' : undefined;
}

async function kindOfExtension(path: string, extension: FileKind['extension']): Promise<FileKind> {
  if (extension === 'pdf') return { kind: 'document', extension };
  if (sounds.includes(extension)) return { kind: 'audio', extension: extension as SoundKind };
  if (!films.includes(extension)) return { kind: 'image', extension: extension as PictureKind };
  // The containers are the same, whether there are pictures in them or only a voice.
  const tracks = await tracksOf(path, extension as FilmKind);
  const sound = withoutPictures[extension];
  return sound && tracks === 'sound' ? { kind: 'audio', extension: sound } : { kind: 'video', extension: extension as FilmKind };
}

function isTiff(start: Uint8Array): boolean {
  const mark = Buffer.from(start.subarray(0, 4)).toString('latin1');
  return mark === 'II*\0' || mark === 'MM\0*';
}
