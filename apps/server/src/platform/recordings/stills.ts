import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Decoder, Encoder, FilterAPI, Muxer } from 'node-av/api';
import { FF_ENCODER_LIBX264, FF_ENCODER_PNG } from 'node-av/constants';
import type { Frame, Stream } from 'node-av/lib';
import { Faulty, made } from './answers.ts';
import type { Order } from './answers.ts';
import { filmSizes, previewLength } from './limits.ts';
import { stripMetadata } from './strip-metadata.ts';
import { shapeOf } from './shape.ts';
import { openSource, secondsOf } from './source.ts';

/** The time of the poster frame in seconds. It is not the first frame, which is often black or blurred. */
const posterAt = (duration: number): number => Math.min(1, duration / 4);

/** Makes the poster and the preview of a film. @returns the preview's size */
export async function makeStills(
  order: Order,
  duration: number,
  alive: (seconds: number) => void,
): Promise<{ width: number; height: number }> {
  const { input, pictures } = await openSource(order);
  if (!pictures) throw new Faulty('no-pictures');
  const from = posterAt(duration);
  const shape = shapeOf(pictures, filmSizes.preview);
  const output = await Muxer.open(join(order.folder, made.preview), {
    format: 'mp4',
    options: { movflags: '+faststart' },
    configure: stripMetadata,
  });
  const decoder = await Decoder.create(pictures, { exitOnError: false });
  const filter = FilterAPI.create([...shape.filters, 'fps=24'].join(','));
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, { decoder, filter, options: { preset: 'veryfast', crf: 30, profile: 'main' } });
  const index = output.addStream(encoder);
  const write = async (frame: Frame | null) => {
    for (const packet of await encoder.encodeAll(frame)) {
      await output.writePacket(packet, index);
      packet.free();
    }
  };
  const screen = async (frame: Frame | null) => {
    for (const part of await filter.processAll(frame)) {
      await write(part);
      part.free();
    }
  };
  const show = async (frame: Frame) => {
    if (!shown) await writePoster(frame, pictures, join(order.folder, made.poster));
    shown = true;
    await screen(frame);
  };
  let shown = false;
  let begin: number | undefined;
  let before: Frame | undefined;
  for await (const frame of decoder.frames(input.packets(pictures.index))) {
    if (!frame) break;
    const at = secondsOf(frame.pts, pictures.timeBase);
    begin ??= at;
    alive(at - begin);
    // Checked first: if the next frame is hours away, the filter would fill the gap with frames.
    if (at - begin > from + previewLength) break;
    if (at - begin >= from) await show(frame);
    before?.free();
    before = frame;
  }
  if (!shown && before) await show(before);
  before?.free();
  if (!shown) throw new Faulty('damaged');
  await screen(null);
  await write(null);
  await output.close();
  return { width: shape.width, height: shape.height };
}

async function writePoster(frame: Frame, stream: Stream, path: string): Promise<void> {
  const { filters } = shapeOf(stream, filmSizes.video);
  const filter = FilterAPI.create([...filters.slice(0, -1), 'format=rgb24'].join(','));
  const [shown] = [...(await filter.processAll(frame)), ...(await filter.processAll(null))];
  if (!shown) throw new Faulty('damaged');
  await writeFile(path, await Encoder.encodeOne(FF_ENCODER_PNG, shown));
  shown.free();
  filter.close();
}
