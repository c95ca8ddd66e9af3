import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/**
 * Gives the build an id (a hash of everything it consists of, so that the same sources make the same id), puts it into the page as
 * `<meta name="build">`, and writes `builds/latest.json` {id, timestamp} and `builds/meta/{id}.json`.
 */
export function buildRecord(): Plugin {
  return {
    name: 'heartwood:build-record',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const names = Object.keys(bundle).toSorted();
        const id = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16);
        const page = bundle['index.html'];
        if (page?.type === 'asset')
          page.source = String(page.source).replace('</title>', `</title>\n    <meta name="build" content="${id}" />`);
        const record = { id, timestamp: Date.now() };
        this.emitFile({ type: 'asset', fileName: 'builds/latest.json', source: JSON.stringify(record) });
        this.emitFile({ type: 'asset', fileName: `builds/meta/${id}.json`, source: JSON.stringify({ ...record, files: names }) });
      },
    },
  };
}
