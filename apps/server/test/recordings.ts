import { Encoder, FilterAPI, Muxer } from 'node-av/api';
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_PKT_DATA_DISPLAYMATRIX,
  AV_SAMPLE_FMT_FLT,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBVPX_VP8,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
  FF_ENCODER_PCM_S16LE,
} from 'node-av/constants';
import { Dictionary, Frame, Log } from 'node-av/lib';

/** What a phone writes beside pictures and sound. */
export const secrets = { location: '+51.5000-000.1166/', title: 'Where we live', make: 'HeartwoodCam SN-4711' };

interface Recording {
  /** Seconds. */
  seconds?: number;
  width?: number;
  height?: number;
  pictures?: 'h264' | 'vp8' | 'pq' | 'hlg' | undefined;
  sound?: 'aac' | 'mp3' | 'opus' | 'pcm' | undefined;
  /** The phone was held upright: the pictures are to be turned by 90 degrees. */
  upright?: boolean;
}

const videoEncoders = { h264: FF_ENCODER_LIBX264, vp8: FF_ENCODER_LIBVPX_VP8, pq: FF_ENCODER_LIBX265, hlg: FF_ENCODER_LIBX265 };
/** The same pictures as HDR, white at 203 candela as ITU-R BT.2408 says, in 10 bits and the colours of BT.2020. */
const brighter = (curve: string) =>
  `setparams=color_trc=bt709:color_primaries=bt709:colorspace=bt709:range=tv,zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt2020:t=${curve}:m=bt2020nc:r=tv:npl=203,format=yuv420p10le`;
const light: Partial<Record<string, string>> = { pq: brighter('smpte2084'), hlg: brighter('arib-std-b67') };
const settings = { h264: { preset: 'ultrafast' }, vp8: {}, pq: { preset: 'ultrafast' }, hlg: { preset: 'ultrafast' } };
const soundEncoders = { aac: FF_ENCODER_AAC, mp3: FF_ENCODER_LIBMP3LAME, opus: FF_ENCODER_LIBOPUS, pcm: FF_ENCODER_PCM_S16LE };
Log.setLevel(AV_LOG_QUIET);
const rate = 25;
const samples = 48_000;

/**
 * Writes a recording: pictures that are red at the left and blue at the right and get brighter, a tone that swells from silence, and with
 * them a place, a title, a maker and a date.
 * @param format FFmpeg's name of the container
 */
export async function record(path: string, format: string, what: Recording): Promise<string> {
  const { seconds = 2, width = 320, height = 240, pictures, sound, upright = false } = what;
  const output = await Muxer.open(path, {
    format,
    options: ['mp4', 'mov'].includes(format) ? { movflags: 'use_metadata_tags' } : {},
    configure(context) {
      context.metadata = Dictionary.fromObject({ ...secrets, creation_time: '2024-07-14T16:30:05.000000Z' });
      if (!upright) return;
      const matrix = Buffer.alloc(36);
      for (const [index, value] of [0, 65_536, 0, -65_536, 0, 0, 0, 0, 1_073_741_824].entries()) matrix.writeInt32LE(value, index * 4);
      for (const stream of context.streams)
        if (stream.codecpar.width > 0) stream.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, matrix);
    },
  });
  const chain = light[pictures ?? ''];
  const filter = chain ? FilterAPI.create(chain) : undefined;
  const video =
    pictures && (await Encoder.create(videoEncoders[pictures], { options: { ...settings[pictures] }, ...(filter ? { filter } : {}) }));
  const audio =
    sound && (await Encoder.create(soundEncoders[sound], { autoResample: true, ...(sound === 'pcm' ? {} : { bitrate: 64_000 }) }));
  const videoIndex = video ? output.addStream(video) : -1;
  const audioIndex = audio ? output.addStream(audio) : -1;
  const write = async (encoder: Encoder, index: number, frame: Frame | null) => {
    for (const packet of await encoder.encodeAll(frame)) await output.writePacket(packet, index);
    frame?.free();
  };
  const film = async (picture: Frame | null) => {
    if (!video) return;
    if (!filter) return write(video, videoIndex, picture);
    for (const brightened of await filter.processAll(picture)) await write(video, videoIndex, brightened);
    picture?.free();
    if (!picture) await write(video, videoIndex, null);
  };
  const step = samples / rate;
  for (let index = 0; index < seconds * rate; index += 1) {
    await film(pictureOf(width, height, index));
    if (audio) await write(audio, audioIndex, toneOf(index * step, step, seconds * samples));
  }
  await film(null);
  if (audio) await write(audio, audioIndex, null);
  await output.close();
  return path;
}

function pictureOf(width: number, height: number, index: number): Frame {
  const luma = Buffer.alloc(width * height, 60 + (index % 100));
  const half = Buffer.alloc((width / 2) * (height / 2));
  for (let at = 0; at < half.length; at += 1) half[at] = at % (width / 2) < width / 4 ? 90 : 220;
  const other = Buffer.from(half.map((value) => 310 - value));
  const frame = Frame.fromVideoBuffer(Buffer.concat([luma, half, other]), {
    width,
    height,
    format: AV_PIX_FMT_YUV420P,
    timeBase: { num: 1, den: rate },
  });
  frame.pts = BigInt(index);
  return frame;
}

function toneOf(from: number, count: number, all: number): Frame {
  const data = Buffer.alloc(count * 4);
  for (let at = 0; at < count; at += 1) data.writeFloatLE(((from + at) / all) * 0.8 * Math.sin((from + at) / 12), at * 4);
  const frame = Frame.fromAudioBuffer(data, {
    nbSamples: count,
    format: AV_SAMPLE_FMT_FLT,
    sampleRate: samples,
    channelLayout: AV_CHANNEL_LAYOUT_MONO,
    timeBase: { num: 1, den: samples },
  });
  frame.pts = BigInt(from);
  return frame;
}
