import { Fragment, type ReactNode } from 'react';
import { useLanguage } from '#platform/language.ts';
import { toasts, useToasts } from '#platform/toasts.ts';
import { ToastStack } from '#ui/toast.tsx';
import { useLateBanners } from './banners.tsx';

/** Everything that stands around the router. In another language all of it is drawn anew. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <Fragment key={useLanguage()}>
      {children}
      <ToastHost />
    </Fragment>
  );
}

function ToastHost() {
  const list = useToasts();
  return <ToastStack toasts={list} banners={useLateBanners()} onClose={toasts.close} onHold={toasts.hold} />;
}
