import { sectionLimits } from '@heartwood/contract/limits';
import type { Media } from '@heartwood/contract/media';
import { t } from '@heartwood/messages/current';
import { useState } from 'react';
import type { Tile } from '#features/media/components/photo-tiles.tsx';
import { forgetFiles, useFiles } from '#features/sending/hooks/use-files.ts';
import { attached, type AttachedFile } from '#features/sending/logic.ts';
import { uploads, useUploads } from '#features/uploads/state.ts';
import { addressOf } from '#platform/addresses.ts';

const limit = { most: sectionLimits.media, tooMany: () => t('information.editing.tooManyPhotos', { most: sectionLimits.media }) };
const idOf = ({ key, media }: AttachedFile) => (media ?? uploads.one(key)?.media)?.id;

/** The media of files that have arrived by now, in order, by the keys of the files. */
export const arrivedOf = (files: readonly AttachedFile[]): ReadonlyMap<string, string> =>
  new Map(
    files.flatMap((one) => {
      const id = idOf(one);
      return id === undefined ? [] : [[one.key, id]];
    }),
  );

/** The photos of a section while it is written, each uploaded from the moment it is chosen. */
export function useAttachments(first: readonly Media[]) {
  const [files, change] = useState<readonly AttachedFile[]>(() => attached(first));
  const arriving = useUploads();
  return {
    ...useFiles(files.length, change, limit),
    files,
    tiles: files.map((one): Tile => {
      const upload = arriving.find(({ key }) => key === one.key);
      return {
        key: one.key,
        name: one.name,
        file: upload?.file ?? null,
        src: addressOf((one.media?.variants['thumb'] ?? one.media?.variants['poster'])?.path),
        state: one.media ? { state: 'done' } : (upload?.state ?? { state: 'waiting' }),
        retryable: upload?.retryable ?? false,
      };
    }),
    /** What tells one state of the list from another. */
    keys: files.map(({ key }) => key),
    /**
     * Takes over another version of the list; what was uploaded here and is in it stays as it is, and so does what had not arrived yet.
     * @param arrived what had, when that version was made
     */
    accept(ids: readonly string[], theirs: readonly Media[], arrived: ReadonlyMap<string, string>): void {
      change((before) => [
        ...ids.flatMap((id) => before.find(({ key }) => arrived.get(key) === id) ?? attached(theirs.filter((media) => media.id === id))),
        ...before.filter(({ key }) => !arrived.has(key)),
      ]);
    },
    /** Takes over what was saved of the list; what was chosen since stays. */
    settle(sent: readonly AttachedFile[], saved: readonly Media[]): void {
      const ids = new Map(sent.map((one) => [one.key, idOf(one)]));
      change((before) => before.map((one) => attached(saved.filter(({ id }) => id === ids.get(one.key)))[0] ?? one));
      forgetFiles(sent, true);
    },
    /** Forgets the uploads; `saved` keeps what was sent. */
    finish: (saved: boolean): void => forgetFiles(files, saved),
  };
}
