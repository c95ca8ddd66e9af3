import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

// The peer of feed.bench.ts: a bare node:http server that runs the statements of the feed, in the same order and on as many connections,
// and sends the same bytes. Nothing else: no token, no membership, nothing made of what the database answers.

/** What the peer is told. */
export interface PeerTask {
  databaseUrl: string;
  poolSize: number;
  /** The first one, then those that run side by side. */
  statements: pg.QueryConfig[];
  contentType: string;
  body: string;
}

const task = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as PeerTask;
const pool = new pg.Pool({ connectionString: task.databaseUrl, max: task.poolSize });
const bytes = Buffer.from(task.body);
const [first, ...others] = task.statements;

async function runStatements(): Promise<void> {
  if (first) await pool.query({ ...first });
  await Promise.all(others.map((statement) => pool.query({ ...statement })));
}

const server = createServer((_request, response) => {
  runStatements().then(
    () => response.writeHead(200, { 'content-type': task.contentType, 'content-length': bytes.length }).end(bytes),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
