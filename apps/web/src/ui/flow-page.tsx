import { use, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import { coversFoot } from './foot.ts';
import { PageContext } from './page.tsx';

/**
 * A page without layout: a form or a step. Back or close at the top left, a short title, the content in a column of at most 640,
 * and one action that stays at the bottom of the phone.
 */
export function FlowPage({
  title,
  back,
  end,
  action,
  card,
  children,
}: {
  /** In the bar: words, or the page's h1 where `children` bring none. */
  title?: ReactNode;
  /** A `BackButton`, or a link of the router with an icon. */
  back?: ReactNode;
  end?: ReactNode;
  /** One filled button, perhaps with a quiet one. */
  action?: ReactNode;
  /** On desktop the page is a sheet on a well. */
  card?: boolean;
  children: ReactNode;
}) {
  const { banners } = use(PageContext);
  // A layout around it steps back where it says so (`data-flow`): rail and tabs give way to the action.
  const page = (
    <main
      id="content"
      tabIndex={-1}
      data-flow={card ? undefined : ''}
      className={cx(
        'mx-auto max-w-[640px] px-(--pad) pt-2 pb-foot outline-none [--pad:20px]',
        card ? 'lg:rounded-[28px] lg:bg-surface lg:pt-5 lg:pb-9 lg:shadow-float lg:[--pad:36px]' : 'lg:pt-7 lg:pb-20',
      )}
    >
      <div className="-mx-2 flex min-h-14 items-center gap-2">
        {back ?? <span className="size-hit" />}
        <div className="min-w-0 flex-1 text-center text-body leading-snug font-semibold hyphens-auto">{title}</div>
        {end ?? <span className="size-hit" />}
      </div>
      {banners}
      {children}
      {action && (
        <div
          ref={coversFoot}
          className={cx(
            'fixed inset-x-0 bottom-0 z-20 flex flex-wrap gap-3 border-t border-line bg-[color-mix(in_srgb,var(--hw-canvas)_94%,transparent)] px-5 pt-3.5 pb-[calc(18px+env(safe-area-inset-bottom))] backdrop-blur-lg *:flex-1 lg:border-0 lg:backdrop-blur-none',
            // A sheet that is longer than the window keeps its button in sight.
            card
              ? 'lg:sticky lg:-mx-(--pad) lg:-mb-9 lg:rounded-b-[28px] lg:bg-surface lg:px-(--pad) lg:pt-5 lg:pb-9'
              : 'lg:static lg:bg-transparent lg:px-0 lg:pt-7 lg:pb-0',
          )}
        >
          {action}
        </div>
      )}
    </main>
  );
  return card ? (
    <div data-flow="" className="min-h-dvh lg:bg-sunken lg:py-10 dark:lg:bg-canvas">
      {page}
    </div>
  ) : (
    page
  );
}
