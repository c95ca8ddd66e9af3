import { Drawing } from '#ui/empty-state.tsx';
import { Button } from '#ui/button.tsx';
import { BrandAnchor } from '#ui/brand.tsx';

/** What stands on the page for being offline. */
export interface OfflineWords {
  /** Of the document. */
  title: string;
  heading: string;
  text: string;
  written: string;
  retry: string;
}

/**
 * What the service worker shows instead of a page when there is no answer (`platform/service-worker.ts`). Drawn at build time, and without the
 * app: `public/offline.js` asks again for the page that should stand here, when the button is pressed and once there is a network.
 */
export function OfflinePage({ words }: { words: OfflineWords }) {
  return (
    <div className="flex min-h-dvh flex-col items-center p-6">
      <header>
        <BrandAnchor href="/home" />
      </header>
      <main id="content" className="m-auto max-w-[430px] pb-[8vh] text-center">
        <Drawing name="chest" className="h-[150px] w-auto" />
        <h1 className="mt-6 type-title">{words.heading}</h1>
        <p className="mt-3 soft">{words.text}</p>
        <p className="mt-3 soft">{words.written}</p>
        <div className="mt-6">
          <Button>{words.retry}</Button>
        </div>
      </main>
    </div>
  );
}
