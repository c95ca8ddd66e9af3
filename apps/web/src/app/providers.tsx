import { Fragment, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useDocumentLanguage, useLanguage } from '#platform/language.ts';
import { toasts, useToasts } from '#platform/toasts.ts';
import { ToastStack } from '#ui/toast.tsx';
import { useLateBanners } from './banners.tsx';

/** Everything that stands around the router. In another language all of it is drawn anew. */
export function Providers({ children }: { children: ReactNode }) {
  useDocumentLanguage();
  return (
    <Fragment key={useLanguage()}>
      {children}
      <ToastHost />
    </Fragment>
  );
}

const never = () => () => undefined;

/** Beside the app, not in it: what lies over the app puts all of it out of reach, and messages are heard and pressed there, too. */
function ToastHost() {
  const list = useToasts();
  const banners = useLateBanners();
  // A page that is prerendered, and taken over as it stands, has none.
  const isDrawnHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isDrawnHere) return null;
  return createPortal(<ToastStack toasts={list} banners={banners} onClose={toasts.close} onHold={toasts.hold} />, document.body);
}
