import { t } from '@heartwood/messages/current';
import type { Media } from '@heartwood/contract/media';
import { Ellipsis, FileText, Film, Image, Mic, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '#platform/addresses.ts';
import { cx } from '#ui/class-names.ts';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { mediaTypes } from '#ui/file-types.ts';
import { AddPhotosTile, isDrawable, useObjectUrl } from '#ui/photo-picker.tsx';
import { UploadTile, type UploadState } from '#ui/upload-tile.tsx';
import { useSettled } from '../api.ts';
import { useDragOrder } from '../hooks/use-drag-order.ts';
import { isLookedAt } from '../logic.ts';
import { CaptionDialog } from './caption-dialog.tsx';
import { isRecording, useDropping } from './drop-recording.tsx';

/** One photo of a post that is being written. */
export interface Tile {
  key: string;
  name: string;
  /** As chosen here. */
  file: File | null;
  /** An address of it, where it was chosen elsewhere. */
  src: string | undefined;
  state: UploadState;
  retryable: boolean;
  /** What has become of it, once it has arrived. */
  media?: Media | null;
  /** It has arrived, and sizes of it are being made. */
  preparing?: boolean;
  /** What is said of it. */
  caption?: string;
}

/** The photos of a post that is being written: how each one is, remove, try again, and their order by mouse, touch or keys; and a tile that adds more. */
export function PhotoTiles({
  tiles,
  onAdd,
  onRemove,
  onRetry,
  onMove,
  onPause,
  onResume,
  onCaption,
}: {
  tiles: readonly Tile[];
  onAdd: (files: File[]) => void;
  onRemove: (key: string) => void;
  onRetry: (key: string) => void;
  onMove: (from: number, to: number) => void;
  onPause?: (key: string) => void;
  onResume?: (key: string) => void;
  /** Without it nothing can be said of single files. */
  onCaption?: (key: string, caption: string) => void;
}) {
  const { place, list, dragged } = useDragOrder(onMove);
  const remove = (key: string) => {
    onRemove(key);
    // The button that was pressed goes with its photo: the one that adds photos is always there.
    // The menu that goes with it looks for a place for the focus first.
    setTimeout(() => list.current?.querySelector<HTMLElement>(':scope > li:last-child button')?.focus({ preventScroll: true }));
  };
  const { drop, question } = useDropping();
  const [captioned, setCaptioned] = useState<string>();
  const told = tiles.find(({ key }) => key === captioned);
  return (
    <>
      <ul ref={list} aria-label={t('media.lightbox')} className="grid grid-cols-2 gap-2 min-[360px]:grid-cols-3 lg:grid-cols-5">
        {tiles.map((tile, index) => (
          <li
            key={tile.key}
            className={cx('select-none [-webkit-touch-callout:none]', place === index && 'opacity-50')}
            {...(tiles.length > 1 ? dragged(index, tile.name) : {})}
          >
            <div className="relative">
              <OneTile tile={tile} onRetry={onRetry} />
              <TileMenu
                tile={tile}
                place={index}
                count={tiles.length}
                {...{ onMove, onPause, onResume }}
                onRemove={(key) => drop(isRecording(tile.file) || tile.media?.kind === 'audio', () => remove(key))}
                {...(onCaption ? { onCaption: setCaptioned } : {})}
              />
            </div>
            {tile.caption && <p className="mt-1 line-clamp-2 type-meta">{tile.caption}</p>}
          </li>
        ))}
        <li>
          <AddPhotosTile
            label={tiles.length === 0 ? t('media.addPhotos') : t('media.add')}
            accept={mediaTypes}
            onPick={onAdd}
            className="w-full"
          />
        </li>
      </ul>
      {question}
      {onCaption && (
        <CaptionDialog
          caption={told && (told.caption ?? '')}
          onClose={() => setCaptioned(undefined)}
          onSave={(caption) => {
            if (told) onCaption(told.key, caption);
            setCaptioned(undefined);
          }}
        />
      )}
    </>
  );
}

/** While a file is so it can be paused: as it goes from one to the next, its menu stays as it is. */
const pausable: ReadonlySet<UploadState['state']> = new Set(['checking', 'uploading']);

/** What can be done with one file: pause it, say something of it, change its place, take it out. */
function TileMenu({
  tile,
  place,
  count,
  onMove,
  onPause,
  onResume,
  onCaption,
  onRemove,
}: {
  tile: Tile;
  place: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onPause: ((key: string) => void) | undefined;
  onResume: ((key: string) => void) | undefined;
  onCaption?: (key: string) => void;
  onRemove: (key: string) => void;
}) {
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t('media.arrange', { name: tile.name })}
          className="ring-on-photo absolute top-0 end-0 flex size-hit items-center justify-center"
        >
          <span className="glass flex size-7 items-center justify-center rounded-full">
            <Ellipsis className="size-4" />
          </span>
        </button>
      }
    >
      {pausable.has(tile.state.state) && onPause && <MenuItem onClick={() => onPause(tile.key)}>{t('media.pause')}</MenuItem>}
      {tile.state.state === 'paused' && onResume && <MenuItem onClick={() => onResume(tile.key)}>{t('media.resume')}</MenuItem>}
      {onCaption && isLookedAt(tile) && tile.state.state !== 'failed' && (
        <MenuItem onClick={() => onCaption(tile.key)}>{tile.caption ? t('media.changeCaption') : t('media.addCaption')}</MenuItem>
      )}
      {place > 1 && <MenuItem onClick={() => onMove(place, 0)}>{t('media.makeFirst')}</MenuItem>}
      {place > 0 && <MenuItem onClick={() => onMove(place, place - 1)}>{t('media.moveUp')}</MenuItem>}
      {place < count - 1 && <MenuItem onClick={() => onMove(place, place + 1)}>{t('media.moveDown')}</MenuItem>}
      <MenuItem danger onClick={() => onRemove(tile.key)}>
        {t('media.remove')}
      </MenuItem>
    </Menu>
  );
}

interface TileProps {
  tile: Tile;
  onRetry: (key: string) => void;
}

function OneTile(props: TileProps) {
  const { media, file } = props.tile;
  const isMade = media !== null && media !== undefined && media.kind !== 'audio' && !isDrawable(file);
  return isMade ? <PreparedTile {...props} media={media} /> : <FileTile {...props} />;
}

/** What no browser draws by itself shows what the server makes of it, as soon as that is there: a document its first page, a film a picture of it. */
function PreparedTile({ tile, media: given, ...rest }: TileProps & { media: Media }) {
  const { state, variants } = useSettled(given);
  return (
    <FileTile
      tile={{ ...tile, src: addressOf((variants['thumb'] ?? variants['poster'])?.path), preparing: state === 'processing' }}
      {...rest}
    />
  );
}

function FileTile({ tile, onRetry }: TileProps) {
  const own = useObjectUrl(isDrawable(tile.file) ? tile.file : null);
  const Icon = icons[tile.media?.kind ?? tile.file?.type.split('/')[0] ?? ''] ?? Image;
  return (
    <UploadTile
      name={tile.name}
      src={own ?? tile.src}
      icon={<Icon />}
      preparing={tile.preparing ?? false}
      upload={tile.state}
      {...(tile.retryable ? { onRetry: () => onRetry(tile.key) } : {})}
    />
  );
}

/** Signs of what there is no picture of, by the kind of the medium or the first word of the file's type. */
const icons: Record<string, LucideIcon> = { audio: Mic, video: Film, document: FileText, application: FileText };
