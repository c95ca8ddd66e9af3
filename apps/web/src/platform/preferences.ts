import { useSyncExternalStore } from 'react';
import { readJson, storageKeys, writeJson } from './storage.ts';

/** What somebody has set for this device. `system` follows the device; text sizes are 100, 118.75 and 137.5 per cent. */
export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  text: 'normal' | 'large' | 'largest';
  /** A language chosen on this device; undefined follows the account, then the browser. */
  language: string | undefined;
  /** How measurements are shown and typed: cm and kg, or inches and pounds. They are kept in cm and kg. */
  units: 'metric' | 'imperial';
}

const defaults: Preferences = { theme: 'system', text: 'normal', language: undefined, units: 'metric' };
let current: Preferences = { ...defaults, ...readJson<Partial<Preferences>>(storageKeys.preferences) };
const listeners = new Set<() => void>();

// Another tab set them: this one follows.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== storageKeys.preferences || event.newValue === null) return;
    current = { ...defaults, ...readJson<Partial<Preferences>>(storageKeys.preferences) };
    apply(current);
    for (const listener of listeners) listener();
  });
}

/** Puts theme and text size on the document. `public/preferences.js` does the same before the first paint, and for the language. */
function apply({ theme, text }: Preferences): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  if (text === 'normal') delete root.dataset['text'];
  else root.dataset['text'] = text;
}

export const preferences = {
  /** As they are now. */
  get: (): Preferences => current,
  /** Changes some, keeps them and puts them on the document at once. */
  set(change: Partial<Preferences>): void {
    current = { ...current, ...change };
    writeJson(storageKeys.preferences, current);
    apply(current);
    for (const listener of listeners) listener();
  },
  /** Calls `listener` on every change. Returns what undoes it. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The preferences, in a component. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(preferences.subscribe, preferences.get, () => defaults);
}
