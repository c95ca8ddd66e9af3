import { AVCOL_PRI_BT2020, AVCOL_TRC_ARIB_STD_B67, AVCOL_TRC_SMPTE2084 } from 'node-av/constants';
import type { Stream } from 'node-av/lib';

/** The colour space that every screen shows correctly: ITU-R BT.709, limited range. */
const ordinary = 'p=bt709:t=bt709:m=bt709:r=tv';
/** FFmpeg's names for the transfer functions of ITU-R BT.2100. */
const curves = new Map<number, string>([
  [AVCOL_TRC_SMPTE2084, 'smpte2084'],
  [AVCOL_TRC_ARIB_STD_B67, 'arib-std-b67'],
]);

/**
 * Gives the FFmpeg filters that convert a stream to BT.709. Phones film HDR (PQ or HLG with BT.2020 primaries), which looks grey when it is
 * shown as SDR. Reference white keeps its brightness; brighter values are tone-mapped by the curve of ITU-R BT.2390.
 * @returns no filters where the stream is BT.709 already
 */
export function toneMappingFilters({ codecpar }: Stream): string[] {
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
