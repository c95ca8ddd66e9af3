import { setTimeout as after } from 'node:timers/promises';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createChildren } from './children.ts';

let folder: string;
let script: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartwood-children-'));
  script = join(folder, 'child.ts');
  const module = JSON.stringify(join(import.meta.dirname, 'sandbox.ts'));
  await writeFile(script, `import { answerTasks } from ${module};\nanswerTasks(async (task) => [task, process.pid]);\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const enough = 800_000_000;
const made = (idle: number) => createChildren<string, [task: string, pid: number]>({ script, flags: [], count: 2, time: 30_000, idle });

it('a child is kept for the next task', async () => {
  const children = made(30_000);
  const [first, pid] = await children.run('one', enough);
  expect(first).toBe('one');
  expect(await children.run('two', enough)).toEqual(['two', pid]);
});

it('a task that comes while an idle child is ending is done by another one', async () => {
  const children = made(20);
  for (let run = 0; run < 10; run += 1) {
    expect(await children.run(`task ${run}`, enough)).toEqual([`task ${run}`, expect.any(Number)]);
    // Its end has just begun: a process takes longer to go.
    await after(22);
  }
}, 60_000);
