import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { languages as shown } from '@heartwood/contract/languages';
import { postLimits } from '@heartwood/contract/limits';
import { XMLParser } from 'fast-xml-parser';
import { parse as parsePlist } from 'plist';
import { beforeAll, expect, test } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import xcode from 'xcode';
import { permissionsFile, permissionsIn, stringsFile } from '../../../tools/mobile-messages.ts';

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

test.each(plugins)('%s is in both projects', (name) => {
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

/** What the shell speaks to, by the names it uses. */
const spokenTo = [...new Set([...text('src/main.ts').matchAll(/(?:plugin|registerPlugin<\w+>)\('(\w+)'\)/g)].map(([, name]) => name!))];
/** The names under which a folder of native sources answers. */
const namesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(swift|m|java|kt)$/.test(file))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(
        /jsName = "(\w+)"|@CapacitorPlugin\([^)]*?name = "(\w+)"|CAP_PLUGIN\(\w+, "(\w+)"|class (SystemBars) extends Plugin/g,
      ),
    ])
    .map(([, swift, java, objectiveC, core]) => (swift ?? java ?? objectiveC ?? core)!);
const packageFolder = (name: string): string => join(createRequire(import.meta.url).resolve(`${name}/package.json`), '..');

/** Play's storefront needs its billing library (decision 054); the picker of iOS has its own camera (decision 072). */
const onOneAlone: Record<string, 'ios' | 'android'> = { Storefront: 'ios', Access: 'android' };

test.each(spokenTo)('%s answers where it is spoken to', (name) => {
  const has = (platform: 'ios' | 'android') => {
    const own = join(root, platform === 'ios' ? 'ios/App/App' : 'android/app/src/main/java');
    const folders = [own, ...plugins.map((one) => join(packageFolder(one), platform)), packageFolder(`@capacitor/${platform}`)];
    return folders.some((folder) => namesIn(folder).includes(name));
  };
  for (const platform of ['ios', 'android'] as const) expect(has(platform), platform).toBe((onOneAlone[name] ?? platform) === platform);
});

test.each(plugins)('%s is installed because the shell speaks to it', (name) => {
  expect(namesIn(join(packageFolder(name), 'android')).some((one) => spokenTo.includes(one))).toBe(true);
});

test('what is configured is spoken to', () => {
  for (const name of Object.keys(config.plugins)) expect(spokenTo, name).toContain(name);
});

test('zoom is off on iOS alone; text in another size starts the page of Android anew, whose web view asks the system once', () => {
  expect(config).toMatchObject({ android: { zoomEnabled: true } });
  expect(config).not.toHaveProperty('zoomEnabled');
  expect(text('android/app/src/main/AndroidManifest.xml')).not.toContain('fontScale');
});

test('the start and what lies behind the page have its colour in light and dark', () => {
  const { colors } = json('ios/App/App/Assets.xcassets/Page.colorset/Contents.json') as { colors: { color: { components: object } }[] };
  const components = ([red, green, blue]: string[]) => ({ red, green, blue, alpha: '1.000' });
  expect(colors.map(({ color }) => color.components)).toEqual([components(['0xFA', '0xF8', '0xF5']), components(['0x14', '0x12', '0x10'])]);
  const android = (folder: string) =>
    list((xml(`android/app/src/main/res/${folder}/colors.xml`) as { resources: { color: unknown } }).resources.color);
  expect(android('values')).toContainEqual({ name: 'page', '#text': '#faf8f5' });
  expect(android('values-night')).toEqual([{ name: 'page', '#text': '#141210' }]);
  const { images } = json('ios/App/App/Assets.xcassets/Splash.imageset/Contents.json') as { images: { appearances?: object[] }[] };
  expect(images.filter(({ appearances }) => appearances)).toHaveLength(1);
});

test('Info.plist says why each permission is asked for, and in which languages the app is', () => {
  const info = parsePlist(text('ios/App/App/Info.plist')) as Record<string, unknown>;
  for (const why of ['Camera', 'FaceID', 'Microphone', 'PhotoLibrary', 'PhotoLibraryAdd'])
    expect(String(info[`NS${why}UsageDescription`]).length, why).toBeGreaterThan(20);
  expect(info['UIBackgroundModes']).toEqual(['remote-notification']);
  expect(info['CFBundleLocalizations']).toEqual(['en', 'de']);
  expect(info['CFBundleShortVersionString']).toBe('$(MARKETING_VERSION)');
});

test.each(shown)('the permissions are explained as the catalogue of %s does', (language) => {
  expect(text(permissionsFile(language))).toBe(stringsFile(permissionsIn(language)));
  if (language === 'en') expect(parsePlist(text('ios/App/App/Info.plist'))).toMatchObject(permissionsIn('en'));
});

