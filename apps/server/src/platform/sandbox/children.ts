import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import pLimit from 'p-limit';
import type { Answered, Asked } from './sandbox.ts';

/** A child ended without an answer. */
export class ChildEnded extends Error {
  /** Whether its task is at fault: it took too long or too much memory, or crashed the child. False where the child was ended from outside. */
  readonly isFault: boolean;

  constructor(how: string, isFault: boolean) {
    super(`the child ended with ${how}`);
    this.isFault = isFault;
  }
}

/** Processes of their own that do what may exhaust or break a process. */
interface Children<Task, Answer> {
  /**
   * Has a task done when a child is free.
   * @param memory bytes the child may take
   * @throws ChildEnded
   */
  run(task: Task, memory: number): Promise<Answer>;
}

/** Signals that come from outside and say nothing of a task. */
const outside = new Set<NodeJS.Signals | null>(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);
/**
 * Starts children when there is something to do. Each does one task at a time, and is kept for the next one for a while, unless it has become
 * large or was ended.
 * @param script calls `answerTasks`
 * @param flags of Node
 * @param count how many there are at most
 * @param time milliseconds of one task
 * @param idle milliseconds after which a child without a task ends
 */
export function createChildren<Task, Answer>(given: {
  script: string;
  flags: string[];
  count: number;
  time: number;
  idle?: number;
}): Children<Task, Answer> {
  const lanes = pLimit(given.count);
  const free = new Map<ChildProcess, NodeJS.Timeout>();
  const { idle = 15_000 } = given;

  const start = (): ChildProcess => {
    const child = fork(given.script, [], {
      execArgv: given.flags,
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const forget = () => {
      clearTimeout(free.get(child));
      free.delete(child);
    };
    return child.on('exit', forget).on('error', forget);
  };

  const take = (): ChildProcess => {
    const [child] = free.keys();
    if (!child) return start();
    clearTimeout(free.get(child));
    free.delete(child);
    hold(child, true);
    return child;
  };

  const giveBack = (child: ChildProcess, isUsedUp: boolean) => {
    hold(child, false);
    const end = () => {
      // Gets no task from here on, though it runs until it has ended.
      free.delete(child);
      if (child.connected) child.disconnect();
    };
    if (isUsedUp) end();
    else free.set(child, setTimeout(end, idle).unref());
  };

  return {
    run: (task, memory) =>
      lanes(async () => {
        const child = take();
        const { answer, isUsedUp } = await ask<Task, Answer>(child, { task, memory }, given.time);
        giveBack(child, isUsedUp);
        return answer;
      }),
  };
}

/** Whether this process waits for a child before it ends. */
function hold(child: ChildProcess, isBusy: boolean): void {
  if (isBusy) child.ref();
  else child.unref();
  if (isBusy) child.channel?.ref();
  else child.channel?.unref();
}

function ask<Task, Answer>(child: ChildProcess, asked: Asked<Task>, time: number): Promise<Answered<Answer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered<Answer>>();
  let isOverdue = false;
  const timer = setTimeout(() => {
    isOverdue = true;
    child.kill('SIGKILL');
  }, time);
  const answered = (answer: unknown) => resolve(answer as Answered<Answer>);
  const ended = (code: number | null, signal: NodeJS.Signals | null) =>
    reject(new ChildEnded(String(signal ?? code), isOverdue || !outside.has(signal)));
  child.on('message', answered).on('exit', ended).on('error', reject);
  // When the child is gone its end says so.
  child.send(asked as object, () => undefined);
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', answered).off('exit', ended).off('error', reject);
  });
}
