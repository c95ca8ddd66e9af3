import { AVCOL_PRI_BT2020, AVCOL_TRC_ARIB_STD_B67, AVCOL_TRC_SMPTE2084 } from 'node-av/constants';
import type { Stream } from 'node-av/lib';

/** What every screen shows right: ITU-R BT.709, limited range. */
const ordinary = 'p=bt709:t=bt709:m=bt709:r=tv';
/** How FFmpeg calls the curves of ITU-R BT.2100. */
const curves = new Map<number, string>([
  [AVCOL_TRC_SMPTE2084, 'smpte2084'],
  [AVCOL_TRC_ARIB_STD_B67, 'arib-std-b67'],
]);

/**
 * What brings a stream's brightness and colours into what every screen shows, in words of FFmpeg's filters. Phones film HDR (PQ or HLG, in
 * the colours of BT.2020): shown as if it were ordinary it is grey and dull. Ordinary white stays where it is, and what is brighter is
 * brought down by the curve of ITU-R BT.2390.
 * @returns none where nothing is to be changed
 */
export function lightFilters({ codecpar }: Stream): string[] {
  const curve = curves.get(codecpar.colorTrc);
  if (curve)
    return [
      // Said once more: a decoder may not say it of every picture, and the filter wants to know.
      `setparams=color_trc=${curve}:color_primaries=bt2020:colorspace=bt2020nc`,
      'format=yuv420p10le',
      `tonemapx=tonemap=bt2390:desat=0:peak=100:${ordinary}:format=yuv420p`,
    ];
  return codecpar.colorPrimaries === AVCOL_PRI_BT2020 ? [`zscale=${ordinary}`] : [];
}
