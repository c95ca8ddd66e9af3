import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { ensureWebBuilt } from './build-web.ts';
import { shellMessages, writePermissions } from './mobile-messages.ts';
import { inRoot } from './paths.ts';
import { runBin } from './run.ts';

const www = inRoot('apps/mobile/www');
/** What `cap sync` writes for the plug-ins that are installed, and what is committed. */
const lists = ['ios/App/CapApp-SPM/Package.swift', 'android/app/capacitor.build.gradle', 'android/capacitor.settings.gradle'];

/**
 * Builds the web app, puts the shell's script before it, and brings the projects for iOS and Android up to date.
 * @param server the address of the server the app belongs to
 * @returns the projects' lists of plug-ins that were not up to date
 * @throws Error with what a tool said
 */
export async function buildMobile(server: URL): Promise<string[]> {
  await ensureWebBuilt();
  await assemble(server);
  await writeProjects(server);
  await writePermissions();
  const before = await readLists();
  await must('cap', ['sync'], '@capacitor/cli');
  const after = await readLists();
  return lists.filter((_, index) => before[index] !== after[index]);
}

const readLists = () => Promise.all(lists.map((list) => readFile(inRoot('apps/mobile', list), 'utf8')));

/** Puts the built web app into www, and the shell's styles, messages and script before its first script. */
async function assemble(server: URL): Promise<void> {
  await rm(www, { recursive: true, force: true });
  // Pages drawn ahead, compressed copies and the service worker are for browsers that come from the server.
  await cp(inRoot('apps/web/dist'), www, {
    recursive: true,
    filter: (from) => !/\.(gz|br|map)$|\/((home|login|offline)(\.\w+)?\.html|offline\.js|sw\.js|welcome\.js)$/.test(from),
  });
  await must('vite', ['build', '--logLevel', 'warn']);
  const page = await readFile(`${www}/index.html`, 'utf8');
  const first = page.indexOf('<script type="module"');
  if (first < 0) throw new Error('the page of the web app has no script to stand before');
  await cp(inRoot('apps/mobile/src/shell.css'), `${www}/shell.css`);
  await writeFile(`${www}/server.js`, `globalThis.heartwoodServer = ${JSON.stringify(server.origin)};\n`);
  await writeFile(`${www}/messages.js`, `globalThis.heartwoodMessages = ${JSON.stringify(shellMessages())};\n`);
  await writeFile(
    `${www}/index.html`,
    `${page.slice(0, first)}<link rel="stylesheet" href="/shell.css" />\n    <script src="/server.js"></script>\n    <script src="/messages.js"></script>\n    <script type="module" src="/shell.js"></script>\n    ${page.slice(first)}`,
  );
}

/** Writes version, id and host where Xcode and Gradle read them. */
async function writeProjects({ hostname }: URL): Promise<void> {
  const { version } = JSON.parse(await readFile(inRoot('package.json'), 'utf8')) as { version: string };
  const { appId } = JSON.parse(await readFile(inRoot('apps/mobile/capacitor.config.json'), 'utf8')) as { appId: string };
  const number = buildNumber(version);
  await writeFile(
    inRoot('apps/mobile/ios/heartwood.xcconfig'),
    [
      '// Written by `npm run mobile`: the version from package.json, the app’s id from capacitor.config.json, the host of the server.',
      `MARKETING_VERSION = ${version}`,
      `CURRENT_PROJECT_VERSION = ${number}`,
      `PRODUCT_BUNDLE_IDENTIFIER = ${appId}`,
      `HEARTWOOD_HOST = ${hostname}`,
      `HEARTWOOD_APP_GROUP = group.${appId}`,
      '',
    ].join('\n'),
  );
  await writeFile(
    inRoot('apps/mobile/android/heartwood.properties'),
    [
      '# Written by `npm run mobile`: the version from package.json, and the host of the server.',
      `versionCode=${number}`,
      `versionName=${version}`,
      `host=${hostname}`,
      '',
    ].join('\n'),
  );
}

/** A number that grows with the version: 1.2.3 is 10203. @throws Error for a version that is none */
function buildNumber(version: string): number {
  const [, major, minor, patch] = (/^(\d+)\.(\d{1,2})\.(\d{1,2})$/.exec(version) ?? []).map(Number);
  if (major === undefined || minor === undefined || patch === undefined) throw new Error(`${version} in package.json is no version`);
  return major * 10_000 + minor * 100 + patch;
}

/** Runs a program in apps/mobile. @throws Error with what it said */
async function must(bin: string, args: string[], name = bin): Promise<void> {
  const { code, output } = await runBin(name, args, { bin, cwd: inRoot('apps/mobile'), env: { NODE_ENV: 'production' } });
  if (code !== 0) throw new Error(output);
}