test('the app may open links of its server, and be sent messages', () => {
  const rights = parsePlist(text('ios/App/App/App.entitlements')) as Record<string, unknown>;
  expect(rights['com.apple.developer.associated-domains']).toEqual(['applinks:$(HEARTWOOD_HOST)', 'webcredentials:$(HEARTWOOD_HOST)']);
  expect(rights).toHaveProperty('aps-environment');
  const privacy = parsePlist(text('ios/App/App/PrivacyInfo.xcprivacy')) as Record<string, unknown>;
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
    'ShareTargetPlugin.swift',
    'ShareViewController.swift',
    'StorefrontPlugin.swift',
    'PrivacyInfo.xcprivacy',
    'InfoPlist.strings',
  ])
    expect(built, file).toContain(file);
  const settings = Object.values(objects['XCBuildConfiguration']!).filter(
    (one: { buildSettings?: { INFOPLIST_FILE?: string } }) => one.buildSettings?.INFOPLIST_FILE,
  ) as { baseConfigurationReference_comment: string; buildSettings: Record<string, string> }[];
  for (const target of ['App', 'Share']) {
    const own = settings.filter(({ buildSettings }) => buildSettings['INFOPLIST_FILE'] === `${target}/Info.plist`);
    expect(own.map(({ baseConfigurationReference_comment: base }) => base).toSorted()).toEqual(['debug.xcconfig', 'heartwood.xcconfig']);
    for (const { buildSettings } of own) {
      expect(buildSettings['CODE_SIGN_ENTITLEMENTS']).toBe(`${target}/${target}.entitlements`);
      for (const name of ['MARKETING_VERSION', 'CURRENT_PROJECT_VERSION']) expect(buildSettings, name).not.toHaveProperty(name);
      expect(buildSettings['PRODUCT_BUNDLE_IDENTIFIER']).toBe(target === 'App' ? undefined : '"$(inherited).share"');
    }
  }
  expect(text('ios/debug.xcconfig')).toContain('#include "heartwood.xcconfig"');
  expect(text('ios/heartwood.xcconfig')).toContain(`PRODUCT_BUNDLE_IDENTIFIER = ${config.appId}`);
});

test('the share extension is built with the app, and meets it in the folder of one group', () => {
  const project = xcode.project(join(root, 'ios/App/App.xcodeproj/project.pbxproj')).parseSync();
  type Named = Record<string, { value: string; comment: string }[]> & { name?: string; productType?: string };
  const { objects } = (project as unknown as { hash: { project: { objects: Record<string, Record<string, Named>> } } }).hash.project;
  const targets = Object.entries(objects['PBXNativeTarget']!).filter(([id]) => !id.endsWith('_comment'));
  const [shareId, share] = targets.find(([, { name }]) => name === 'Share')!;
  const [, app] = targets.find(([, { name }]) => name === 'App')!;
  expect(share.productType).toBe('"com.apple.product-type.app-extension"');
  // It is built before the app, and put into it.
  const [dependency] = app['dependencies']!;
  expect(objects['PBXTargetDependency']![dependency!.value]!['target']).toBe(shareId);
  const embedded = app['buildPhases']!.find(({ comment }) => comment === 'Embed Foundation Extensions')!;
  expect(objects['PBXCopyFilesBuildPhase']![embedded.value]).toMatchObject({ dstSubfolderSpec: 13 });
  const [file] = objects['PBXCopyFilesBuildPhase']![embedded.value]!['files']!;
  expect(objects['PBXBuildFile']![file!.value]!['fileRef']).toBe(share['productReference']);

  const group = '$(HEARTWOOD_APP_GROUP)';
  expect(text('ios/heartwood.xcconfig')).toContain(`HEARTWOOD_APP_GROUP = group.${config.appId}`);
  for (const target of ['App', 'Share']) {
    const rights = parsePlist(text(`ios/App/${target}/${target}.entitlements`)) as Record<string, unknown>;
    expect(rights['com.apple.security.application-groups'], target).toEqual([group]);
    expect(parsePlist(text(`ios/App/${target}/Info.plist`)), target).toHaveProperty('HeartwoodAppGroup', group);
  }
  // The extension opens the app by the name of the group without `group.`, which is the app's id.
  expect(parsePlist(text('ios/App/App/Info.plist'))).toMatchObject({
    CFBundleURLTypes: [{ CFBundleURLSchemes: ['$(PRODUCT_BUNDLE_IDENTIFIER)'] }],
  });
  const { NSExtension: extension } = parsePlist(text('ios/App/Share/Info.plist')) as {
    NSExtension: { NSExtensionAttributes: { NSExtensionActivationRule: Record<string, unknown> } };
  };
  expect(extension).toMatchObject({
    NSExtensionPointIdentifier: 'com.apple.share-services',
    NSExtensionPrincipalClass: '$(PRODUCT_MODULE_NAME).ShareViewController',
  });
  const { NSExtensionActivationRule: rule } = extension.NSExtensionAttributes;
  // More than a post holds is said in the composer: an app that is not offered says nothing.
  for (const kind of ['Image', 'Movie', 'File'])
    expect(rule[`NSExtensionActivationSupports${kind}WithMaxCount`], kind).toBeGreaterThan(postLimits.media);
  expect(rule).toMatchObject({ NSExtensionActivationSupportsText: true, NSExtensionActivationSupportsWebURLWithMaxCount: 1 });
});

