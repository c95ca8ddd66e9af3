import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { access, link, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from './config.ts';
import { writeDurably } from '#platform/durable.ts';
import { StartupError } from './startup-error.ts';

/** Keys derived from the application's secret, one per purpose. */
export interface Secrets {
  /** 256 bits for one purpose (HKDF-SHA-256, RFC 5869), of the newest secret. The same purpose always gives the same key. */
  key(purpose: string): Buffer;
  /** The keys for one purpose of every secret, the newest first: the first one seals, all of them open. */
  keys(purpose: string): NamedKey[];
}

/** A key with an identifier that reveals nothing about it. */
export interface NamedKey {
  id: string;
  key: Buffer;
}

// [Note: Rolling the secret]
// APP_SECRET may hold several secrets, the newest first. What is sealed for good carries the name of its key, opens with any of them, and is
// sealed anew with the first one by a job; once that has said it is done, the older ones can go. What lives for hours (addresses of media,
// places in lists, queued mails) is made with the first one and simply ends.

/** Reads `APP_SECRET`, or the one in DATA_DIR/secrets, which is made at the first start. See [Note: Whose secret a database knows] for later ones. */
export async function openSecrets(config: Pick<Config, 'appSecret' | 'dataDir'>): Promise<Secrets> {
  const secrets = (config.appSecret ?? (await storedSecret(config.dataDir))).split(',').map((part) => part.trim());
  const [newest = ''] = secrets;
  return {
    key: (purpose) => derive(newest, purpose, 32),
    keys: (purpose) =>
      secrets.map((secret) => ({ id: derive(secret, `name of ${purpose}`, 6).toString('hex'), key: derive(secret, purpose, 32) })),
  };
}

const derive = (secret: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'heartwood', purpose, bytes));

/** Where the secret is kept that was made here. */
export const storedSecretPath = (dataDir: string): string => join(dataDir, 'secrets', 'app-secret');

/** Whether there is a file with a secret that was made here. */
export const isSecretStored = (dataDir: string): Promise<boolean> =>
  access(storedSecretPath(dataDir)).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );

async function storedSecret(dataDir: string): Promise<string> {
  const path = storedSecretPath(dataDir);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const known = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new StartupError(`The secret in ${path} cannot be read (${error.code}).`, { cause: error });
  });
  if (known !== undefined && known.length >= 32) return known;
  // A new one would open nothing that the old one has sealed.
  if (known !== undefined) throw new StartupError(`The secret in ${path} is damaged: put it back from a backup.`);
  const made = randomBytes(48).toString('base64url');
  const own = `${path}.${randomUUID()}`;
  await writeDurably(own, made, 'wx');
  // Where several start at once, one is first, and the others take what it has made.
  const isFirst = await link(own, path).then(() => true, isThere);
  await rm(own);
  return isFirst ? made : storedSecret(dataDir);
}

function isThere(error: NodeJS.ErrnoException): false {
  if (error.code !== 'EEXIST') throw error;
  return false;
}
