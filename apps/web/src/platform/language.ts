import type { Language } from '@heartwood/contract/languages';
import { currentLanguage } from '@heartwood/messages/current';
import type { Group } from '@heartwood/messages/groups';
import { firstKnown, isMadeUp, writtenLanguage, type ShownLanguage } from '@heartwood/messages/languages';
import type { Catalogue } from '@heartwood/messages/translate';
import { useSyncExternalStore } from 'react';
import { preferences } from './preferences.ts';
import { session } from './session.ts';

// Which language the app is shown in, and its messages. A visitor loads one group of one language; who signs in loads the members' group.

const loaders: Record<Language, Record<Group, () => Promise<{ default: Catalogue }>>> = {
  en: {
    visitor: () => import('virtual:messages/en/visitor'),
    member: () => import('virtual:messages/en/member'),
    questions: () => import('virtual:messages/en/questions'),
  },
  de: {
    visitor: () => import('virtual:messages/de/visitor'),
    member: () => import('virtual:messages/de/member'),
    questions: () => import('virtual:messages/de/questions'),
  },
};

const known = new Map<string, Catalogue>();
const shown = new Set<Catalogue>();
const needed = new Set<Group>(['visitor']);
const listeners = new Set<() => void>();
let fixed: ShownLanguage | undefined;

async function load(language: ShownLanguage, group: Group): Promise<Catalogue> {
  const name = `${language}/${group}`;
  const found = known.get(name);
  if (found) return found;
  const { default: written } = await loaders[writtenLanguage(language)][group]();
  const messages = isMadeUp(language) ? (await import('@heartwood/messages/made-up')).disguisedCatalogue(written, language) : written;
  known.set(name, messages);
  return messages;
}

/**
 * The language somebody wants: the account's; without one what was chosen on this device, or what the browser asks for. A made-up language
 * that was set on the device counts before all.
 */
function wanted(): ShownLanguage {
  const { language } = preferences.get();
  if (isMadeUp(language)) return language;
  return firstKnown([session.get().user?.locale ?? '', language ?? '', ...(globalThis.navigator?.languages ?? [])]) ?? 'en';
}

/** Shows a language once its messages are there: those of a visitor, for who is signed in those of a member, and what pages asked for. */
async function show(language: ShownLanguage): Promise<void> {
  const groups: Group[] = session.signedIn() ? [...needed, 'member'] : [...needed];
  const parts = await Promise.all(groups.map((group) => load(language, group)));
  if (language === currentLanguage.get() && parts.every((part) => shown.has(part))) return;
  if (language !== currentLanguage.get()) shown.clear();
  for (const part of parts) shown.add(part);
  currentLanguage.use(language, Object.assign({}, ...shown) as Catalogue);
  if (typeof document === 'undefined') return;
  document.documentElement.lang = language;
  document.documentElement.dir = currentLanguage.direction();
  for (const listener of listeners) listener();
}

/** The language the app is shown in. */
export const language = {
  /** Loads what is needed to show the next page; on every navigation, and quick where it is there. */
  prepare: (): Promise<void> => show(fixed ?? wanted()),

  /** Loads a group that only some pages need, for the loader of such a page. */
  need(group: Group): Promise<void> {
    needed.add(group);
    return show(fixed ?? wanted());
  },

  /** Shows one language whatever anybody wants: where there is no browser to ask. */
  fix(tag: ShownLanguage): void {
    fixed = tag;
  },

  /** Follows the account and the device from now on. */
  follow(): void {
    const change = () => void show(wanted()).catch(() => undefined);
    preferences.subscribe(change);
    session.subscribe(change);
  },

  /** Calls `listener` when another language is shown. Returns what undoes it. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The language, in a component; what has it as its `key` is drawn anew in another language. */
export function useLanguage(): ShownLanguage {
  return useSyncExternalStore(language.subscribe, currentLanguage.get, currentLanguage.get);
}
