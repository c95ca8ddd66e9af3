import { t } from '@heartwood/messages/current';
import type { Media } from '@heartwood/contract/media';
import { Download, Ellipsis, FileImage, Printer, Share2 } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { addressOf } from '#platform/addresses.ts';
import { OnPress } from '#platform/part.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useSave } from '../hooks/use-save.ts';
import { hasOriginal, mayLeave, mayPrint, sharesFiles } from '../logic.ts';
import { PrintPhotos } from './print-photos.tsx';

const ShareDialog = lazyPart(() => import('./share-dialog.tsx'));

/** What may be done with the photo or film that is looked at: save it, share it, print it, take the original. `children` are further verbs. */
export function MediumMenu({
  medium,
  familyId,
  text = '',
  children,
}: {
  medium: Media;
  /** The family it belongs to, which need not be the current one. */
  familyId: string;
  /** What is said of it; stands below it on paper. */
  text?: string | undefined;
  children?: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const { save, isPending } = useSave();
  const [shares, share] = useState(false);
  const [prints, print] = useState(false);
  if (!mayLeave(medium)) return null;
  const isBusy = prints || isPending;
  const leaving = { ids: [medium.id], familyId };
  const large = addressOf(medium.variants['large']?.path);
  return (
    <div className="flex">
      <div ref={place} />
      <Menu
        within={place}
        trigger={
          <IconButton
            label={t('downloads.actions')}
            aria-busy={isBusy || undefined}
            data-pending={isBusy || undefined}
            onClick={sharesFiles() ? ShareDialog.soon : undefined}
            className="hover:bg-white/16"
          >
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<Download />} onClick={() => save({ ...leaving, original: false })}>
          {t('downloads.save', { count: 1 })}
        </MenuItem>
        {sharesFiles() && (
          <MenuItem icon={<Share2 />} onClick={() => share(true)}>
            {t('downloads.share', { count: 1 })}
          </MenuItem>
        )}
        {hasOriginal(medium) && (
          <MenuItem icon={<FileImage />} onClick={() => save({ ...leaving, original: true })}>
            {t('downloads.originals', { count: 1 })}
          </MenuItem>
        )}
        {medium.kind === 'image' && large && mayPrint() && (
          <MenuItem icon={<Printer />} onClick={() => print(true)}>
            {t('downloads.print')}
          </MenuItem>
        )}
        {children}
      </Menu>
      {shares && (
        <OnPress onFail={() => share(false)}>
          <ShareDialog leaving={leaving} onClose={() => share(false)} />
        </OnPress>
      )}
      {prints && large && <PrintPhotos photos={[{ id: medium.id, src: large, text }]} onDone={() => print(false)} />}
    </div>
  );
}
