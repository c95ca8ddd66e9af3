import { Worker } from 'node:worker_threads';

/** How a process ends that has taken more memory than it may: a signal nobody else sends. */
export const tooMuch = 'SIGUSR2';

const watcher = `
  const { workerData: { parent, memory } } = require('node:worker_threads');
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
    if (process.memoryUsage.rss() > memory) process.kill(process.pid, '${tooMuch}');
  }, 50);
`;

/**
 * Ends this process when the one that started it is gone, or when it takes more memory than it may. A thread of its own looks, because a
 * decoder may keep the first one busy for good.
 * @param memory bytes
 */
export function limitProcess(memory: number): void {
  new Worker(watcher, { eval: true, execArgv: [], workerData: { parent: process.ppid, memory } }).unref();
}
