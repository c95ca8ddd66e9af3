import type { Language } from '@heartwood/contract/languages';
import type { PlainKey } from '@heartwood/messages/translate';
import type { Preferences } from '#platform/preferences.ts';

/** The first steps, in their order. */
export const steps = ['you', 'children', 'invite'] as const;
/** One of the first steps. */
export type Step = (typeof steps)[number];

/** The step an address names, or undefined. */
export function stepFrom(given: string | undefined): Step | undefined {
  return steps.find((step) => step === given);
}

/** Where somebody who comes back goes on: at the first step that has left nothing behind. */
export function stepToResume(done: { photo: boolean; children: boolean }): Step {
  if (!done.photo) return 'you';
  return done.children ? 'invite' : 'children';
}

/** A child that is being written down in the first steps; `imageUrl` shows the chosen photo on this device. */
export interface DraftChild {
  name: string;
  birthday: string;
  imageUrl: string | undefined;
}

/** The text sizes and what they are called. */
export const textSizes = {
  normal: 'private.looks.sizes.normal',
  large: 'private.looks.sizes.large',
  largest: 'private.looks.sizes.largest',
} as const satisfies Record<Preferences['text'], PlainKey>;

/** The colours and what they are called. */
export const themes = {
  system: 'private.looks.themes.system',
  light: 'private.looks.themes.light',
  dark: 'private.looks.themes.dark',
} as const satisfies Record<Preferences['theme'], PlainKey>;

/** The languages, each called as it calls itself. */
export const languageNames = {
  en: 'private.looks.languages.en',
  de: 'private.looks.languages.de',
} as const satisfies Record<Language, PlainKey>;
