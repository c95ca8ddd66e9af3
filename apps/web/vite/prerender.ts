import { languages, type Language } from '@heartwood/contract/languages';
import { translatorOf } from '@heartwood/messages/catalogues';
import type { Group } from '@heartwood/messages/groups';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import Beasties from 'beasties';
import { build, type Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

/** A page that is drawn at build time, once for each language. */
interface Page {
  path: string;
  /** When the app is loaded: at the first sign of a visitor, or as soon as the page has been painted. */
  waits: 'visitor' | 'paint';
  /** The messages that it is taken over with. */
  messages: readonly Group[];
}

const pages: readonly Page[] = [
  { path: '/home', waits: 'visitor', messages: ['everyone', 'visitor', 'welcome'] },
  { path: '/login', waits: 'paint', messages: ['everyone', 'visitor'] },
];

/**
 * After the build renders the pages that strangers come to first, once in each language (`/home` to `home.html` and `home.de.html`): the same
 * document as `index.html` with the page inside, so that it paints without JavaScript. The app takes the page over as it stands.
 * The page for being offline (`offline.html`) is drawn likewise and stands without the app. `builds/pages.json` tells the server which paths are
 * pages.
 */
export const prerender = (): Plugin =>
  afterBuild('prerender', async (dist, config) => {
    const workshop = await mkdtemp(join(config.root, 'node_modules', '.prerender-')).catch(() => mkdtemp(join(dist, '.prerender-')));
    try {
      await build({
        configFile: config.configFile ?? false,
        logLevel: 'warn',
        build: { ssr: 'src/app/prerender.tsx', outDir: workshop, emptyOutDir: true, copyPublicDir: false, sourcemap: false },
      });
      const program = join(workshop, 'prerender.js');
      await writeFile(join(dist, 'builds/pages.json'), JSON.stringify(await run<string[]>(program, 'paths')));
      const document = await readFile(join(dist, 'index.html'), 'utf8');
      for (const page of pages)
        for (const language of languages) {
          const drawn = await run<Drawn>(program, 'render', page.path, language);
          const styled = await withStyles(place(document, drawn, language), dist);
          const words = await chunksOf(dist, language, page.messages);
          await writeFile(fileOf(dist, page.path, language), withoutApp(styled, page, words));
        }
      for (const language of languages) {
        const drawn = await run<Drawn>(program, 'offline', language, JSON.stringify(offlineWords(language)));
        const styled = await withStyles(place(document, drawn, language), dist);
        await writeFile(fileOf(dist, '/offline', language), alone(styled));
      }
    } finally {
      await rm(workshop, { recursive: true, force: true });
    }
  });

const fileOf = (dist: string, path: string, language: Language): string =>
  join(dist, `${path}${language === 'en' ? '' : `.${language}`}.html`);

/** What is said on the page for being offline. */
function offlineWords(language: Language) {
  const t = translatorOf(language);
  const heading = t('app.offline.title');
  return {
    title: t('app.titled', { title: heading }),
    heading,
    text: t('app.offline.text'),
    written: t('app.offline.written'),
    retry: t('app.offline.retry'),
  };
}

/** A page as `app/prerender.tsx` draws it. */
interface Drawn {
  html: string;
  title: string;
}

/** The addresses of the messages of some groups. */
async function chunksOf(dist: string, language: Language, groups: readonly Group[]): Promise<string[]> {
  const files = await readdir(join(dist, 'assets'));
  return groups.map((group) => {
    const file = files.find((name) => name.startsWith(`messages-${language}-${group}-`) && name.endsWith('.js'));
    if (!file) throw new Error(`The build has no messages of '${group}' in '${language}'.`);
    return `/assets/${file}`;
  });
}

/** Puts the rendered page into the document; what React wants in the head (links it preloads) goes there. */
function place(document: string, { html, title }: Drawn, language: Language): string {
  const links = [...html.matchAll(/<link rel="preload"[^>]*>/g)].map(([link]) => link);
  const body = links.reduce((rest, link) => rest.replace(link, ''), html);
  const description = /(?<=<meta name="description" content=")[^"]*/;
  if (document.match(description)?.[0] !== translatorOf('en')('app.description'))
    throw new Error('index.html has another description than the messages.');
  if (body.includes('<script')) throw new Error('The prerendered page holds an inline script, which its security policy forbids.');
  return (
    document
      // Whoever has chosen a theme of their own sees it a moment later here; everybody else sees the page a round trip earlier.
      .replace('<script src="/preferences.js">', '<script async src="/preferences.js">')
      .replace('<html lang="en">', `<html lang="${language}">`)
      .replace('<title>Heartwood</title>', () => `<title>${title}</title>`)
      .replace(description, () => translatorOf(language)('app.description'))
      .replace('</head>', `${links.join('')}</head>`)
      .replace(/<div id="root">.*?<\/div>/, () => `<div id="root" lang="${language}">${body}</div>`)
  );
}

/**
 * Puts the styles the page is painted with into it, among them the fonts and what stands in for them until they are there, so that the
 * first paint has them.
 */
async function withStyles(page: string, dist: string): Promise<string> {
  const [, sheet] = sheetOf(page);
  const faces = (await readFile(join(dist, sheet), 'utf8')).match(/@font-face\s*\{[^}]*\}/g) ?? [];
  const first = faces.filter((face) => /local\(|\.first-/.test(face));
  if (first.length === 0) throw new Error('The built sheet declares no fonts.');
  const beasties = new Beasties({
    path: dist,
    preload: 'body',
    fonts: false,
    // Themes and sizes that a script sets before or after the first paint, or the system has.
    allowRules: [/^:root\[data-(theme|text)/, /:root:not\(\[data-theme\]\)/],
    logLevel: 'warn',
  });
  return (await beasties.process(page)).replace('<style>', () => `<style>${first.join('')}`);
}

/** Leaves the app, what it is made of and the whole sheet to `welcome.js`; without scripts the sheet is loaded at once. */
function withoutApp(page: string, { waits }: Page, words: readonly string[]): string {
  const [link, sheet] = sheetOf(page);
  const { script, app, modules } = appOf(page);
  const loads = `data-app="${app}" data-modules="${[...modules.map(([, path]) => path), ...words].join(' ')}" data-styles="${sheet}" data-waits-for="${waits}"`;
  return modules
    .reduce((html, [module]) => html.replace(module, ''), page)
    .replace(link, '')
    .replace(script, `<script async src="/welcome.js" ${loads}></script>`)
    .replace('</head>', `<noscript>${link}</noscript></head>`);
}

/** Leaves out the app and the whole sheet: the page stands by itself, with what is painted inside it. */
function alone(page: string): string {
  const { script, modules } = appOf(page);
  return modules
    .reduce((html, [module]) => html.replace(module, ''), page)
    .replaceAll(/<link rel="preload"[^>]*>\s*/g, '')
    .replace(sheetOf(page)[0], '')
    .replace(script, '<script async src="/offline.js"></script>');
}

function appOf(page: string) {
  const [script, app] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(page) ?? [];
  if (!script || !app) throw new Error('The built page does not load the app.');
  return { script, app, modules: [...page.matchAll(/\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g)] };
}

function sheetOf(page: string): [link: string, path: string] {
  const [link, path] = /<link rel="stylesheet"[^>]* href="([^"]+)">/.exec(page) ?? [];
  if (!link || !path) throw new Error('The built page has no styles.');
  return [link, path];
}

/** Calls what `app/prerender.tsx` offers, in a process of its own: what the app leaves running (timers, caches) must not keep the build from ending. */
async function run<Result>(module: string, name: 'render' | 'offline' | 'paths', ...given: string[]): Promise<Result> {
  const program = `const { ${name} } = await import(${JSON.stringify(pathToFileURL(module).href)});
    const result = await ${name}(...${JSON.stringify(given)});
    process.stdout.write(JSON.stringify(result), () => process.exit(0));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    timeout: 60_000,
    maxBuffer: 8 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Result;
}
