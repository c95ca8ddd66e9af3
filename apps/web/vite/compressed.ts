import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

/** Files under this many bytes are sent as they are: one packet more or less. */
const worthIt = 1_000;
const text = /\.(js|css|html|svg|json)$/;

/**
 * Writes beside every file of text a copy in brotli and one in gzip, at their strongest, which the server sends as they lie. It runs after
 * everything else has written its files.
 */
export const compressed = (): Plugin =>
  afterBuild('compressed', async (dist) => {
    const files = (await readdir(dist, { recursive: true })).filter((file) => text.test(file));
    await Promise.all(files.map((file) => compress(join(dist, file))));
  });

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < worthIt) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
