import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isAlive } from '#test/process.ts';
import { tooMuch } from './sandbox.ts';

const module = JSON.stringify(join(import.meta.dirname, 'sandbox.ts'));
const polling = { timeout: 30_000 };

/** Starts a process with a limit of 200 MB that does something and never comes back from it. */
const limited = (busy: string) => [
  '--input-type=module',
  '-e',
  `(await import(${module})).limitProcess(2e8); console.log(process.pid); ${busy}`,
];

it('a busy process ends when the one that started it is killed', async () => {
  const start = `require('node:child_process').spawn(process.execPath, ${JSON.stringify(limited('for (;;);'))}, { stdio: ['ignore', 1, 'ignore'] });`;
  const parent = spawn(process.execPath, ['-e', start], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(said.toString());
  parent.kill('SIGKILL');
  try {
    await expect.poll(() => isAlive(pid), polling).toBe(false);
  } finally {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
}, 60_000);

it('a process that takes more memory than it may is ended, even while it is busy', async () => {
  const greedy = 'const held = []; for (;;) held.push(Buffer.alloc(1e6, 1)), held.length > 4000 && process.exit(0);';
  const child = spawn(process.execPath, limited(greedy), { stdio: 'ignore' });
  expect(await once(child, 'exit')).toEqual([null, tooMuch]);
}, 60_000);
