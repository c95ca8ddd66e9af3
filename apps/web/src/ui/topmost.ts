/** What lies over a page and closes by Escape: dialogs, menus, lists to choose from. */
const layers = ['dialog', 'menu', 'listbox'].map((role) => `[role="${role}"][data-open]`).join();

/** Closes what lies over the page, the topmost of it, as Escape does; it may ask first. @returns whether there was something */
export function closeTopmost(): boolean {
  const topmost = [...document.querySelectorAll(layers)].at(-1);
  topmost?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  return topmost !== undefined;
}
