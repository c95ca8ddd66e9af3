import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from './matrix-world.ts';
import type { World } from './matrix-world.ts';

// What the matrix compares, to see that a refusal has changed nothing.

/** Everything that is stored, rows, jobs (but for those the clock starts) and files, by where it is. */
export async function stateOf({ at }: World): Promise<Map<string, string>> {
  const tables = await sql(
    at,
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_name not in ('rate_limits', 'schema_migrations') order by 1`,
  );
  const hashes = tables.map(
    ({ name }) => `select '${name}' as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from ${name} as t`,
  );
  const rows = await sql(
    at,
    `${hashes.join(' union all ')} union all select 'jobs', count(*)::text from pgboss.job where left(name, 10) <> '__pgboss__' and name not in (select name from pgboss.schedule) order by 1`,
  );
  const files = await readdir(join(at.dataDir, 'media'), { recursive: true }).catch(() => []);
  const each = rows.map(({ name, hash }) => [String(name), String(hash)] as const);
  return new Map([...each, ['files', files.toSorted((a, b) => (a < b ? -1 : 1)).join(' ')]]);
}

/** Where something is not as it was. */
export const changedSince = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...after.keys()].filter((name) => after.get(name) !== before.get(name));

/** What must be as it was for the next route to be asked by the same people. */
export async function castOf({ at, cast }: World): Promise<string> {
  const ids = Object.values(cast).map(({ userId }) => userId);
  const rows = await sql(
    at,
    `select u.id, u.email, u.password_hash, u.current_family_id, array_agg(m.family_id || m.role order by m.family_id) as families
     from users u left join members m on m.user_id = u.id where u.id = any($1) group by u.id order by u.id`,
    [ids],
  );
  return JSON.stringify(rows);
}
