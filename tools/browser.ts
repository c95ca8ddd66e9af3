import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { run, runBin, say, withProgress } from './run.ts';

const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `Applications/${name}.app/Contents/MacOS/${name}`);
const places =
  process.platform === 'darwin'
    ? macApps.flatMap((app) => [`/${app}`, path.join(homedir(), app)])
    : ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].flatMap((name) => [
        `/usr/bin/${name}`,
        `/usr/local/bin/${name}`,
        `/snap/bin/${name}`,
      ]);

/**
 * A Chromium or Chrome that runs on this machine: CHROME_PATH, else one that is installed, else Playwright's, which is downloaded when it
 * is not there, else the package of Debian, which root can install, with the headless shell beside it.
 * @returns the path of the program
 * @throws Error saying what was tried
 */
export async function findBrowser(): Promise<string> {
  const wanted = process.env.CHROME_PATH;
  if (wanted) {
    if (await works(wanted)) return wanted;
    throw new Error(`CHROME_PATH names ${wanted}, which does not run`);
  }
  const installed = await firstThatWorks([...places, chromium.executablePath()]);
  if (installed) return installed;

  const downloaded = await withProgress('No Chromium or Chrome is installed: downloading one for the browser tests', () =>
    runBin('playwright', ['install', '--no-shell', 'chromium']),
  );
  const own = await firstThatWorks([chromium.executablePath()]);
  if (own) return own;
  say(downloaded.code === 0 ? 'The downloaded browser does not run here.' : 'The download did not succeed.');

  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const apt = await withProgress('Installing the package chromium', async () => {
      const env = { DEBIAN_FRONTEND: 'noninteractive' };
      await run('apt-get', ['update', '-q'], { env });
      const install = (name: string) => run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env });
      const installed = await install('chromium');
      await install('chromium-headless-shell');
      return installed;
    });
    const packaged = await firstThatWorks(places);
    if (packaged) return packaged;
    say(apt.output.trim().split('\n').slice(-3).join('\n'));
  }
  throw new Error(
    'no browser: neither an installed one, nor a download, nor a package; install Chromium or Chrome, or name one with CHROME_PATH',
  );
}

/**
 * Chromium's headless shell, where it is installed: the same engine without what surrounds it in a browser (notifications, push, installing),
 * for about half of the processor time.
 * @returns the path of the program: HEADLESS_SHELL_PATH, else the one of Debian's package
 */
export async function findHeadlessShell(): Promise<string | undefined> {
  return firstThatWorks([process.env.HEADLESS_SHELL_PATH ?? '/usr/bin/chromium-headless-shell']);
}

async function firstThatWorks(candidates: string[]): Promise<string | undefined> {
  for (const candidate of candidates) if (existsSync(candidate) && (await works(candidate))) return candidate;
  return undefined;
}

/** A browser without its libraries is there and does not start. */
async function works(program: string): Promise<boolean> {
  const { code, output } = await run(program, ['--version']);
  return code === 0 && /\d+\.\d+/.test(output);
}
