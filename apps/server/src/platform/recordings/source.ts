import { Demuxer } from 'node-av/api';
import { AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import type { AVMediaType } from 'node-av/constants';
import { avGetCodecName } from 'node-av/lib';
import type { Stream } from 'node-av/lib';
import { Faulty } from './answers.ts';
import type { Order } from './answers.ts';
import { recordingLimits } from './limits.ts';

/** The codecs that phones, cameras and browsers write. FFmpeg's other codecs are not accepted. */
const pictureCodecs = /^(h26[34]|hevc|vp[89]|av1|mpeg4|mjpeg|prores|mpeg[12]video|theora)$/;
const soundCodecs = /^(aac|mp[123](float)?|opus|vorbis|flac|alac|e?ac3|amr_[nw]b|pcm_[a-z0-9]+)$/;

/** A recording that has been opened. */
export interface Source {
  input: Demuxer;
  pictures: Stream | undefined;
  sound: Stream | undefined;
  /** Duration in seconds by the header; 0 where the header states none. */
  claimed: number;
  takenAt: string | null;
}

/**
 * Opens a file with one demuxer. References in the file are not followed: only the protocol `file` is allowed, demuxers of playlists are
 * not, and external data references of QuickTime are ignored.
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
  // FFmpeg presents the cover image of a music file as a video stream.
  return stream?.attachedPic ? undefined : stream;
}

/** @throws Faulty where the stream cannot be decoded, or its frames are larger than the limit */
export function checkPictures(stream: Stream): void {
  const { codecId, width, height } = stream.codecpar;
  if (width * height > recordingLimits.pixels) throw new Faulty('too-large');
  if (!pictureCodecs.test(avGetCodecName(codecId) ?? '')) throw new Faulty('unknown-codec');
  if (width < 2 || height < 2) throw new Faulty('damaged');
}

/** Whether an audio stream can be decoded. */
export const isKnownSound = (stream: Stream): boolean => soundCodecs.test(avGetCodecName(stream.codecpar.codecId) ?? '');

/** Converts a timestamp of a stream to seconds. */
export const secondsOf = (time: bigint, { num, den }: { num: number; den: number }): number => (Number(time) * num) / den;

/** Plausible years of a recording; clocks that were never set give 1904 or 1970. */
const years = { first: 1980, last: 2100 };

function takenAtOf(input: Demuxer): string | null {
  const { metadata } = input;
  const said = metadata['com.apple.quicktime.creationdate'] ?? metadata['creation_time'];
  const taken = new Date(said?.split(';')[0] ?? '');
  if (Number.isNaN(taken.getTime())) return null;
  const year = taken.getUTCFullYear();
  return year >= years.first && year <= years.last ? taken.toISOString() : null;
}
