/** Brings the first place of the page that is wrong into view, and gives it the focus; `data-wrong` marks one that is no field. */
export function showFirstWrong(): void {
  const wrong = document.querySelector<HTMLElement>('main :is([aria-invalid="true"], [data-wrong])');
  wrong?.scrollIntoView({ block: 'center' });
  wrong?.focus({ preventScroll: true });
}
