import { BitStreamFilterAPI, Decoder, Encoder, FilterAPI } from 'node-av/api';
import type { Muxer } from 'node-av/api';
import { FF_ENCODER_AAC, FF_ENCODER_LIBX264 } from 'node-av/constants';
import type { Frame, Packet, Stream } from 'node-av/lib';
import { Faulty } from './answers.ts';
import { mostFrames } from './limits.ts';
import type { Shape } from './shape.ts';
import { trimPictures, trimSound } from './trim.ts';
import type { Trim } from './trim.ts';

/** Processes the packets of a stream and writes them to the output file. `null` stands for the end of the stream. */
export type TrackWriter = (packet: Packet | null) => Promise<void>;

/** Copies packets without decoding them. */
export function copy(output: Muxer, stream: Stream): TrackWriter {
  const index = output.addStream(stream);
  return (packet) => output.writePacket(packet, index);
}

/**
 * Copies H.264 without its SEI units (NAL unit type 6), in which drones store the location. What the filter hands out begins with start codes (Annex B of
 * ITU-T H.264), and so do its parameter sets: the muxer writes lengths instead, as MP4 has them (ISO/IEC 14496-15), where it is told so by the parameter
 * sets. It wants them before the first packet.
 */
export async function copyPictures(output: Muxer, stream: Stream): Promise<TrackWriter> {
  const create = () => BitStreamFilterAPI.create('filter_units', stream, { options: { remove_types: '6' } });
  const filter = create();
  const index = output.addStream(stream);
  const written = output.getStream(index)?.codecpar;
  // A filter knows its parameter sets once it has been given something, if only the end.
  using ended = create();
  await ended.filterAll(null);
  if (written) written.extradata = ended.outputCodecParameters?.extradata ?? null;
  return async (packet) => {
    for (const part of await filter.filterAll(packet)) {
      await output.writePacket(part, index);
      part.free();
    }
    if (!packet) await output.writePacket(null, index);
  };
}

/** Encodes video of any codec as H.264. @param trim the part that remains, on the clock of the packets; all of it where nothing is said */
export async function encodePictures(output: Muxer, stream: Stream, { filters }: Shape, trim?: Trim): Promise<TrackWriter> {
  const { num, den } = stream.avgFrameRate;
  const rate = den > 0 && num / den > mostFrames ? ['fps=60'] : [];
  const decoder = await Decoder.create(stream, { exitOnError: false });
  const filter = FilterAPI.create([...(trim ? trimPictures(trim) : []), ...filters, ...rate].join(','));
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    decoder,
    filter,
    gopSize: 120,
    options: { preset: 'veryfast', crf: 23, profile: 'high' },
  });
  return through(output, output.addStream(encoder), decoder, filter, encoder);
}

/** Encodes audio of any codec as AAC; `trim` as above. */
export async function encodeSound(output: Muxer, stream: Stream, trim?: Trim): Promise<TrackWriter> {
  const decoder = await Decoder.create(stream, { exitOnError: false });
  const layout = stream.codecpar.channels === 1 ? 'mono' : 'stereo';
  const shaped = `aresample=async=1:first_pts=0,aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=${layout}`;
  const filter = FilterAPI.create([...(trim ? trimSound(trim) : []), shaped].join(','));
  const encoder = await Encoder.create(FF_ENCODER_AAC, { decoder, filter, bitrate: layout === 'mono' ? 96_000 : 160_000 });
  return through(output, output.addStream(encoder), decoder, filter, encoder);
}

function through(output: Muxer, index: number, decoder: Decoder, filter: FilterAPI, encoder: Encoder): TrackWriter {
  const pass = async (frame: Frame | null) => {
    for (const packet of await encoder.encodeAll(frame)) {
      await output.writePacket(packet, index);
      packet.free();
    }
  };
  const screen = async (frame: Frame | null) => {
    for (const shown of await filter.processAll(frame)) {
      await pass(shown);
      shown.free();
    }
  };
  let any = false;
  return async (packet) => {
    for (const frame of await decoder.decodeAll(packet)) {
      any = true;
      await screen(frame);
      frame.free();
    }
    if (packet) return;
    if (!any) throw new Faulty('damaged');
    await screen(null);
    await pass(null);
    await output.writePacket(null, index);
  };
}
