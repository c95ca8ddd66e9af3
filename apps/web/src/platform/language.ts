import type { Language, ShownLanguage } from '@heartwood/contract/languages';
import { currentLanguage } from '@heartwood/messages/current';
import type { Group } from '@heartwood/messages/groups';
import { firstKnown, isMadeUp, writtenLanguage } from '@heartwood/messages/languages';
import type { Catalogue } from '@heartwood/messages/translate';
import { createAtom, useSelector } from '@tanstack/react-store';
import { useLayoutEffect } from 'react';
import { preferences } from './preferences.ts';
import { session } from './session.ts';

// Which language the app is shown in, and its messages: those of everyone, those of visitors or of members, and what single pages ask for.

const loaders: Record<Language, Record<Group, () => Promise<{ default: Catalogue }>>> = {
  en: {
    everyone: () => import('virtual:messages/en/everyone'),
    visitor: () => import('virtual:messages/en/visitor'),
    welcome: () => import('virtual:messages/en/welcome'),
    member: () => import('virtual:messages/en/member'),
    kept: () => import('virtual:messages/en/kept'),
    writing: () => import('virtual:messages/en/writing'),
    pages: () => import('virtual:messages/en/pages'),
    questions: () => import('virtual:messages/en/questions'),
    recipes: () => import('virtual:messages/en/recipes'),
    ideas: () => import('virtual:messages/en/ideas'),
  },
  de: {
    everyone: () => import('virtual:messages/de/everyone'),
    visitor: () => import('virtual:messages/de/visitor'),
    welcome: () => import('virtual:messages/de/welcome'),
    member: () => import('virtual:messages/de/member'),
    kept: () => import('virtual:messages/de/kept'),
    writing: () => import('virtual:messages/de/writing'),
    pages: () => import('virtual:messages/de/pages'),
    questions: () => import('virtual:messages/de/questions'),
    recipes: () => import('virtual:messages/de/recipes'),
    ideas: () => import('virtual:messages/de/ideas'),
  },
};

const known = new Map<string, Catalogue>();
const shown = new Set<Catalogue>();
const needed = new Set<Group>(['everyone']);
const store = createAtom<ShownLanguage>(currentLanguage.get());
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

/**
 * Shows the wanted language once its messages are there: everyone's, a visitor's or a member's, and what pages asked for.
 * Where another one is wanted meanwhile, that one is shown.
 */
async function show(): Promise<void> {
  const language = fixed ?? wanted();
  const groups = new Set([...needed, session.signedIn() ? ('member' as const) : ('visitor' as const)]);
  const parts = await Promise.all([...groups].map((group) => load(language, group)));
  if (language !== (fixed ?? wanted())) return show();
  if (language === currentLanguage.get() && parts.every((part) => shown.has(part))) return;
  if (language !== currentLanguage.get()) shown.clear();
  for (const part of parts) shown.add(part);
  currentLanguage.use(language, Object.assign({}, ...shown) as Catalogue);
  store.set(language);
}

/** The language the app is shown in. */
export const language = {
  /** Loads what is needed to show the next page; on every navigation, and quick where it is there. */
  prepare: show,

  /** Loads groups that only some pages need, for the loader of such a page. */
  async need(...groups: Group[]): Promise<void> {
    const more = groups.filter((group) => !needed.has(group));
    for (const group of more) needed.add(group);
    // What did not come keeps no other page from being shown.
    await show().catch((error: unknown) => {
      for (const group of more) needed.delete(group);
      throw error;
    });
  },

  /** Shows one language whatever anybody wants: where there is no browser to ask. */
  fix(tag: ShownLanguage): void {
    fixed = tag;
  },

  /** Follows the account and the device from now on. */
  follow(): void {
    const change = () => void show().catch(() => undefined);
    preferences.subscribe(change);
    session.subscribe(change);
  },
};

/** The language, in a component; what has it as its `key` is drawn anew in another language. */
export function useLanguage(): ShownLanguage {
  return useSelector(store);
}

/** Says in the document which language is drawn there and how it runs, from the moment it is. A prerendered page said so in its own root. */
export function useDocumentLanguage(): void {
  const drawn = useLanguage();
  useLayoutEffect(() => {
    document.documentElement.lang = drawn;
    document.documentElement.dir = currentLanguage.direction();
    document.getElementById('root')?.removeAttribute('lang');
  }, [drawn]);
}
