import { createElement, lazy, type ComponentType, type ReactNode } from 'react';

// [Note: Parts that do not come] React keeps what an import has thrown for as long as the page is there. So a part that could not be loaded is made
// anew before it is tried again: at the next press (`OnPress` in platform/part.tsx), or by 'Try again' of the error page. Nothing else uses
// React's `lazy` (tools/structure/parts.ts).

const failed = new Set<() => void>();

/** Forgets which parts could not be loaded: each is loaded again when it is drawn next. */
export function forgetFailedParts(): void {
  failed.forEach((renew) => renew());
  failed.clear();
}

/** A part of the app that is loaded when it is drawn first; `soon` loads it before, as somebody reaches for it. */
export function lazyPart<Props extends object>(load: () => Promise<{ default: (props: Props) => ReactNode }>) {
  let Now: ComponentType<Props>;
  const renew = () => {
    Now = lazy(() =>
      load().catch((error: unknown) => {
        failed.add(renew);
        throw error;
      }),
    ) as ComponentType<Props>;
  };
  renew();
  const soon = () => void load().catch(() => undefined);
  return Object.assign((props: Props) => createElement(Now, props), { soon });
}
