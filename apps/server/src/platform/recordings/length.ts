import type { Packet, Stream } from 'node-av/lib';
import { Faulty } from './answers.ts';
import type { Order } from './answers.ts';
import { openSource, secondsOf } from './source.ts';
import type { Source } from './source.ts';
import type { Trim } from './trim.ts';

/**
 * Measures how long a film is, by what is in it: a header may state no duration, or a wrong one.
 * @param alive called with the seconds that have been read
 * @returns seconds from where its clock begins to the end of its last picture or sound
 * @throws Faulty
 */
export async function measureLength(order: Order, alive: (seconds: number) => void): Promise<number> {
  const source = await openSource(order);
  if (!source.pictures) throw new Faulty('no-pictures');
  let until = 0;
  for await (const { ends } of timesOf(source)) {
    until = Math.max(until, ends);
    alive(until);
  }
  await source.input.close();
  if (until <= 0) throw new Faulty('damaged');
  return until;
}

/** Whether a film has sound in a part of it: a microphone may have been on for a while only. */
export async function hasSoundWithin(order: Order, { from, to }: Trim, alive: (seconds: number) => void): Promise<boolean> {
  const source = await openSource(order);
  let found = false;
  for await (const { stream, begins } of timesOf(source)) {
    alive(begins);
    if (stream === source.sound && begins >= from && begins < to) found = true;
    if (found) break;
  }
  await source.input.close();
  return found;
}

/** When each packet of the pictures and the sound begins and ends, in seconds from where the file's clock begins. */
async function* timesOf({ input, pictures, sound }: Source): AsyncGenerator<{ stream: Stream; begins: number; ends: number }> {
  for await (const packet of input.packets()) {
    if (!packet) break;
    const stream = [pictures, sound].find((one) => one?.index === packet.streamIndex);
    if (stream && packet.pts >= -1e15) yield { stream, ...timeOf(packet, stream, input.startTime) };
    packet.free();
  }
}

function timeOf({ pts, duration }: Packet, { timeBase }: Stream, start: number): { begins: number; ends: number } {
  const begins = secondsOf(pts, timeBase) - start;
  return { begins, ends: begins + Math.max(0, secondsOf(duration, timeBase)) };
}
