import type { ReactNode } from 'react';
import { toasts, useToasts } from '#platform/toasts.ts';
import { ToastStack } from '#ui/toast.tsx';

/** Everything that stands around the router. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <ToastHost />
    </>
  );
}

function ToastHost() {
  const list = useToasts();
  return <ToastStack toasts={list} onClose={toasts.close} onHold={toasts.hold} />;
}
