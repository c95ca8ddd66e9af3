import { t } from '@heartwood/messages/current';
import { useEffect } from 'react';

/** The document's title: '{title} · Heartwood', or 'Heartwood' alone. */
export function titled(title: string | undefined): string {
  return title ? t('app.titled', { title }) : 'Heartwood';
}

let shown: string | undefined;
let urgent: string | undefined;
let waiting = 0;

function write(): void {
  const title = urgent ?? shown;
  if (title !== undefined) document.title = waiting > 0 ? `(${waiting}) ${titled(title)}` : titled(title);
}

/** Shows a page's title. Routes name theirs (`staticData.title`). */
export function showTitle(title: string): void {
  shown = title;
  write();
}

/** Shows a title in place of that of any page, for whoever looks at another tab; undefined takes it back. */
export function showTitleOverAll(title: string | undefined): void {
  urgent = title;
  write();
}

/** Shows before every title how much waits to be read: '(3) Emma · Heartwood'. @param count 0 for nothing */
export function countInTitle(count: number): void {
  waiting = count;
  write();
}

/** Sets the title of a page whose name is only known once it is loaded. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) showTitle(title);
  }, [title]);
}
