import { randomBytes } from 'node:crypto';

const megabyte = 1_048_576;

/** A long recording that is never in memory as a whole: PCM with a WAV header, noise of which no two megabytes are alike. */
export interface LongSound {
  size: number;
  /** Its bytes from one place to another. */
  bytes(from: number, to: number): Buffer;
}

/** @param size in bytes, at most 4 GB */
export function longSound(size: number): LongSound {
  const header = Buffer.alloc(44);
  header.write('RIFF');
  header.writeUInt32LE(size - 8, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(44_100, 24);
  header.writeUInt32LE(176_400, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(size - 44, 40);
  const noise = randomBytes(2 * megabyte);
  const block = (index: number) => {
    const bytes = noise.subarray((index * 97) % megabyte, ((index * 97) % megabyte) + megabyte);
    return index === 0 ? Buffer.concat([header, bytes.subarray(44)]) : bytes;
  };
  return {
    size,
    bytes(from, to) {
      const parts: Buffer[] = [];
      for (let at = from; at < to;) {
        const index = Math.floor(at / megabyte);
        const part = block(index).subarray(at - index * megabyte, Math.min(to - index * megabyte, megabyte));
        parts.push(part);
        at += part.length;
      }
      return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    },
  };
}
