import { Suspense, type ReactNode } from 'react';
import { device } from '#platform/device.ts';
import { language } from '#platform/language.ts';
import { lazyPart } from '#ui/lazy-part.ts';

const Part = lazyPart(async () => {
  const [part] = await Promise.all([import('./not-allowed.tsx'), language.need('pages')]);
  return part;
});

/** In a shell that leads to its settings what says so; elsewhere `children`, which speak of a browser's. */
export function NotAllowedHere({ what, children }: { what: 'microphone' | 'film'; children: ReactNode }) {
  if (!device.plugins?.openSettings) return children;
  return (
    <Suspense>
      <Part what={what} />
    </Suspense>
  );
}
