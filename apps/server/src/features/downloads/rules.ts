import type { Medium } from '#features/media/tables.ts';
import { fileOf } from '#features/media/rules.ts';
import { safeName } from '#platform/archive/names.ts';
import { dayOf } from '#platform/clock.ts';
import type { Said } from '#platform/feature.ts';
import type { LimitRule } from '#platform/http/limits.ts';
import type { Label } from '#platform/labels/label.ts';

/** How many files and archives a user may fetch: each photo is decoded for it. */
export const downloadLimit: LimitRule = { name: 'downloads', points: 1_000, seconds: 3_600 };

/** Minutes in which what was offered can be fetched. */
export const offeredMinutes = 60;

/** The best of what is made of a medium; of a document what was sent. */
const best = { image: 'large', video: 'video', audio: 'audio', document: 'original' } as const satisfies Record<Medium['kind'], string>;

/** The file in a medium's folder that leaves. @returns undefined where there is none (yet) */
export function fileToTake({ kind, variants, extension }: Medium, original: boolean): string | undefined {
  if (original || kind === 'document') return fileOf('original', extension);
  const made = variants[best[kind]];
  return made && fileOf(best[kind], made.extension);
}

/** Whether a photo moves: GIFs do, and are kept as animations. */
export const moves = ({ extension }: Pick<Medium, 'extension'>): boolean => extension === 'gif';

/** What a medium says of itself when it leaves. */
export const labelOf = ({ takenAt }: Pick<Medium, 'takenAt'>, said: Said | undefined): Label => ({
  taken: takenAt ?? said?.day ?? null,
  text: said?.text ?? '',
});

const kindNames = { image: 'photo', video: 'film', audio: 'voice', document: 'document' } as const satisfies Record<Medium['kind'], string>;

/**
 * What a file is saved as: by its day and what is said of it, an original and a document by the name it was sent with. Small ASCII letters, so
 * that every system takes it.
 */
export function nameToTake(medium: Medium, label: Label, original: boolean): { name: string; extension: string } {
  const kind = kindNames[medium.kind];
  if (original || medium.kind === 'document')
    return { name: safeName(medium.filename.replace(/\.[^.]*$/, ''), kind), extension: medium.extension };
  const day = label.taken instanceof Date ? dayOf(label.taken) : label.taken;
  const extension = { image: moves(medium) ? 'webp' : 'jpg', video: 'mp4', audio: medium.variants['audio']?.extension ?? 'm4a' }[
    medium.kind
  ];
  return { name: [day, safeName(label.text, kind)].filter(Boolean).join('-'), extension };
}
