import { t } from '@heartwood/messages/current';
import { useEffect } from 'react';

/** The document's title: '{title} · Heartwood', or 'Heartwood' alone. */
export function titled(title: string | undefined): string {
  return title ? t('app.titled', { title }) : 'Heartwood';
}

/** Sets the title of a page whose name is only known once it is loaded. Routes name the others (`staticData.title`). */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = titled(title);
  }, [title]);
}
