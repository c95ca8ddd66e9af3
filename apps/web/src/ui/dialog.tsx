import { t } from '@heartwood/messages/current';
import { Drawer } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import { createContext, use, useEffect, useRef, type ReactElement, type ReactNode, type RefObject } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import { cx } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

const Closing = createContext<RefObject<AbortController | undefined> | undefined>(undefined);

/**
 * For what is begun in a dialog and takes several steps: whoever closes the dialog meanwhile does not want the next one.
 * @returns asks for the signal that aborts once the dialog, as it is open now, is closed, where `open` says so; undefined where there is no dialog
 */
export function useClosing(): () => AbortSignal | undefined {
  const closing = use(Closing);
  return () => closing?.current?.signal;
}

/**
 * A dialog on desktop (at most 480 wide), a sheet with a grabber on the phone (drag down to close).
 * Title asks, `text` says what happens and whether it can be undone. Focus is trapped and returns. Escape, the scrim and, in the app of Android, Back close it (topmost.ts).
 * Uncontrolled with `trigger` (one element, such as a `<Button>`), or controlled with `open` and `onOpenChange`.
 */
export function Dialog({
  title,
  text,
  open,
  onOpenChange,
  trigger,
  closable,
  wide,
  children,
}: {
  title: ReactNode;
  text?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger?: ReactElement;
  /** Also draws a cross; for dialogs that are read rather than answered. */
  closable?: boolean;
  wide?: boolean;
  children?: ReactNode;
}) {
  const closing = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    closing.current = controller;
    return () => controller.abort();
  }, [open]);
  return (
    <Drawer.Root
      {...(open === undefined ? {} : { open })}
      onOpenChange={(next, change) => {
        // Whoever answers a message above the scrim stays in the dialog.
        if (change.event.target instanceof Element && change.event.target.closest('[data-toasts]')) change.cancel();
        else onOpenChange?.(next);
      }}
    >
      {trigger && <Drawer.Trigger render={trigger} nativeButton />}
      <Drawer.Portal>
        {/* Also over a dialog that this one was opened from: what comes later in the page lies higher. */}
        <Drawer.Backdrop
          forceRender
          className="fixed inset-0 z-40 min-h-dvh bg-scrim opacity-[calc(1-var(--drawer-swipe-progress,0))] transition-opacity duration-[var(--hw-dur-3)] ease-out data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0"
        />
        <Drawer.Viewport className="fixed inset-0 z-40 flex items-end justify-center md:items-center md:p-6">
          <Drawer.Popup
            className={cx(
              'max-h-[92dvh] w-full touch-auto overflow-y-auto overscroll-contain rounded-t-[26px] raised px-6 pt-3 pb-[calc(24px+env(safe-area-inset-bottom))] text-ink shadow-float outline-none',
              '[transform:translateY(var(--drawer-swipe-movement-y,0px))] transition-[transform,opacity] duration-[var(--hw-dur-3)] ease-out data-swiping:duration-0 data-swiping:select-none',
              'data-starting-style:[transform:translateY(100%)] data-ending-style:[transform:translateY(100%)]',
              'md:rounded-[26px] md:p-7 md:data-starting-style:[transform:translateY(12px)] md:data-starting-style:opacity-0 md:data-ending-style:[transform:translateY(12px)] md:data-ending-style:opacity-0',
              wide ? 'md:max-w-[640px]' : 'md:max-w-[480px]',
            )}
          >
            <i aria-hidden="true" className="mx-auto mb-[18px] block h-[5px] w-10 rounded-full bg-line-strong opacity-50 md:hidden" />
            <Drawer.Content>
              <div className="flex items-start justify-between gap-3">
                <Drawer.Title className="type-heading">{title}</Drawer.Title>
                {closable && (
                  <Drawer.Close
                    render={
                      <IconButton label={t('ui.close')} className="-mt-2 -me-3">
                        <X />
                      </IconButton>
                    }
                  />
                )}
              </div>
              {text && <Drawer.Description className="mt-2 soft">{text}</Drawer.Description>}
              <Closing value={closing}>{children}</Closing>
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

/** The buttons at the foot of a dialog: the verb first, the safe one below. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-5 grid gap-2">{children}</div>;
}

/** A question with two answers, both verbs: "Delete this post?" Delete / Keep it. `onConfirm` may take its time: `busy` shows it. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  keep,
  look = 'delete',
  open,
  onOpenChange,
  onConfirm,
  busy,
}: {
  title: string;
  text: ReactNode;
  /** The verb that does it. */
  confirm: string;
  /** The verb that leaves all as it is. */
  keep: string;
  look?: ButtonLook;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
  busy?: boolean;
}) {
  return (
    <Dialog {...{ title, text, open, onOpenChange }}>
      <DialogActions>
        <Button block look={look} busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
        {/* Once it is under way, nothing stays as it was. */}
        <Button block look="quiet" disabled={busy} onClick={() => onOpenChange(false)}>
          {keep}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
