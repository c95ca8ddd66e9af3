import { AV_LOG_QUIET } from 'node-av/constants';
import { FFmpegError, Log } from 'node-av/lib';
import { Faulty } from './answers.ts';
import type { Answer, Order } from './answers.ts';
import { makeFilm } from './film.ts';
import { recordingLimits } from './limits.ts';
import { makeSound } from './sound.ts';

// A process of its own: plays one recording through and writes it anew. What it is given may be made to exhaust or to break a decoder;
// that then ends this process and nothing else.

const outOfMemory = 86;
/** How FFmpeg says ENOSPC: then the disk is at fault, not the file. */
const noSpaceLeft = -28;

Log.setLevel(AV_LOG_QUIET);
setInterval(() => {
  if (process.memoryUsage.rss() > recordingLimits.memory) process.exit(outOfMemory);
}, 50).unref();

// Whoever asked is gone, however that came: nobody needs the answer.
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
  await say(order.task === 'film' ? { film: await makeFilm(order, alive) } : { sound: await makeSound(order, alive) });
} catch (error) {
  const isItsFault = error instanceof Faulty || (error instanceof FFmpegError && error.code !== noSpaceLeft);
  if (!isItsFault) throw error;
  await say({ fault: error instanceof Faulty ? error.fault : 'damaged' });
}
process.exit(0);
