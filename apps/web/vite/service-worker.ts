import { languages } from '@heartwood/contract/languages';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

/** What the worker keeps for being offline: a page in each language, and the scripts it loads. */
const kept = [
  ...languages.map((language) => (language === 'en' ? '/offline.html' : `/offline.${language}.html`)),
  '/offline.js',
  '/preferences.js',
];

/** What the app consists of, without pictures: those of the landing page and of ideas are left to the network. */
const partPattern = /\.(js|css|woff2)$/;

/**
 * Builds `src/platform/service-worker.ts` into `/sw.js`, one classic script, as not every browser takes a worker made of modules. It changes with what it keeps, the
 * app among it, so that browsers fetch both anew; it is no part of the build's id, because an open page needs no other worker.
 */
export const serviceWorker = (): Plugin =>
  afterBuild('service-worker', async (dist, config) => {
    const hash = createHash('sha256');
    for (const path of kept) hash.update(await readFile(join(dist, path)));
    const pages = JSON.parse(await readFile(join(dist, 'builds/pages.json'), 'utf8')) as string[];
    const { id } = JSON.parse(await readFile(join(dist, 'builds/latest.json'), 'utf8')) as { id: string };
    const names = (await readdir(join(dist, 'assets'))).filter((name) => partPattern.test(name)).toSorted();
    const parts = await Promise.all(names.map(async (name) => [`/assets/${name}`, await integrityOf(join(dist, 'assets', name))]));
    await build({
      configFile: false,
      root: config.root,
      logLevel: 'warn',
      publicDir: false,
      define: {
        __PAGES__: JSON.stringify(pages),
        __KEPT__: JSON.stringify(kept),
        __BUILD__: JSON.stringify(id),
        __PARTS__: JSON.stringify(parts),
        __VERSION__: JSON.stringify(hash.digest('hex').slice(0, 16)),
      },
      build: {
        outDir: dist,
        emptyOutDir: false,
        target: 'es2022',
        lib: { entry: join(config.root, 'src/platform/service-worker.ts'), formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
      },
    });
  });

/** What a browser compares a file with. @see https://www.w3.org/TR/SRI/#the-integrity-attribute */
const integrityOf = async (file: string): Promise<string> =>
  `sha256-${createHash('sha256')
    .update(await readFile(file))
    .digest('base64')}`;
