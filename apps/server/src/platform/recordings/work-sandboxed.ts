import { AV_LOG_QUIET } from 'node-av/constants';
import { FFmpegError, Log } from 'node-av/lib';
import { Faulty } from './answers.ts';
import type { Answer, Order } from './answers.ts';
import { makeFilm } from './film.ts';
import { measureLength } from './length.ts';
import { recordingLimits } from './limits.ts';
import { makeSound } from './sound.ts';

// The sandboxed process: decodes one recording and encodes it. Its input may be crafted to exhaust or to crash a decoder; then only this
// process ends.

const outOfMemory = 86;
/** FFmpeg's code for ENOSPC: the disk is full, the file is not at fault. */
const noSpaceLeft = -28;

Log.setLevel(AV_LOG_QUIET);
setInterval(() => {
  if (process.memoryUsage.rss() > recordingLimits.memory) process.exit(outOfMemory);
}, 50).unref();

// The parent process has ended: the result is not needed.
process.stdin.on('close', () => process.exit(1)).resume();

let spoken = -Infinity;
const say = (answer: Answer) => new Promise<void>((said) => process.stdout.write(`${JSON.stringify(answer)}\n`, () => said()));
const alive = (seconds: number) => {
  if (performance.now() - spoken < 1_000) return;
  spoken = performance.now();
  void say({ at: seconds });
};

const order = JSON.parse(process.argv[2] ?? '') as Order;
try {
  if (order.task === 'film') await say({ film: await makeFilm(order, alive) });
  else if (order.task === 'sound') await say({ sound: await makeSound(order, alive) });
  else await say({ length: await measureLength(order, alive) });
} catch (error) {
  const isItsFault = error instanceof Faulty || (error instanceof FFmpegError && error.code !== noSpaceLeft);
  if (!isItsFault) throw error;
  await say({ fault: error instanceof Faulty ? error.fault : 'damaged' });
}
process.exit(0);
