import { mkdir, writeFile } from 'node:fs/promises';
import { translatorOf } from '../messages/src/catalogues.ts';
import { languages } from '../packages/contract/src/languages.ts';
import type { Language } from '../packages/contract/src/languages.ts';
import { inRoot } from './paths.ts';

// What the phone itself says of the app stands in the catalogues like all else, and is brought to where the phone reads it.

/** Why iOS asks for a permission: by the keys of Info.plist. */
export function permissionsIn(language: Language): Record<string, string> {
  const t = translatorOf(language);
  return {
    NSCameraUsageDescription: t('devices.shell.permissions.camera'),
    NSFaceIDUsageDescription: t('devices.shell.permissions.face'),
    NSMicrophoneUsageDescription: t('devices.shell.permissions.microphone'),
    NSPhotoLibraryAddUsageDescription: t('devices.shell.permissions.savePhotos'),
    NSPhotoLibraryUsageDescription: t('devices.shell.permissions.choosePhotos'),
  };
}

/** What the shell's script says, by language. Channels are in the order of their importance, from 1 to 5. */
export function shellMessages(): Record<Language, { quickAction: string; channels: string[] }> {
  const of = (language: Language) => {
    const t = translatorOf(language);
    const channels = [
      t('devices.shell.channels.silent'),
      t('devices.shell.channels.quiet'),
      t('devices.shell.channels.normal'),
      t('devices.shell.channels.important'),
      t('devices.shell.channels.urgent'),
    ];
    return { quickAction: t('devices.shell.quickAction'), channels };
  };
  return Object.fromEntries(languages.map((language) => [language, of(language)])) as ReturnType<typeof shellMessages>;
}

/** A file of strings as Xcode reads it: Apple, Resource Programming Guide, String Resources. */
export const stringsFile = (entries: Record<string, string>): string =>
  Object.entries(entries)
    .map(([key, text]) => `${key} = ${JSON.stringify(text)};\n`)
    .join('');

/** The file of a language's permission texts, in apps/mobile. */
export const permissionsFile = (language: Language): string => `ios/App/App/${language}.lproj/InfoPlist.strings`;

/** Writes the permission texts of every language into the iOS project. */
export async function writePermissions(): Promise<void> {
  for (const language of languages) {
    const file = inRoot('apps/mobile', permissionsFile(language));
    await mkdir(inRoot('apps/mobile/ios/App/App', `${language}.lproj`), { recursive: true });
    await writeFile(file, stringsFile(permissionsIn(language)));
  }
}
