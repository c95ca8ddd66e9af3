import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from '#platform/lock.ts';

// Real processes: a lock is about nothing else.
const lockModule = new URL('./lock.ts', import.meta.url).href;
const program = `
  import { lockDataDir } from ${JSON.stringify(lockModule)};
  process.stdin.once('data', async () => {
    try {
      await lockDataDir(process.argv[1], { port: Number(process.argv[2]) });
      console.log('has it');
      setInterval(() => {}, 1000);
    } catch (error) {
      console.log(error.name + ': ' + error.message);
      process.exit();
    }
  });
  console.log('waits');
`;

let dataDir: string;
let started: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'heartwood-lock-'));
});

afterEach(async () => {
  for (const child of started) child.kill('SIGKILL');
  started = [];
  await chmod(dataDir, 0o700);
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts a process that takes the lock when told to. */
async function prepare(port: number) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir, String(port)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  started.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('waits');
  return {
    child,
    async take(): Promise<string> {
      child.stdin.write('go\n');
      return (await lines.next()).value as string;
    },
  };
}

test('the second server is refused and told the process and the port of the first', async () => {
  const first = await prepare(3123);
  expect(await first.take()).toBe('has it');
  const refusal = await (await prepare(3456)).take();
  expect(refusal).toContain('StartupError');
  expect(refusal).toContain(`process ${first.child.pid}, port 3123`);
  await expect(lockDataDir(dataDir, { port: 1 })).rejects.toThrow(`process ${first.child.pid}`);
});

test('a killed server leaves nothing to wait for, even when its process id lives on in another program', async () => {
  const first = await prepare(3001);
  expect(await first.take()).toBe('has it');
  const second = await prepare(3002);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  // What a reused process id looks like: the file names somebody who is alive.
  await writeFile(path.join(dataDir, 'server.json'), JSON.stringify({ pid: process.pid, port: 3001 }));
  const began = performance.now();
  expect(await second.take()).toBe('has it');
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('of servers that start at the same time exactly one wins', async () => {
  const racers = await Promise.all([1, 2, 3, 4].map((port) => prepare(port)));
  const words = await Promise.all(racers.map((racer) => racer.take()));
  expect(words.filter((word) => word === 'has it')).toHaveLength(1);
  expect(words.filter((word) => word.startsWith('StartupError'))).toHaveLength(3);
});

test('a released lock is free at once, for this process too', async () => {
  const lock = await lockDataDir(dataDir, { port: 1 });
  await expect(lockDataDir(dataDir, { port: 2 })).rejects.toThrow(`process ${process.pid}, port 1`);
  await lock.release();
  await (await lockDataDir(dataDir, { port: 3 })).release();
});

test('a DATA_DIR that cannot be written is one sentence', async () => {
  await writeFile(path.join(dataDir, 'file'), '');
  await expect(lockDataDir(path.join(dataDir, 'file'), { port: 1 })).rejects.toThrow('it is not a folder');
  await expect(lockDataDir(path.join(dataDir, 'file', 'below'), { port: 1 })).rejects.toThrow('it is not a folder');
  await expect(lockDataDir('/sys/heartwood', { port: 1 })).rejects.toThrow(
    /^Heartwood cannot write to its DATA_DIR \/sys\/heartwood \(.*\)\.$/,
  );
});
