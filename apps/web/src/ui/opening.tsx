import { t } from '@heartwood/messages/current';
import { createPortal } from 'react-dom';
import { cx } from './class-names.ts';
import { Loading, Skeleton } from './skeleton.tsx';
import { Spinner } from './spinner.tsx';

/** A sheet that is on its way, or photos on black (`dark`); a press beside it takes it back. */
export function Opening({ dark = false, onClose }: { dark?: boolean; onClose?: (() => void) | undefined }) {
  return createPortal(
    <div className="hw-soon fixed inset-0 z-40 flex items-end justify-center md:items-center md:p-6">
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('ui.close')}
        onClick={onClose}
        className={cx('absolute inset-0', dark ? 'bg-black' : 'bg-scrim')}
      />
      {dark ? (
        <Loading className="relative m-auto text-white">
          <Spinner className="icon-l" />
        </Loading>
      ) : (
        <Loading className="relative w-full rounded-t-[26px] raised px-6 pt-8 pb-[calc(24px+env(safe-area-inset-bottom))] shadow-float md:max-w-[480px] md:rounded-[26px]">
          <Skeleton className="h-7 w-1/2" />
          <Skeleton className="mt-4 h-4" />
          <Skeleton className="mt-5 h-13 rounded-full" />
        </Loading>
      )}
    </div>,
    document.body,
  );
}