test('both platforms keep one file more than a post holds, so that the composer says it is too many', () => {
  expect(text('ios/App/Share/ShareViewController.swift')).toContain(`let most = ${postLimits.media + 1}\n`);
  expect(text('android/app/src/main/java/family/heartwood/app/ShareTargetPlugin.java')).toContain(`MOST = ${postLimits.media + 1};`);
});

test('what signs somebody in is in no backup of iOS: the storage of the web view is marked at each start, the vault opens on this device alone', () => {
  const atStart = text('ios/App/App/AppDelegate.swift').split('didFinishLaunchingWithOptions')[1];
  expect(atStart).toMatch(/^[^}]*excludeWebStorageFromBackups\(\)/);
  expect(atStart).toMatch(
    /libraryDirectory[^}]*appendingPathComponent\("WebKit", isDirectory: true\)[^}]*isExcludedFromBackup = true[^}]*setResourceValues/s,
  );
  const vault = join(packageFolder('@capgo/capacitor-native-biometric'), 'ios/Sources/NativeBiometricPlugin/NativeBiometricPlugin.swift');
  const [, keeps] = readFileSync(vault, 'utf8').split('func storeProtectedData');
  expect(keeps?.split('func ')[0]).toContain('kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly');
});

interface Manifest {
  manifest: {
    application: {
      'android:allowBackup': string;
      activity: {
        'intent-filter': {
          'android:autoVerify'?: string;
          action: { 'android:name': string };
          data?: Record<string, string> | Record<string, string>[];
        }[];
      };
      'meta-data': { 'android:name': string; 'android:resource'?: string }[];
    };
    queries: { intent: { action: { 'android:name': string } }[] };
    'uses-permission': { 'android:name': string }[];
  };
}

test('the Android manifest has the permissions, the links and the pictures that the app needs, and no backup', () => {
  const { manifest } = xml('android/app/src/main/AndroidManifest.xml') as Manifest;
  const permissions = manifest['uses-permission'].map((one) => one['android:name'].replace('android.permission.', ''));
  expect(permissions.toSorted()).toEqual(
    ['CAMERA', 'INTERNET', 'MODIFY_AUDIO_SETTINGS', 'POST_NOTIFICATIONS', 'RECORD_AUDIO', 'USE_BIOMETRIC', 'VIBRATE'].toSorted(),
  );
  expect(
    manifest.queries.intent.map(({ action }) => action['android:name']),
    'the apps with which one takes photos and films can be seen',
  ).toEqual(['android.media.action.IMAGE_CAPTURE', 'android.media.action.VIDEO_CAPTURE']);
  expect(manifest.application['android:allowBackup']).toBe('false');
  const links = list(manifest.application.activity['intent-filter']).find((one) => one['android:autoVerify'] === 'true');
  expect(links?.data).toEqual({ 'android:scheme': 'https', 'android:host': '${heartwoodHost}' });
  const shared = (action: string) =>
    list(manifest.application.activity['intent-filter'])
      .filter((one) => one.action['android:name'] === `android.intent.action.${action}`)
      .flatMap(({ data }) => list(data).map((one) => one['android:mimeType']));
  expect(shared('SEND')).toEqual(['image/*', 'video/*', 'audio/*', 'application/pdf', 'text/plain']);
  expect(shared('SEND_MULTIPLE')).toEqual(['image/*', 'video/*', 'audio/*', 'application/pdf']);
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

test.each([
  ['ShareTarget', ['ios', 'android']],
  ['Storefront', ['ios']],
  ['Access', ['android']],
])('our plug-in %s has one name on every side, and is known to Capacitor on %s', (name, platforms) => {
  expect(text('src/main.ts')).toContain(`${name}: plugin('${name}')`);
  if (platforms.includes('ios')) {
    expect(text(`ios/App/App/${name}Plugin.swift`)).toContain(`jsName = "${name}"`);
    expect(text('ios/App/App/AppViewController.swift')).toContain(`registerPluginInstance(${name}Plugin())`);
  }
  if (platforms.includes('android')) {
    const java = 'android/app/src/main/java/family/heartwood/app';
    expect(text(`${java}/${name}Plugin.java`)).toContain(`@CapacitorPlugin(name = "${name}"`);
    // Before Capacitor begins.
    const [before] = text(`${java}/MainActivity.java`).split('super.onCreate');
    expect(before).toContain(`registerPlugin(${name}Plugin.class);`);
  }
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
  ['swift', 'ios/App/App/ShareTargetPlugin.swift'],
  ['swift', 'ios/App/App/StorefrontPlugin.swift'],
  ['swift', 'ios/App/Share/ShareViewController.swift'],
  ['java', 'android/app/src/main/java/family/heartwood/app/AccessPlugin.java'],
  ['java', 'android/app/src/main/java/family/heartwood/app/MainActivity.java'],
  ['java', 'android/app/src/main/java/family/heartwood/app/ShareTargetPlugin.java'],
] as const)('%s can be read: %s', (language, file) => {
  const parser = new Parser();
  parser.setLanguage(languages[language]);
  expect(parser.parse(text(file))?.rootNode.hasError).toBe(false);
  expect(parser.parse(`${text(file)}\n}`)?.rootNode.hasError, 'a brace too many is seen').toBe(true);
});
