import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { goodPassword } from './people.ts';

// The description of the API is enough to write a client by: types are generated from it, a client compiles with them and works.

let at: TestApp;
beforeAll(async () => {
  at = await startApp({ jobs: false });
  await at.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => at.close());

/** Runs one of the programs of the client. @returns what it says */
async function run(name: string, args: string[]): Promise<unknown> {
  const program = join(import.meta.dirname, '../../../tools/api-client', name);
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args]);
  return JSON.parse(stdout);
}

test('a client compiles with the types that are generated from it, and a wrong one does not', { timeout: 60_000 }, async () => {
  const description = join(at.dataDir, 'openapi.json');
  await writeFile(description, (await at.app.inject('/api/openapi.json')).body);
  const { right, wrong } = (await run('generate.ts', [description])) as { right: string[]; wrong: string[] };
  expect(right).toEqual([]);
  expect(wrong.join()).toContain("Type 'number' is not assignable to type 'string'");
});

test('the client does against the server what its types say', async () => {
  const { port } = at.app.server.address() as AddressInfo;
  const told = await run('family.ts', [`http://127.0.0.1:${port}`, 'nora@example.org', goodPassword, 'First snow']);
  expect(told).toMatchObject({ post: { text: 'First snow', kind: 'memory' }, feed: ['First snow'], refusal: 'not_found' });
});
