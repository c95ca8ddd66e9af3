import { Buffer } from 'node:buffer';
import { xmpOf } from './label.ts';
import type { Label } from './label.ts';

/** Bytes at the beginning of a film in which its header stands: `ftyp`, `moov` and `mvhd` come first. */
export const filmHead = 4_096;

/** The box type of XMP in an ISO base media file (XMP specification part 3, 1.1.8). */
const xmpId = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
/** Seconds from 1904, from which these files count, to 1970. */
const epoch = 2_082_844_800;

/** A label as a box that is put behind a film: programs that do not know it pass it by. */
export function filmTail(label: Label): Buffer {
  const xmp = Buffer.from(xmpOf(label));
  const header = Buffer.alloc(8);
  header.writeUInt32BE(header.length + xmpId.length + xmp.length, 0);
  header.write('uuid', 4, 'latin1');
  return Buffer.concat([header, xmpId, xmp]);
}

/**
 * Writes when a film was taken into its header (`mvhd`, ISO/IEC 14496-12, 8.2.2), which keeps its length.
 * @param head the first bytes of an MP4 with its index at the beginning; others stay as they are
 */
export function datedHead(head: Buffer, taken: Date): Buffer {
  const movie = boxIn(head, 0, 'moov');
  const header = movie === undefined ? undefined : boxIn(head, movie + 8, 'mvhd');
  const seconds = Math.floor(taken.getTime() / 1_000) + epoch;
  if (header === undefined || header + 28 > head.length || seconds < 0 || seconds > 0xff_ff_ff_ff) return head;
  const dated = Buffer.from(head);
  if (dated[header + 8] === 0) dated.writeUInt32BE(seconds, header + 12);
  else dated.writeBigUInt64BE(BigInt(seconds), header + 12);
  return dated;
}

/** Where the first box of a type begins among those that follow one another. */
function boxIn(bytes: Buffer, from: number, type: string): number | undefined {
  for (let at = from; at + 8 <= bytes.length;) {
    if (bytes.toString('latin1', at + 4, at + 8) === type) return at;
    const size = bytes.readUInt32BE(at);
    if (size < 8) return undefined;
    at += size;
  }
  return undefined;
}
