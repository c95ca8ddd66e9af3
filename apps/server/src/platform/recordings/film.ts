import { join } from 'node:path';
import { Muxer } from 'node-av/api';
import { AV_CODEC_ID_AAC, AV_CODEC_ID_H264, AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P } from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import { Faulty, made } from './answers.ts';
import type { FilmMade, Order } from './answers.ts';
import { hasSoundWithin } from './length.ts';
import { filmSizes, mostFrames, recordingLimits } from './limits.ts';
import { copy, copyPictures, encodePictures, encodeSound } from './track-writers.ts';
import type { TrackWriter } from './track-writers.ts';
import { stripMetadata } from './strip-metadata.ts';
import { shapeOf } from './shape.ts';
import type { Shape } from './shape.ts';
import { checkPictures, isKnownSound, openSource, secondsOf } from './source.ts';
import type { Source } from './source.ts';
import { makeStills } from './stills.ts';
import { isAfter } from './trim.ts';
import type { Trim } from './trim.ts';

/** Up to which bit rate (kilobits a second) and frame rate a stream that browsers can play is copied without encoding. */
const playable = { kilobits: 12_000, rate: mostFrames };

/**
 * Converts a film to H.264 and AAC in an MP4 with its index at the beginning, and makes a poster and a short silent preview of it. Only the
 * video and the audio stream are kept: no metadata such as place or camera, no other track. Of a film that is trimmed all of it is made of the
 * part that remains; it is always encoded, as a copy can begin only where a picture stands for itself.
 * @param alive called with the seconds that have been written
 * @throws Faulty
 */
export async function makeFilm(order: Order, alive: (seconds: number) => void): Promise<FilmMade> {
  const opened = await openSource(order);
  const isSilent = order.trim && opened.sound && !(await hasSoundWithin(order, order.trim, alive));
  const source = isSilent ? { ...opened, sound: undefined } : opened;
  const { pictures, claimed, takenAt } = source;
  if (!pictures) throw new Faulty('no-pictures');
  checkPictures(pictures);
  const shape = shapeOf(pictures, filmSizes.video);
  const video = join(order.folder, made.video);
  const duration = await write(source, pictures, shape, { target: video, trim: onClockOf(source, order.trim) }, alive);
  await source.input.close();
  if (duration <= 0) throw new Faulty('damaged');
  // The header of a truncated file states a longer duration than the file has.
  if (!order.trim && claimed - duration > Math.max(1, claimed * 0.1)) throw new Faulty('cut-off');
  const preview = await makeStills(order.trim ? { ...order, path: video, demuxer: 'mov' } : order, duration, alive);
  return { duration, width: shape.width, height: shape.height, preview, takenAt };
}

/** Packets count from where the file says it begins, people from 0. */
const onClockOf = ({ input }: Source, trim: Trim | undefined): Trim | undefined =>
  trim && { from: trim.from + input.startTime, to: trim.to + input.startTime };

async function write(
  source: Source,
  pictures: Stream,
  shape: Shape,
  { target, trim }: { target: string; trim: Trim | undefined },
  alive: (seconds: number) => void,
): Promise<number> {
  const { input, claimed } = source;
  const sound = source.sound && isKnownSound(source.sound) ? source.sound : undefined;
  const output = await Muxer.open(target, { format: 'mp4', options: { movflags: '+faststart' }, configure: stripMetadata });
  const writers = new Map<number, TrackWriter>();
  let until = 0;
  const copied = !trim && isPlayable(pictures, shape, input.bitRate);
  const pixels = copied ? 0 : pictures.codecpar.width * pictures.codecpar.height;
  const { num, den } = pictures.avgFrameRate;
  const announced = claimed * Math.min(mostFrames, den > 0 ? num / den : 0);
  if (announced * pixels > recordingLimits.frames) throw new Faulty('too-much');
  let frames = 0;
  writers.set(pictures.index, await (copied ? copyPictures(output, pictures) : encodePictures(output, pictures, shape, trim)));
  const isCopied = !trim && sound?.codecpar.codecId === AV_CODEC_ID_AAC;
  if (sound) writers.set(sound.index, isCopied ? copy(output, sound) : await encodeSound(output, sound, trim));
  const open = new Set(writers.keys());
  let first: number | undefined;
  for await (const packet of input.packets()) {
    if (!packet) break;
    try {
      const write = writers.get(packet.streamIndex);
      if (!write) continue;
      const stream = packet.streamIndex === pictures.index ? pictures : sound;
      if (trim && stream && isAfter(trim, packet, stream)) open.delete(packet.streamIndex);
      if (open.size === 0) break;
      if (!open.has(packet.streamIndex)) continue;
      if (packet.streamIndex === pictures.index) {
        frames += 1;
        // The header of a file may state a shorter duration than it has.
        if (frames * pixels > recordingLimits.frames) throw new Faulty('too-much');
      }
      if (packet.streamIndex === pictures.index && packet.pts >= -1e15) {
        const at = secondsOf(packet.pts, pictures.timeBase);
        first = Math.min(first ?? at, at);
        until = Math.max(until, at - first + Math.max(0, secondsOf(packet.duration, pictures.timeBase)));
        // The header of a file may state no duration, or a wrong one.
        if (until > recordingLimits.duration) throw new Faulty('too-long');
        alive(until);
      }
      await write(packet);
    } finally {
      packet.free();
    }
  }
  for (const write of writers.values()) await write(null);
  await output.close();
  // A picture stands until the next one comes, and that one may come after the part.
  if (trim) return Math.round(((open.has(pictures.index) ? Math.min(trim.to, (first ?? 0) + until) : trim.to) - trim.from) * 1_000) / 1_000;
  return claimed > 0 && Math.abs(claimed - until) < 1 ? Math.max(until, Math.min(claimed, until + 0.5)) : until;
}

function isPlayable({ codecpar, avgFrameRate }: Stream, { changed }: Shape, kilobits: number): boolean {
  const { num, den } = avgFrameRate;
  const eightBits = codecpar.format === AV_PIX_FMT_YUV420P || codecpar.format === AV_PIX_FMT_YUVJ420P;
  const rate = den > 0 ? num / den : 0;
  return codecpar.codecId === AV_CODEC_ID_H264 && eightBits && !changed && rate <= playable.rate && kilobits <= playable.kilobits;
}
