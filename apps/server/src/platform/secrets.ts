import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { StartupError } from './startup-error.ts';

/** Keys derived from the application's secret, one per purpose. */
export interface Secrets {
  /** 256 bits for one purpose (HKDF-SHA-256, RFC 5869). The same purpose always gives the same key. */
  key(purpose: string): Buffer;
}

/** Reads `APP_SECRET`, or the one in DATA_DIR/secrets, which is made at the first start. */
export async function openSecrets(config: Pick<Config, 'appSecret' | 'dataDir'>): Promise<Secrets> {
  const secret = config.appSecret ?? (await storedSecret(join(config.dataDir, 'secrets')));
  return { key: (purpose) => Buffer.from(hkdfSync('sha256', secret, 'heartwood', purpose, 32)) };
}

async function storedSecret(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'app-secret');
  const known = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new StartupError(`The secret in ${path} cannot be read (${error.code}).`, { cause: error });
  });
  if (known !== undefined && known.length >= 32) return known;
  // A new one would open nothing that the old one has sealed.
  if (known !== undefined) throw new StartupError(`The secret in ${path} is damaged: put it back from a backup.`);
  const made = randomBytes(48).toString('base64url');
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(made);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  return made;
}
