import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeBackup } from '../apps/server/src/platform/backup/backup.ts';
import { explainFiles, megabytes } from '../apps/server/src/platform/backup/files.ts';
import { bytesOf, readManifest } from '../apps/server/src/platform/backup/manifest.ts';
import type { Manifest } from '../apps/server/src/platform/backup/manifest.ts';
import { describeDamage, verifyBackup } from '../apps/server/src/platform/backup/verify.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { StartupError } from '../apps/server/src/platform/startup-error.ts';
import { inRoot } from './paths.ts';
import { watchProgress } from './progress.ts';
import { say } from './run.ts';

// `npm run backup -- <folder>`: makes a backup of DATA_DIR in a new folder, while the server runs or while it is stopped. `--verify <folder>` reads
// a backup again and says what is missing, has changed or does not belong to it. Exit code 1, and a sentence, where a backup could not be
// made, or is not as it was written.

/** How many damaged files are named. */
const named = 20;

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { verify: { type: 'boolean', default: false } } });
  const [folder] = positionals;
  if (!folder || positionals.length > 1) throw new StartupError('Say where to: npm run backup -- /backup/heartwood-2026-11-30');
  await (values.verify ? verify(path.resolve(folder)) : make(path.resolve(folder)));
} catch (thrown) {
  const error = explainFiles(thrown);
  const said = error instanceof StartupError || (error instanceof TypeError && 'code' in error);
  say(said ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
}

async function make(target: string): Promise<void> {
  const config = readConfig(process.env);
  const began = performance.now();
  const { version } = JSON.parse(await readFile(inRoot('package.json'), 'utf8')) as { version: string };
  const manifest = await makeBackup({ config, target, program: version, clock: systemClock }, watchProgress());
  say(`${target} is a backup: ${measured(manifest, began)}.`);
  if (config.s3)
    say('Media are not in it: they are in the bucket, which its provider has to keep (versions, or a copy made after this one).');
  if (path.relative(config.dataDir, config.pagesDir).startsWith('..'))
    say(`${config.pagesDir} (PAGES_DIR) is not in it: it is not in DATA_DIR, and has to be copied beside this.`);
  if (config.appSecret) say('APP_SECRET is not in it: keep it where the backup is not.');
  say(`Read it again where it is kept: npm run backup -- --verify ${target}`);
}

async function verify(folder: string): Promise<void> {
  const began = performance.now();
  const manifest = await readManifest(folder);
  const watch = watchProgress();
  watch.onTotal(bytesOf(manifest));
  const damages = await verifyBackup(folder, manifest, watch);
  if (damages.length === 0) {
    say(`${folder} is as it was written on ${manifest.made}: ${measured(manifest, began)}.`);
    return;
  }
  for (const damage of damages.slice(0, named)) say(describeDamage(damage));
  if (damages.length > named) say(`And ${damages.length - named} more.`);
  throw new StartupError(`${folder} is damaged (${damages.length} of ${manifest.files.length} files): use another backup.`);
}

function measured(manifest: Manifest, began: number): string {
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  return `${manifest.files.length} files, ${megabytes(bytesOf(manifest))}, in ${seconds} s`;
}
