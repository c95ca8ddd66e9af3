import { t } from '@heartwood/messages/current';
import { createRoot } from 'react-dom/client';
import { Button } from '#ui/button.tsx';
import { Drawing } from '#ui/empty-state.tsx';

/**
 * Stands in the place of the app, which the server no longer understands: nothing of it could be done.
 * @param open opens the app store; undefined where nobody knows where it is
 */
export function showOutdated(open: (() => void) | undefined): void {
  const root = document.getElementById('root');
  if (root) root.hidden = true;
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Outdated open={open} />);
}

function Outdated({ open }: { open: (() => void) | undefined }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-[430px] flex-col justify-center p-6 text-center">
      <Drawing name="voices" />
      <h1 className="mt-6 type-title">{t('devices.app.outdated.title')}</h1>
      <p className="mt-3 soft">{t('devices.app.outdated.text')}</p>
      {open && (
        <Button block className="mt-8" onClick={open}>
          {t('devices.app.toStore')}
        </Button>
      )}
    </main>
  );
}
