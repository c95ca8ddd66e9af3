/**
 * Class names of what floats at its trigger on desktop and is a sheet at the foot of the phone (menus, selects), as high as a dialog there, and as
 * slow to come. It goes at once: what was chosen answers.
 */
export const floating = {
  positioner:
    'z-41 outline-none max-md:fixed! max-md:inset-x-0! max-md:top-auto! max-md:bottom-0! max-md:w-full! max-md:transform-none! max-md:translate-none!',
  popup:
    'max-h-[92dvh] overflow-y-auto overscroll-contain raised p-1.5 text-ink shadow-float outline-none transition-[translate,opacity] duration-[var(--hw-dur-3)] ease-out max-md:scroll-pt-24 max-md:rounded-t-[26px] max-md:px-3 max-md:pt-0 max-md:pb-[calc(14px+env(safe-area-inset-bottom))] data-ending-style:duration-0 max-md:data-starting-style:translate-y-full md:max-h-[min(70dvh,420px)] md:rounded-[18px] md:duration-[var(--hw-dur-2)] md:data-starting-style:opacity-0',
  item: 'flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-sm px-3.5 font-[550] outline-none select-none data-highlighted:bg-sunken data-disabled:opacity-45',
} as const;

/** The scrim behind the sheet of a phone; nothing on desktop. */
export const sheetBackdrop =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-[var(--hw-dur-3)] data-ending-style:opacity-0 data-starting-style:opacity-0 md:hidden';

/**
 * Whether something would close only because the press that opened it was let go of beside its trigger: where the page moved beneath
 * the pointer meanwhile, nobody meant that. It stays open then.
 */
export function isLetGo(details: { reason: string; cancel: () => void }): boolean {
  if (details.reason !== 'cancel-open') return false;
  details.cancel();
  return true;
}
