import { Demuxer } from 'node-av/api';
import { AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import type { AVMediaType } from 'node-av/constants';
import { avGetCodecName } from 'node-av/lib';
import type { Stream } from 'node-av/lib';
import { Faulty } from './answers.ts';
import type { Order } from './answers.ts';
import { recordingLimits } from './limits.ts';

/** Formats that phones, cameras and browsers write; FFmpeg knows hundreds more, which nobody's memories are in. */
const pictureCodecs = /^(h26[34]|hevc|vp[89]|av1|mpeg4|mjpeg|prores|mpeg[12]video|theora)$/;
const soundCodecs = /^(aac|mp[123](float)?|opus|vorbis|flac|alac|e?ac3|amr_[nw]b|pcm_[a-z0-9]+)$/;

/** A recording that has been opened. */
export interface Source {
  input: Demuxer;
  pictures: Stream | undefined;
  sound: Stream | undefined;
  /** Seconds it says it lasts; 0 where it does not say. */
  claimed: number;
  takenAt: string | null;
}

/**
 * Opens a file with the one reader it is for. Nothing it names is followed: only the protocol `file` may be used, no reader that
 * follows lists is there, and data of QuickTime that is elsewhere is not looked for.
 * @throws Faulty
 */
export async function openSource({ path, demuxer }: Order): Promise<Source> {
  const options = {
    protocol_whitelist: 'file',
    format_whitelist: demuxer,
    max_streams: 64,
    probesize: 20_000_000,
    analyzeduration: 20_000_000,
    ...(demuxer === 'mov' ? { enable_drefs: 0, use_absolute_path: 0 } : {}),
  };
  const input = await Demuxer.open(path, { format: demuxer, options, dtsDeltaThreshold: 10 }).catch(() => {
    throw new Faulty('damaged');
  });
  const pictures = best(input, AVMEDIA_TYPE_VIDEO);
  const sound = best(input, AVMEDIA_TYPE_AUDIO);
  const claimed = Number.isFinite(input.duration) ? Math.max(0, input.duration) : 0;
  if (claimed > recordingLimits.duration) throw new Faulty('too-long');
  return { input, pictures, sound, claimed, takenAt: takenAtOf(input) };
}

function best(input: Demuxer, type: AVMediaType): Stream | undefined {
  const stream = input.findBestStream(type);
  // The cover of a piece of music counts as a picture stream, and is none.
  return stream?.attachedPic ? undefined : stream;
}

/** @throws Faulty where it cannot be decoded, or its frames are larger than anything a camera writes */
export function checkPictures(stream: Stream): void {
  const { codecId, width, height } = stream.codecpar;
  if (width * height > recordingLimits.pixels) throw new Faulty('too-large');
  if (!pictureCodecs.test(avGetCodecName(codecId) ?? '')) throw new Faulty('unknown-codec');
  if (width < 2 || height < 2) throw new Faulty('damaged');
}

/** Whether a voice can be decoded. */
export const isKnownSound = (stream: Stream): boolean => soundCodecs.test(avGetCodecName(stream.codecpar.codecId) ?? '');

/** Seconds of one of a stream's moments. */
export const secondsOf = (moment: bigint, { num, den }: { num: number; den: number }): number => (Number(moment) * num) / den;

/** Years a recording can be of; clocks that were never set say 1904 or 1970. */
const years = { first: 1980, last: 2100 };

function takenAtOf(input: Demuxer): string | null {
  const { metadata } = input;
  const said = metadata['com.apple.quicktime.creationdate'] ?? metadata['creation_time'];
  const moment = new Date(said?.split(';')[0] ?? '');
  if (Number.isNaN(moment.getTime())) return null;
  const year = moment.getUTCFullYear();
  return year >= years.first && year <= years.last ? moment.toISOString() : null;
}
