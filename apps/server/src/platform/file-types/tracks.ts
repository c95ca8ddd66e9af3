import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { readPart } from './polyglot.ts';

/** Boxes looked at in one file, and bytes in which a Matroska file has to have said what is in it. */
const most = { boxes: 20_000, matroska: 1_048_576 };

/**
 * Whether a container has moving pictures or only sound in it, without decoding anything.
 * @returns `pictures` also where nothing can be found: what is damaged is found out when it is played through
 */
export async function tracksOf(path: string, container: 'mp4' | 'mov' | 'webm' | 'mkv'): Promise<'pictures' | 'sound'> {
  const file = await open(path);
  try {
    const handlers = container === 'mp4' || container === 'mov' ? await handlersOf(file) : await codecLetters(file);
    return handlers.has('sound') && !handlers.has('pictures') ? 'sound' : 'pictures';
  } finally {
    await file.close();
  }
}

/** Boxes on the way to what a track is (ISO/IEC 14496-12, 8.4.3). */
const way = new Set(['moov', 'trak', 'mdia']);

async function handlersOf(file: FileHandle): Promise<Set<string>> {
  const handlers = new Set<string>();
  const { size } = await file.stat();
  let left = most.boxes;
  const walk = async (from: number, to: number): Promise<void> => {
    for (let at = from; at + 8 <= to && left > 0; left -= 1) {
      const head = await readPart(file, at, 20);
      if (head.length < 16) return;
      const short = head.readUInt32BE(0);
      const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short;
      const type = head.toString('latin1', 4, 8);
      if (length < 8) return;
      if (way.has(type)) await walk(at + (short === 1 ? 16 : 8), Math.min(to, at + length));
      if (type === 'hdlr' && head.length === 20) handlers.add(meaning[head.toString('latin1', 16, 20)] ?? 'other');
      at += length;
    }
  };
  await walk(0, size);
  return handlers;
}

const meaning: Record<string, 'pictures' | 'sound'> = { vide: 'pictures', soun: 'sound' };

/** Matroska names its codecs V_… and A_… (element 0x86), long before the first frame. */
async function codecLetters(file: FileHandle): Promise<Set<string>> {
  const start = (await readPart(file, 0, most.matroska)).toString('latin1');
  const letters = start.matchAll(/\x86[\x80-\xff]([AV])_[A-Z]/g);
  return new Set([...letters].map(([, letter]) => (letter === 'V' ? 'pictures' : 'sound')));
}
