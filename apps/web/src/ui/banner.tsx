import { Check, Info, OctagonAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

const tones = {
  info: { look: 'bg-lake-soft text-lake', icon: <Info className="icon-s" /> },
  offline: { look: 'bg-resin-soft text-resin', icon: <WifiOff className="icon-s" /> },
  saved: { look: 'bg-fir-soft text-fir', icon: <Check className="icon-s" /> },
  error: { look: 'bg-error-soft text-error', icon: <OctagonAlert className="icon-s" /> },
} as const;

/** A sentence in the flow of the page, under its head: offline, new version, saved. `action` is a text button at the end. */
export function Banner({
  tone = 'info',
  icon,
  action,
  className,
  children,
}: {
  tone?: keyof typeof tones;
  icon?: ReactNode;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cx(
        'flex min-h-hit flex-wrap items-center gap-x-3 rounded-md px-4 py-3 text-label font-[550]',
        tones[tone].look,
        className,
      )}
    >
      {icon ?? tones[tone].icon}
      <span className="min-w-0 flex-[1_1_8rem]">{children}</span>
      {action}
    </div>
  );
}

/** The text button at the end of a banner. */
export function BannerButton({ busy, onClick, children }: { busy?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-busy={busy}
      data-pending={busy ? '' : undefined}
      onClick={() => busy || onClick()}
      className="-my-2 -me-2 min-h-hit min-w-hit rounded-full px-2 font-bold"
    >
      {children}
    </button>
  );
}
