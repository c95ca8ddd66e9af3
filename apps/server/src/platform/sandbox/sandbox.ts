import { Worker } from 'node:worker_threads';

/** How a process ends that has taken more memory than it may: a signal that nothing else sends. */
export const tooMuch = 'SIGUSR2';

const watcher = `
  const { parentPort, workerData } = require('node:worker_threads');
  let { memory } = workerData;
  parentPort.on('message', (more) => { memory = more; });
  parentPort.unref();
  setInterval(() => {
    if (process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL');
    if (process.memoryUsage.rss() > memory) process.kill(process.pid, '${tooMuch}');
  }, 50);
`;

/**
 * Ends this process when the one that started it is gone, or when it takes more memory than it may. A thread of its own looks, because a
 * decoder may keep the first one busy for good.
 * @param memory bytes
 * @returns what sets another limit
 */
export function limitProcess(memory: number): (memory: number) => void {
  const thread = new Worker(watcher, { eval: true, execArgv: [], workerData: { parent: process.ppid, memory } });
  thread.unref();
  return (more) => thread.postMessage(more, []);
}

/** What a child of `createChildren` is asked, and what it answers. */
export interface Asked<Task> {
  task: Task;
  /** Bytes it may take for this. */
  memory: number;
}
/** An answer, and whether the child has become too large to be kept for the next task. */
export interface Answered<Answer> {
  answer: Answer;
  isUsedUp: boolean;
}

/** Bytes of memory from which a child that has answered is not kept. */
const kept = 300_000_000;

/** The other end of `createChildren`, in the process that is started: does one task after the other, until its parent is gone. */
export function answerTasks<Task, Answer>(work: (task: Task) => Promise<Answer>): void {
  const limit = limitProcess(kept);
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ task, memory }: Asked<Task>) => {
    limit(memory);
    const answer = await work(task);
    process.send?.({ answer, isUsedUp: process.memoryUsage.rss() > kept } satisfies Answered<Answer>);
  });
}
