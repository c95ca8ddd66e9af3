import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { coversFoot } from '#ui/foot.ts';

/** The one button of a form page: at the foot of a phone, below the form of a desktop. */
export function FormAction({ formId, busy, children }: { formId: string; busy: boolean; children: ReactNode }) {
  return (
    <div
      ref={coversFoot}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-[color-mix(in_srgb,var(--hw-canvas)_94%,transparent)] px-5 pt-3.5 pb-[calc(18px+env(safe-area-inset-bottom))] backdrop-blur-lg lg:static lg:border-0 lg:bg-transparent lg:px-0 lg:pt-7 lg:pb-0 lg:backdrop-blur-none"
    >
      <Button block type="submit" form={formId} busy={busy}>
        {children}
      </Button>
    </div>
  );
}
