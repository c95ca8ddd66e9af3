import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import plist from 'plist';
import { beforeAll, expect, test } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import xcode from 'xcode';

// There is no Xcode and no Android SDK where this runs: the files of both projects are read as those would read them, and held against what
// the shell needs.

const root = join(import.meta.dirname, '..');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const json = (path: string): unknown => JSON.parse(text(path));
const xml = (path: string): never => new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(text(path)) as never;
const list = <T>(one: T | T[] | undefined): T[] => (one === undefined ? [] : Array.isArray(one) ? one : [one]);

const { dependencies } = json('package.json') as { dependencies: Record<string, string> };
const core = new Set(['@capacitor/android', '@capacitor/core', '@capacitor/ios', '@heartwood/web']);
const plugins = Object.keys(dependencies).filter((name) => !core.has(name));
const config = json('capacitor.config.json') as {
  appId: string;
  plugins: { AppShortcuts: { shortcuts: { id: string; androidIcon: string }[] } };
};

test.each(plugins)('%s is in both projects, and in what the shell speaks to', (name) => {
  const spm = text('ios/App/CapApp-SPM/Package.swift');
  const product = name
    .replaceAll('@', '')
    .split(/[/-]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
  expect(spm).toContain(`.product(name: "${product.replace('CapacitorCapacitor', 'Capacitor')}"`);
  expect(text('android/app/capacitor.build.gradle')).toContain(`project(':${name.replace('@', '').replace('/', '-')}')`);
  expect(text('android/capacitor.settings.gradle')).toContain(`node_modules/${name}/android`);
});

test('Info.plist says why each permission is asked for, and in which languages the app is', () => {
  const info = plist.parse(text('ios/App/App/Info.plist')) as Record<string, unknown>;
  for (const why of ['Camera', 'FaceID', 'Microphone', 'PhotoLibrary', 'PhotoLibraryAdd'])
    expect(String(info[`NS${why}UsageDescription`]).length, why).toBeGreaterThan(20);
  expect(info['UIBackgroundModes']).toEqual(['remote-notification']);
  expect(info['CFBundleLocalizations']).toEqual(['en', 'de']);
  expect(info['CFBundleShortVersionString']).toBe('$(MARKETING_VERSION)');
});

test('the app may open links of its server, and be sent messages', () => {
  const rights = plist.parse(text('ios/App/App/App.entitlements')) as Record<string, unknown>;
  expect(rights['com.apple.developer.associated-domains']).toEqual(['applinks:$(HEARTWOOD_HOST)', 'webcredentials:$(HEARTWOOD_HOST)']);
  expect(rights).toHaveProperty('aps-environment');
  const privacy = plist.parse(text('ios/App/App/PrivacyInfo.xcprivacy')) as Record<string, unknown>;
  expect(privacy['NSPrivacyTracking']).toBe(false);
});

test('the Xcode project holds each of our files, and takes version, id and host from one file', () => {
  const project = xcode.project(join(root, 'ios/App/App.xcodeproj/project.pbxproj')).parseSync();
  const { objects } = (project as unknown as { hash: { project: { objects: Record<string, Record<string, never>> } } }).hash.project;
  const built = Object.values(objects['PBXBuildFile']!).map((one: { fileRef_comment?: string }) => one.fileRef_comment);
  for (const file of [
    'AppDelegate.swift',
    'SceneDelegate.swift',
    'AppViewController.swift',
    'StorefrontPlugin.swift',
    'PrivacyInfo.xcprivacy',
  ])
    expect(built, file).toContain(file);
  const settings = Object.values(objects['XCBuildConfiguration']!).filter(
    (one: { buildSettings?: { INFOPLIST_FILE?: string } }) => one.buildSettings?.INFOPLIST_FILE,
  ) as { baseConfigurationReference_comment: string; buildSettings: Record<string, string> }[];
  expect(settings.map(({ baseConfigurationReference_comment: base }) => base).toSorted()).toEqual(['debug.xcconfig', 'heartwood.xcconfig']);
  for (const { buildSettings } of settings) {
    expect(buildSettings['CODE_SIGN_ENTITLEMENTS']).toBe('App/App.entitlements');
    for (const name of ['MARKETING_VERSION', 'CURRENT_PROJECT_VERSION', 'PRODUCT_BUNDLE_IDENTIFIER'])
      expect(buildSettings, name).not.toHaveProperty(name);
  }
  expect(text('ios/debug.xcconfig')).toContain('#include "heartwood.xcconfig"');
  expect(text('ios/heartwood.xcconfig')).toContain(`PRODUCT_BUNDLE_IDENTIFIER = ${config.appId}`);
});

interface Manifest {
  manifest: {
    application: {
      'android:allowBackup': string;
      activity: { 'intent-filter': { 'android:autoVerify'?: string; data?: Record<string, string> }[] };
      'meta-data': { 'android:name': string; 'android:resource'?: string }[];
    };
    'uses-permission': { 'android:name': string }[];
  };
}

test('the Android manifest has the permissions, the links and the pictures that the app needs, and no backup', () => {
  const { manifest } = xml('android/app/src/main/AndroidManifest.xml') as Manifest;
  const permissions = manifest['uses-permission'].map((one) => one['android:name'].replace('android.permission.', ''));
  expect(permissions.toSorted()).toEqual(
    ['CAMERA', 'INTERNET', 'MODIFY_AUDIO_SETTINGS', 'POST_NOTIFICATIONS', 'RECORD_AUDIO', 'USE_BIOMETRIC', 'VIBRATE'].toSorted(),
  );
  expect(manifest.application['android:allowBackup']).toBe('false');
  const links = list(manifest.application.activity['intent-filter']).find((one) => one['android:autoVerify'] === 'true');
  expect(links?.data).toEqual({ 'android:scheme': 'https', 'android:host': '${heartwoodHost}' });
  expect(text('android/app/build.gradle')).toContain("manifestPlaceholders = [heartwoodHost: heartwood.getProperty('host')]");
  expect(text('android/app/build.gradle')).toContain(`applicationId "${config.appId}"`);
  for (const { 'android:resource': resource } of manifest.application['meta-data'])
    if (resource?.startsWith('@drawable/'))
      expect(readFileSync(join(root, `android/app/src/main/res/drawable-xxhdpi/${resource.slice(10)}.png`)).length).toBeGreaterThan(100);
});

test('the quick action has the name that the app knows, and a picture', () => {
  const [action, ...others] = config.plugins.AppShortcuts.shortcuts;
  expect([action?.id, others]).toEqual(['UploadPhotoAction', []]);
  expect(xml(`android/app/src/main/res/drawable/${action?.androidIcon}.xml`)).toHaveProperty('vector');
  expect(text('ios/App/App/SceneDelegate.swift')).toContain('connectionOptions.shortcutItem');
});

let languages: Record<'swift' | 'java', Language>;

beforeAll(async () => {
  await Parser.init();
  const folder = join(createRequire(import.meta.url).resolve('@repomix/tree-sitter-wasms/package.json'), '../out');
  const load = (name: string) => Language.load(join(folder, `tree-sitter-${name}.wasm`));
  languages = { swift: await load('swift'), java: await load('java') };
});

test.each([
  ['swift', 'ios/App/App/AppDelegate.swift'],
  ['swift', 'ios/App/App/SceneDelegate.swift'],
  ['swift', 'ios/App/App/AppViewController.swift'],
  ['swift', 'ios/App/App/StorefrontPlugin.swift'],
  ['java', 'android/app/src/main/java/family/heartwood/app/MainActivity.java'],
] as const)('%s can be read: %s', (language, file) => {
  const parser = new Parser();
  parser.setLanguage(languages[language]);
  expect(parser.parse(text(file))?.rootNode.hasError).toBe(false);
  expect(parser.parse(`${text(file)}\n}`)?.rootNode.hasError, 'a brace too many is seen').toBe(true);
});
