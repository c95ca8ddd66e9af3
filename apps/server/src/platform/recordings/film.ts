import { join } from 'node:path';
import { Muxer } from 'node-av/api';
import { AV_CODEC_ID_AAC, AV_CODEC_ID_H264, AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P } from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import { Faulty, made } from './answers.ts';
import type { FilmMade, Order } from './answers.ts';
import { filmSizes, mostFrames, recordingLimits } from './limits.ts';
import { copy, copyPictures, encodePictures, encodeSound } from './lanes.ts';
import type { Lane } from './lanes.ts';
import { plain } from './plain.ts';
import { shapeOf } from './shape.ts';
import type { Shape } from './shape.ts';
import { checkPictures, isKnownSound, openSource, secondsOf } from './source.ts';
import type { Source } from './source.ts';
import { makeStills } from './stills.ts';

/** Up to which bit rate (kilobits a second) and frame rate a stream that browsers can play is copied without encoding. */
const playable = { kilobits: 12_000, rate: mostFrames };

/**
 * Converts a film to H.264 and AAC in an MP4 with its index at the beginning, and makes a poster and a short silent preview of it. Only the
 * video and the audio stream are kept: no metadata such as place or camera, no other track.
 * @param alive called with the seconds that have been written
 * @throws Faulty
 */
export async function makeFilm(order: Order, alive: (seconds: number) => void): Promise<FilmMade> {
  const source = await openSource(order);
  const { pictures, claimed, takenAt } = source;
  if (!pictures) throw new Faulty('no-pictures');
  checkPictures(pictures);
  const shape = shapeOf(pictures, filmSizes.video);
  const duration = await write(source, pictures, shape, join(order.folder, made.video), alive);
  await source.input.close();
  if (duration === 0) throw new Faulty('damaged');
  // The header of a truncated file states a longer duration than the file has.
  if (claimed - duration > Math.max(1, claimed * 0.1)) throw new Faulty('cut-off');
  const preview = await makeStills(order, duration, alive);
  return { duration, width: shape.width, height: shape.height, preview, takenAt };
}

async function write(source: Source, pictures: Stream, shape: Shape, target: string, alive: (seconds: number) => void): Promise<number> {
  const { input, claimed } = source;
  const sound = source.sound && isKnownSound(source.sound) ? source.sound : undefined;
  const output = await Muxer.open(target, { format: 'mp4', options: { movflags: '+faststart' }, configure: plain });
  const lanes = new Map<number, Lane>();
  let until = 0;
  const copied = isPlayable(pictures, shape, input.bitRate);
  const pixels = copied ? 0 : pictures.codecpar.width * pictures.codecpar.height;
  const { num, den } = pictures.avgFrameRate;
  const announced = claimed * Math.min(mostFrames, den > 0 ? num / den : 0);
  if (announced * pixels > recordingLimits.frames) throw new Faulty('too-much');
  let frames = 0;
  lanes.set(pictures.index, copied ? copyPictures(output, pictures) : await encodePictures(output, pictures, shape));
  if (sound) lanes.set(sound.index, sound.codecpar.codecId === AV_CODEC_ID_AAC ? copy(output, sound) : await encodeSound(output, sound));
  let first: number | undefined;
  for await (const packet of input.packets()) {
    if (!packet) break;
    try {
      const lane = lanes.get(packet.streamIndex);
      if (!lane) continue;
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
      await lane(packet);
    } finally {
      packet.free();
    }
  }
  for (const lane of lanes.values()) await lane(null);
  await output.close();
  return claimed > 0 && Math.abs(claimed - until) < 1 ? Math.max(until, Math.min(claimed, until + 0.5)) : until;
}

function isPlayable({ codecpar, avgFrameRate }: Stream, { changed }: Shape, kilobits: number): boolean {
  const { num, den } = avgFrameRate;
  const eightBits = codecpar.format === AV_PIX_FMT_YUV420P || codecpar.format === AV_PIX_FMT_YUVJ420P;
  const rate = den > 0 ? num / den : 0;
  return codecpar.codecId === AV_CODEC_ID_H264 && eightBits && !changed && rate <= playable.rate && kilobits <= playable.kilobits;
}
