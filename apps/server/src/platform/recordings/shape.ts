import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import { toneMappingFilters } from './tone-mapping.ts';

/** The size in which a video is shown, and the FFmpeg filters that produce it. */
export interface Shape {
  width: number;
  height: number;
  filters: string[];
  /** Whether scaling, square pixels or colours require encoding. */
  changed: boolean;
}

/** Gives the size of a video after rotation, with square pixels and a limited longer side, and the filters that produce it. */
export function shapeOf(stream: Stream, longest: number): Shape {
  const { width, height } = stream.codecpar;
  const { filters, sideways } = turning(stream);
  const { num, den } = stream.sampleAspectRatio;
  const stretch = num > 0 && den > 0 && num / den > 0.1 && num / den < 10 ? num / den : 1;
  const shown = sideways ? { width: height, height: width * stretch } : { width: width * stretch, height };
  const share = Math.min(1, longest / Math.max(shown.width, shown.height));
  const even = (length: number) => Math.max(2, Math.round((length * share) / 2) * 2);
  const to = { width: even(shown.width), height: even(shown.height) };
  const light = toneMappingFilters(stream);
  const changed =
    light.length > 0 || stretch !== 1 || to.width !== (sideways ? height : width) || to.height !== (sideways ? width : height);
  const scale = `scale=${to.width}:${to.height}:flags=bicubic`;
  // Side data (rotation, location) is removed.
  return { ...to, filters: [...filters, scale, ...light, 'setsar=1', 'sidedata=mode=delete', 'format=yuv420p'], changed };
}

/**
 * Gives the FFmpeg filters that rotate a stream. Phones store the rotation in the display matrix of ISO/IEC 14496-12, 8.3.2.
 * @returns the filters, none without a rotation, and whether width and height are swapped
 */
function turning(stream: Stream): { filters: string[]; sideways: boolean } {
  const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (!matrix || matrix.length < 36) return { filters: [], sideways: false };
  const at = (index: number) => matrix.readInt32LE(index * 4);
  const degrees = (Math.round((Math.atan2(at(1), at(0)) * 2) / Math.PI) * 90 + 360) % 360;
  if (degrees === 90) return { filters: [at(3) > 0 ? 'transpose=cclock_flip' : 'transpose=clock'], sideways: true };
  if (degrees === 270) return { filters: [at(3) < 0 ? 'transpose=clock_flip' : 'transpose=cclock'], sideways: true };
  return { filters: [...(at(0) < 0 ? ['hflip'] : []), ...(at(4) < 0 ? ['vflip'] : [])], sideways: false };
}
