import path from 'node:path';
import { parseArgs } from 'node:util';
import { explainFiles, megabytes } from '../apps/server/src/platform/backup/files.ts';
import { bytesOf } from '../apps/server/src/platform/backup/manifest.ts';
import { restoreBackup } from '../apps/server/src/platform/backup/restore.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { StartupError } from '../apps/server/src/platform/startup-error.ts';
import { watchProgress } from './progress.ts';
import { say } from './run.ts';

// `npm run restore -- <folder>`: makes an absent or empty DATA_DIR what a backup holds, file by file as it was written. Exit code 1, and a sentence,
// where it is refused: then DATA_DIR is as it was.

try {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} });
  const [folder] = positionals;
  if (!folder || positionals.length > 1) throw new StartupError('Say what from: npm run restore -- /backup/heartwood-2026-11-30');
  const config = readConfig(process.env);
  const began = performance.now();
  const manifest = await restoreBackup(config, path.resolve(folder), watchProgress());
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  say(`${config.dataDir} is as on ${manifest.made}: ${manifest.files.length} files, ${megabytes(bytesOf(manifest))}, in ${seconds} s.`);
  if (manifest.media === 's3') say('Media are not in it: start with the S3_ variables of the bucket that has them.');
  else if (config.s3) say('Its media are in DATA_DIR: start without the S3_ variables, or run npm run move-media -- --to s3 first.');
  say('Now: npm start');
} catch (thrown) {
  const error = explainFiles(thrown);
  const said = error instanceof StartupError || (error instanceof TypeError && 'code' in error);
  say(said ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
}
