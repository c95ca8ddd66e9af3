import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

// The peer of writes.bench.ts: a bare node:http server that makes the same rows in one transaction and sends the same bytes. Nothing else: no
// token, no membership, nothing checked and nothing read. The rows are the post's, its people's, the fact that pages hear of and the job that tells
// the family; `rows: 'post'` leaves out the last two.

/** What the peer is told. */
export interface PeerTask {
  databaseUrl: string;
  poolSize: number;
  familyId: string;
  userId: string;
  people: string[];
  text: string;
  rows: 'all' | 'post';
  contentType: string;
  body: string;
}

const task = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as PeerTask;
const pool = new pg.Pool({ connectionString: task.databaseUrl, max: task.poolSize });
const bytes = Buffer.from(task.body);

async function share(text: string): Promise<void> {
  const client = await pool.connect();
  try {
    const [id, now] = [randomUUID(), new Date()];
    await client.query('begin');
    await client.query(
      `insert into posts (id, family_id, author_id, kind, text, captions, occurred_on, audience, version, created_at, updated_at)
       values ($1, $2, $3, 'memory', $4, '{}', $5, 'family', 1, $6, $6)`,
      [id, task.familyId, task.userId, text, now, now],
    );
    for (const [position, person] of task.people.entries())
      await client.query('insert into post_people (post_id, person_id, family_id, position) values ($1, $2, $3, $4)', [
        id,
        person,
        task.familyId,
        position,
      ]);
    if (task.rows === 'all') await recordFact(client, id, now);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function recordFact(client: pg.PoolClient, id: string, now: Date): Promise<void> {
  await client.query(
    `insert into activity (family_id, actor_id, type, ids, created_at) values ($1, $2, 'post.shared', $3, $4)
     returning pg_notify('heartwood_activity', family_id::text)`,
    [task.familyId, task.userId, { post_id: id }, now],
  );
  const data = { familyId: task.familyId, actorId: task.userId, type: 'post.shared', ids: { post_id: id }, at: now.toISOString() };
  await client.query(
    `insert into pgboss.job (name, data, group_id, policy, retry_limit, expire_seconds, heartbeat_seconds)
     values ('notifications-tell', $1, 'house', 'standard', 10, 600, 60)`,
    [data],
  );
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { text } = JSON.parse(Buffer.concat(chunks).toString()) as { text: string };
    share(text).then(
      () => response.writeHead(201, { 'content-type': task.contentType, 'content-length': bytes.length }).end(bytes),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
