import { once } from 'node:events';
import { link, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { SMTPServer } from 'smtp-server';
import { buildApp, features, registerJobs } from '../apps/server/src/app.ts';
import { enterFamily } from '../apps/server/src/features/family/scope.ts';
import { keyOf } from '../apps/server/src/features/media/rules.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { closePlatform, openPlatform } from '../apps/server/src/platform/platform.ts';
import { registerParent } from '../apps/server/test/people.ts';
import { insertPhoto } from '../apps/server/test/photo-rows.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import type { BenchRow } from './statistics.ts';

const [families, members, posts] = [200, 5, 10];
const people = families * members;
const goals = { seconds: 60, megabytes: 300 };
/** Milliseconds in which all letters have to come, the minute that may pass until the job runs included. */
const timeoutMs = 600_000;
/** Bytes of a photo 600 pixels wide, about. */
const photo = { width: 600, height: 450, quality: 82 };

const log = createLog({ logLevel: 'silent' });

/**
 * Letters of the day for 1,000 people: 200 families of five who have shared ten posts with a photo each. By a server as operators start it, which
 * writes them with its next minute, to a mail server that takes everything. How long from the first letter's decision to the last mail, and how
 * much memory.
 */
export default async function digests(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-letters-'));
  const cluster = await startEmbedded({ dataDir: join(folder, 'database'), log, throwAway: true });
  const sink = await startSink();
  const env = { DATABASE_URL: cluster.url, NODE_ENV: 'production', SMTP_URL: sink.url, FAMILY_QUOTA_GB: '500' };
  const server = new ServerProcess(join(folder, 'data'), await freePort(), env);
  const pool = new pg.Pool({ connectionString: cluster.url, max: 1 });
  try {
    await fill(pool, join(folder, 'data/media'), await oneFamily(cluster.url, join(folder, 'data')));
    await server.start();
    const before = await memoryOf(server);
    let most = before;
    for (const deadline = Date.now() + timeoutMs; sink.count() < people;) {
      if (Date.now() > deadline) throw new Error(`${sink.count()} of ${people} letters came: ${server.output}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      most = Math.max(most, await memoryOf(server));
    }
    const { rows } = await pool.query<{ begun: Date; open: number }>(
      'select min(settled_at) as begun, count(*) filter (where settled_at is null)::int as open from notifications',
    );
    const [{ begun, open } = { begun: new Date(0), open: 1 }] = rows;
    const seconds = (sink.last() - begun.getTime()) / 1_000;
    const unlike = Math.abs(people - sink.recipients()) + Math.abs(people - sink.count()) + open;
    const row = (name: string, value: number, unit: string, peer: number, goal: string): BenchRow => {
      return { name, value, unit, peer, ratio: value / peer, goal, ok: value < peer };
    };
    return [
      row(
        `letters of the day for ${people} people, ${Math.round(sink.bytes() / people / 1_000)} KB each, until the last has gone out`,
        seconds,
        's',
        goals.seconds,
        `< ${goals.seconds} s`,
      ),
      row(
        'memory of the process meanwhile, above what it has when it is ready',
        most - before,
        'MB',
        goals.megabytes,
        `< ${goals.megabytes} MB`,
      ),
      row('letters that are missing or double', unlike, '', 1, '0'),
    ];
  } finally {
    await pool.end();
    await server.stop();
    await sink.close();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A family of one with a photo, whom the others are made like. */
async function oneFamily(databaseUrl: string, dataDir: string): Promise<{ familyId: string; userId: string }> {
  await migrate(databaseUrl, log);
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' });
  const platform = await openPlatform({ config, features, databaseUrl, log });
  const app = await buildApp(platform);
  try {
    registerJobs(platform);
    await platform.jobs.start({ work: false });
    const { familyId, userId } = await registerParent(app);
    await insertPhoto(platform, await enterFamily(platform.db, { userId, currentFamilyId: familyId }));
    return { familyId, userId };
  } finally {
    await app.close();
    await closePlatform(platform);
  }
}

/** A mail server that takes everything and keeps nothing but what it counts. */
async function startSink() {
  const recipients = new Set<string>();
  let [count, bytes, last] = [0, 0, 0];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      stream.on('data', (chunk: Buffer) => (bytes += chunk.length));
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) recipients.add(address);
        count += 1;
        last = Date.now();
        done();
      });
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    count: () => count,
    bytes: () => bytes,
    last: () => last,
    recipients: () => recipients.size,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

/** Megabytes that a process has in memory. */
async function memoryOf({ pid }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1_024;
}

/** The families, like one that is there, straight into the tables: an hour before the latest letter's time each of their members has shared twice. */
async function fill(pool: pg.Pool, media: string, like: { familyId: string; userId: string }): Promise<void> {
  // What the first one was sent and told is no letter.
  await pool.query('delete from notifications');
  await pool.query('delete from pgboss.job');
  await pool.query(`create temp table house as
    select n, (n - 1) / ${members} as family, gen_random_uuid() as user_id, gen_random_uuid() as person_id from generate_series(1, ${people}) n`);
  await pool.query('create temp table homes as select family, gen_random_uuid() as family_id from house group by family');
  await pool.query(
    `insert into families select (jsonb_populate_record(f, jsonb_build_object('id', h.family_id))).* from families f, homes h where f.id = $1`,
    [like.familyId],
  );
  await pool.query(
    `insert into users select (jsonb_populate_record(u, jsonb_build_object('id', h.user_id, 'email', 'p' || h.n || '@example.com', 'email_verified_at', now(),
       'current_family_id', homes.family_id))).* from users u, house h join homes using (family) where u.id = $1`,
    [like.userId],
  );
  await pool.query(
    `insert into profiles select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'user_id', h.user_id, 'firstname', 'P' || h.n))).*
     from profiles p, house h where p.user_id = $1`,
    [like.userId],
  );
  await pool.query(
    `insert into people select (jsonb_populate_record(p, jsonb_build_object('id', h.person_id, 'family_id', homes.family_id, 'user_id', h.user_id, 'slug', 'p' || h.n))).*
     from people p, house h join homes using (family) where p.user_id = $1`,
    [like.userId],
  );
  await pool.query(
    `insert into members select homes.family_id, h.user_id, h.person_id, case when h.n % ${members} = 0 then 'owner' else 'relative' end, now() - interval '1 year'
     from house h join homes using (family)`,
  );
  await pool.query(
    `insert into notification_preferences (user_id, kinds, importance, visibility, updated_at) select user_id, '{}', 3, 0, now() from house`,
  );
  await pool.query(`create temp table shared as
    select gen_random_uuid() as post_id, gen_random_uuid() as medium_id, homes.family_id, h.user_id,
      date_trunc('day', now() at time zone 'UTC' - interval '18 hours') at time zone 'UTC' + interval '17 hours' + h.n * interval '1 second' as shared_at
    from house h join homes using (family), generate_series(1, ${posts / members})`);
  await pool.query(`insert into posts (id, family_id, author_id, kind, text, occurred_on, audience, version, created_at, updated_at)
    select post_id, family_id, user_id, 'memory', 'First snow at the cabin. Emma carried one stick.', shared_at::date, 'family', 1, shared_at, shared_at from shared`);
  await pool.query(`insert into media select (jsonb_populate_record(m, jsonb_build_object('id', s.medium_id, 'family_id', s.family_id, 'uploader_id', s.user_id))).*
    from media m, shared s where m.uploader_id = '${like.userId}'`);
  await pool.query('insert into post_media (post_id, medium_id, family_id, position) select post_id, medium_id, family_id, 0 from shared');
  await pool.query(`insert into notifications (id, user_id, family_id, kind, event, fact, actor_id, post_id, created_at)
    select gen_random_uuid(), m.user_id, s.family_id, 'post', 'post.shared', s.post_id::text, s.user_id, s.post_id, s.shared_at
    from shared s join members m on m.family_id = s.family_id and m.user_id <> s.user_id`);
  await pool.query('analyze');
  const { rows } = await pool.query<{ id: string }>('select medium_id as id from shared');
  await keepPhotos(
    media,
    rows.map(({ id }) => id),
  );
}

/** One photo's bytes, under the names of all. */
async function keepPhotos(media: string, ids: readonly string[]): Promise<void> {
  const { width, height, quality } = photo;
  // Soft noise weighs what a photo does.
  const create = {
    width: width / 4,
    height: Math.floor(height / 4),
    channels: 3 as const,
    noise: { type: 'gaussian' as const, mean: 128, sigma: 40 },
    background: 'black',
  };
  const bytes = await sharp({ create }).resize(width, height).jpeg({ quality }).toBuffer();
  const first = join(media, 'one.jpg');
  await mkdir(media, { recursive: true });
  await writeFile(first, bytes);
  for (const id of ids) {
    const place = join(media, keyOf(id, 'mail', 'jpg'));
    await mkdir(dirname(place), { recursive: true });
    await link(first, place);
  }
}
