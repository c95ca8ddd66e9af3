import { sectionLimits } from '@heartwood/contract/limits';
import type { Media } from '@heartwood/contract/media';
import { t } from '@heartwood/messages/current';
import { useCallback, useState } from 'react';
import { forgetMedia, uploads, useUploads } from '#features/uploads/api.ts';
import type { Tile } from '#features/media/components/photo-tiles.tsx';
import { moved } from '#features/media/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { newKey } from '#platform/keys.ts';
import { toasts } from '#platform/toasts.ts';

interface Attachment {
  key: string;
  name: string;
  /** There from the beginning; null for one that was chosen here. */
  media: Media | null;
}

const attached = (media: Media): Attachment => ({ key: media.id, name: media.filename, media });

/** The photos of a section while it is written, each uploaded from the moment it is chosen. */
export function useAttachments(first: readonly Media[]) {
  const [list, setList] = useState<Attachment[]>(() => first.map(attached));
  const arriving = useUploads();

  const add = useCallback(
    (files: File[]) => {
      const room = sectionLimits.media - list.length;
      if (files.length > room) toasts.add(t('information.editing.tooManyPhotos', { most: sectionLimits.media }), { type: 'error' });
      const chosen = files.slice(0, Math.max(0, room)).map((file) => ({ key: newKey(), file }));
      uploads.add(chosen);
      setList((before) => [...before, ...chosen.map(({ key, file }) => ({ key, name: file.name, media: null }))]);
    },
    [list.length],
  );

  const remove = useCallback((key: string) => {
    const sent = uploads.one(key)?.media;
    if (sent) void forgetMedia(sent);
    uploads.remove(key);
    setList((before) => before.filter((one) => one.key !== key));
  }, []);

  const mediaOf = ({ key, media }: Attachment) => media ?? uploads.one(key)?.media ?? null;
  return {
    tiles: list.map((one): Tile => {
      const upload = arriving.find(({ key }) => key === one.key);
      return {
        key: one.key,
        name: one.name,
        file: upload?.file ?? null,
        src: addressOf((one.media?.variants['thumb'] ?? one.media?.variants['poster'])?.path),
        state: one.media ? { state: 'done' } : (upload?.state ?? { state: 'waiting' }),
        again: upload?.again ?? false,
      };
    }),
    /** What tells one state of the list from another. */
    keys: list.map(({ key }) => key),
    add,
    remove,
    move: (from: number, to: number) => setList((before) => moved(before, from, to)),
    /** Waits for what is on its way. @returns the ids in order, undefined where one did not arrive */
    async ids(): Promise<string[] | undefined> {
      await uploads.settled(list.map(({ key }) => key));
      const found = list.map((one) => mediaOf(one)?.id);
      return found.every((id) => id !== undefined) ? found : undefined;
    },
    /** Takes over another version of the list; what was uploaded here and is in it stays as it is. */
    accept(ids: readonly string[], theirs: readonly Media[]): void {
      setList((before) =>
        ids.flatMap((id) => before.find((one) => mediaOf(one)?.id === id) ?? theirs.filter((media) => media.id === id).map(attached)),
      );
    },
    /** Forgets the uploads; `saved` keeps what was sent. */
    finish(saved: boolean): void {
      for (const { key, media } of list) {
        const sent = uploads.one(key)?.media;
        if (!saved && !media && sent) void forgetMedia(sent);
        uploads.remove(key);
      }
    },
  };
}
