import { join } from 'node:path';
import { Decoder, FilterAPI, Muxer } from 'node-av/api';
import type { Stream } from 'node-av/lib';
import { Faulty, made } from './answers.ts';
import type { Order, SoundMade } from './answers.ts';
import { recordingLimits, waveformLength } from './limits.ts';
import { encodeSound } from './track-writers.ts';
import { stripMetadata } from './strip-metadata.ts';
import { isKnownSound, openSource } from './source.ts';

/** The sample rate for the waveform, and how many samples make one of its fine steps. */
const measured = { rate: 8_000, step: 80 };

/**
 * Converts a recording to AAC in an M4A and measures its loudness over time.
 * @param alive called with the seconds that have been written
 * @throws Faulty
 */
export async function makeSound(order: Order, alive: (seconds: number) => void): Promise<SoundMade> {
  const { input, sound, claimed, takenAt } = await openSource(order);
  if (!sound) throw new Faulty('no-sound');
  if (!isKnownSound(sound)) throw new Faulty('unknown-codec');
  const output = await Muxer.open(join(order.folder, made.audio), {
    format: 'ipod',
    options: { movflags: '+faststart' },
    configure: stripMetadata,
  });
  const write = await encodeSound(output, sound);
  const meter = await createMeter(sound);
  for await (const packet of input.packets(sound.index)) {
    if (!packet) break;
    await write(packet);
    await meter.add(packet);
    packet.free();
    const seconds = meter.seconds();
    if (seconds > recordingLimits.duration) throw new Faulty('too-long');
    alive(seconds);
  }
  await write(null);
  await output.close();
  const { duration, waveform } = await meter.end();
  if (duration === 0) throw new Faulty('damaged');
  if (claimed - duration > Math.max(1, claimed * 0.1)) throw new Faulty('cut-off');
  return { duration, waveform, takenAt };
}

/** Measures the duration and the loudness of a stream. */
async function createMeter(stream: Stream) {
  const decoder = await Decoder.create(stream, { exitOnError: false });
  const filter = FilterAPI.create(`aformat=sample_fmts=flt:sample_rates=${measured.rate}:channel_layouts=mono`);
  const peaks: number[] = [];
  let samples = 0;
  let peak = 0;
  const listen = async (packet: Parameters<Decoder['decodeAll']>[0]) => {
    const frames = await decoder.decodeAll(packet);
    for (const frame of packet ? frames : [...frames, null]) {
      for (const { data, nbSamples } of await filter.processAll(frame)) hear(data?.[0], nbSamples);
      frame?.free();
    }
  };
  const hear = (bytes: Buffer | undefined, count: number) => {
    if (!bytes) return;
    for (let index = 0; index < count; index += 1) {
      const loud = Math.abs(bytes.readFloatLE(index * 4));
      if (loud > peak) peak = loud;
      samples += 1;
      if (samples % measured.step === 0) {
        peaks.push(peak);
        peak = 0;
      }
    }
  };
  const seconds = () => samples / measured.rate;
  return {
    seconds,
    add: listen,
    async end() {
      await listen(null);
      if (peak > 0 || peaks.length === 0) peaks.push(peak);
      return { duration: seconds(), waveform: waveformOf(peaks) };
    },
  };
}

/** Reduces fine steps to {@link waveformLength} numbers from 0 to 1, of which the loudest is 1. Silence gives zeros. */
export function waveformOf(peaks: readonly number[]): number[] {
  const bars = Array.from({ length: waveformLength }, (_, index) => {
    const from = Math.floor((index * peaks.length) / waveformLength);
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / waveformLength));
    return peaks.slice(from, to).reduce((sum, value, _at, part) => sum + value / part.length, 0);
  });
  const loudest = Math.max(...bars);
  return bars.map((bar) => (loudest < 0.001 ? 0 : Math.round((bar / loudest) * 1_000) / 1_000));
}
