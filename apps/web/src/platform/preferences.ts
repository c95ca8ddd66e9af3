import type { Profile } from '@heartwood/contract/profiles';
import { createAtom, useSelector } from '@tanstack/react-store';
import { recalled, remember } from './signed-out-storage.ts';
import { session } from './session.ts';
import { readJson, storageKeys, writeJson } from './storage.ts';

/** How somebody reads on this device. `system` follows the device; text sizes are 100, 118.75 and 137.5 per cent. */
export interface Preferences {
  theme: NonNullable<Profile['theme']>;
  text: NonNullable<Profile['text_size']>;
  /** A language chosen on this device; undefined follows the account, then the browser. */
  language: string | undefined;
  /** How measurements are shown and typed: cm and kg, or inches and pounds. They are kept in cm and kg. */
  units: 'metric' | 'imperial';
}

const defaults: Preferences = { theme: 'system', text: 'normal', language: undefined, units: 'metric' };
const read = (): Preferences => ({ ...defaults, ...readJson<Partial<Preferences>>(storageKeys.preferences) });
const store = createAtom(read());

// Another tab set them: this one follows.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== storageKeys.preferences || event.newValue === null) return;
    apply(read());
    store.set(read());
  });
  // What was asked for just before a reload may not have been written: the language is remembered at every start, too.
  void recall().then(rememberLanguage);
  let known = session.get().profile;
  session.subscribe(() => {
    const { profile } = session.get();
    if (profile && !known) adopt(profile);
    known = profile;
    keep();
    void rememberLanguage();
  });
}

/** The language of the account stays on the device, for the pages that are seen signed out. */
async function rememberLanguage(): Promise<void> {
  const language = session.get().user?.locale;
  if (language) await remember(storageKeys.preferences, { ...store.get(), language });
}

/** After a log-out local storage knows nothing: what the device remembers holds, and goes with whoever signs in next. */
async function recall(): Promise<void> {
  if (readJson(storageKeys.preferences) !== null) return;
  const found = await recalled<Partial<Preferences>>(storageKeys.preferences);
  if (!found || readJson(storageKeys.preferences) !== null) return;
  const remembered = { ...defaults, ...found };
  apply(remembered);
  store.set(remembered);
  keep();
}

/** What is kept with the account of who signs in is shown here from now on; what they have never chosen stays the device's. */
function adopt({ theme, text_size: text }: Profile): void {
  const { theme: ownTheme, text: ownText } = store.get();
  if ((theme ?? ownTheme) === ownTheme && (text ?? ownText) === ownText) return;
  preferences.set({ theme: theme ?? ownTheme, text: text ?? ownText });
}

/** Puts what was remembered into local storage again, where somebody is signed in. The language is the account's. */
function keep(): void {
  const { theme, text, units } = store.get();
  const isChosen = theme !== defaults.theme || text !== defaults.text || units !== defaults.units;
  if (!session.signedIn() || !isChosen || readJson(storageKeys.preferences) !== null) return;
  writeJson(storageKeys.preferences, { theme, text, units });
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
  get: (): Preferences => store.get(),
  /** Changes some, keeps them and puts them on the document at once. */
  set(change: Partial<Preferences>): void {
    const next = { ...store.get(), ...change };
    writeJson(storageKeys.preferences, next);
    void remember(storageKeys.preferences, { ...next, language: session.get().user?.locale ?? next.language });
    apply(next);
    store.set(next);
  },
  /** Calls `listener` on every change. Returns what undoes it. */
  subscribe: (listener: () => void): (() => void) => store.subscribe(listener).unsubscribe,
};

/** The preferences, in a component. */
export function usePreferences(): Preferences {
  return useSelector(store);
}
