import pg from 'pg';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import { openSecrets, storedSecretPath, isSecretStored } from './secrets.ts';
import { StartupError } from './startup-error.ts';

// [Note: Whose secret a database knows]
// The table `sealing_keys` holds the name of the key that the newest secret seals with; the name reveals nothing of the secret. The first start
// writes it. Where anything is sealed with that key, a later start must know its secret: a new one in its place would open none of it. While the
// secret is rolled, the old one stands beside the new one, and the row takes the name of whichever comes first.

/** What rows name their key by. Migration 0035 takes the name from those that are there. */
const purpose = 'additional information';

const instead = 'Where the secret is lost for good, set APP_SECRET_LOST=accepted for one start: what is sealed then stays unreadable.';

/**
 * Compares the application's secret with the one that the migrated database was sealed with, and notes it there at the first start.
 * @throws StartupError where something is sealed with another one, or with one and there is none here
 */
export async function verifySecret(
  databaseUrl: string,
  config: Pick<Config, 'appSecret' | 'appSecretLost' | 'dataDir'>,
  log: Log,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const isMissing = !config.appSecret && !(await isSecretStored(config.dataDir));
    if (isMissing && !config.appSecretLost && (await isSealed(client))) throw missing(config.dataDir);
    const names = (await openSecrets(config)).keys(purpose).map(({ id }) => id);
    const [newest] = names;
    // Of several that start at once on a new database one is first, and the others compare theirs with it.
    await client.query('insert into sealing_keys (key_id) values ($1) on conflict do nothing', [newest]);
    const noted = await knownKey(client);
    if (noted === newest) return;
    if (noted === undefined || !names.includes(noted)) {
      if (!config.appSecretLost && (await isSealed(client))) throw another(config);
      log.warn('the secret is another one than at the last start: what that one sealed or signed is opened by it alone');
    }
    await client.query('update sealing_keys set key_id = $1', [newest]);
  } finally {
    await client.end();
  }
}

/** Whether anything is sealed with the key that the database knows. */
async function isSealed(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select from information_sections join sealing_keys using (key_id) limit 1');
  return (rowCount ?? 0) > 0;
}

async function knownKey(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ key_id: string }>('select key_id from sealing_keys');
  return rows[0]?.key_id;
}

const missing = (dataDir: string): StartupError =>
  new StartupError(
    `The secret that the database was sealed with is missing: put ${storedSecretPath(dataDir)} back from a backup, or set APP_SECRET to what it was. ${instead}`,
  );

function another({ appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>): StartupError {
  const which = appSecret ? 'APP_SECRET' : `The secret in ${storedSecretPath(dataDir)}`;
  const todo = appSecret
    ? 'set it to what it was; to exchange it, put the new one first and the old one behind it, with a comma between them'
    : 'put it back from a backup, or set APP_SECRET to what it was';
  return new StartupError(`${which} is not the secret that the database was sealed with: ${todo}. ${instead}`);
}
