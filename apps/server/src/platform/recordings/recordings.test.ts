import { execFileSync, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decoder, Demuxer } from 'node-av/api';
import { AV_PIX_FMT_YUV420P, AVCOL_PRI_BT709, AVCOL_SPC_BT709, AVCOL_TRC_BT709 } from 'node-av/constants';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fileOf } from '#test/photos.ts';
import { isAlive } from '#test/process.ts';
import { record } from '#test/recordings.ts';
import { createRecordings } from './recordings.ts';
import { waveformOf } from './sound.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let tempDir: string;
/** Long enough to be met while it is being prepared: it has to be encoded anew. */
let long: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartwood-recordings-'));
  tempDir = join(folder, 'tmp');
  long = await record(join(folder, 'long.webm'), 'webm', { pictures: 'vp8', sound: 'opus', width: 640, height: 360, seconds: 10 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Process ids of what is working on recordings for a process. */
const workersOf = (parent: number): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((found) => Number(found?.[2]) === parent && found?.[3]?.includes('work-sandboxed.ts'))
    .map((found) => Number(found?.[1]));
const begun = async (parent: number): Promise<number> => {
  await expect.poll(() => workersOf(parent).length, { timeout: 30_000 }).toBe(1);
  return workersOf(parent)[0] ?? 0;
};

describe('a recording that is being prepared', () => {
  it('is no fault of its own when its process is killed: it is tried again, and nothing is left behind', async () => {
    const recordings = createRecordings({ tempDir });
    const first = recordings.film(long, 'webm', async () => 'made').catch((error: unknown) => error);
    process.kill(await begun(process.pid), 'SIGKILL');
    const error = await first;
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toHaveProperty('code', 'validation_failed');
    expect(await readdir(tempDir)).toEqual([]);
    expect(await recordings.film(long, 'webm', async ({ duration, files }) => [Math.round(duration), files.length])).toEqual([10, 2]);
    expect(await readdir(tempDir)).toEqual([]);
  });

  it('is let go of when whoever asked is killed', async () => {
    const module = JSON.stringify(join(import.meta.dirname, 'recordings.ts'));
    const code = `const { createRecordings } = await import(${module});
      await createRecordings({ tempDir: ${JSON.stringify(tempDir)} }).film(${JSON.stringify(long)}, 'webm', async () => 1);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' });
    const worker = await begun(parent.pid ?? 0);
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(worker), { timeout: 10_000 }).toBe(false);
  });

  it('waits for the one before it', async () => {
    const recordings = createRecordings({ tempDir });
    const voice = await record(join(folder, 'voice.ogg'), 'ogg', { sound: 'opus', seconds: 1 });
    const both = [0, 1, 2].map(() => recordings.sound(voice, 'ogg', async ({ duration }) => Math.round(duration)));
    await begun(process.pid);
    expect(await Promise.all(both)).toEqual([1, 1, 1]);
  });

  it('never follows what it names: a list of other files has no reader, whatever it is called', async () => {
    const recordings = createRecordings({ tempDir });
    const lists = [`#EXTM3U\n#EXTINF:1,\nfile://${long}\n#EXT-X-ENDLIST\n`, `ffconcat version 1.0\nfile '${long}'\n`];
    for (const list of lists) {
      const path = await fileOf(folder, list);
      for (const kind of ['mp4', 'mkv'] as const) {
        await expect(recordings.film(path, kind, async () => 1)).rejects.toMatchObject({ code: 'validation_failed' });
      }
    }
  });
});

describe('a film whose pictures are said to be in another file', () => {
  it('shows nothing of that file, and none is asked for', async () => {
    // What is to be stolen is like the film that points at it, so that its tables fit.
    const other = await record(join(folder, 'secret.mov'), 'mov', { pictures: 'h264', seconds: 1, width: 320, height: 240 });
    const film = await readFile(await record(join(folder, 'thief.mov'), 'mov', { pictures: 'h264', seconds: 1, width: 320, height: 240 }));
    const pixels = film.indexOf('mdat') + 4;
    const emptied = Buffer.from(film).fill(0, pixels, film.indexOf('moov') - 4);
    const path = await fileOf(folder, elsewhere(emptied, other));
    const own = join(folder, 'tmp-of-the-thief');
    await expect(createRecordings({ tempDir: own }).film(path, 'mov', async () => 'made')).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(await readdir(own)).toEqual([]);
    // Who follows what it names finds them there: the trap is a trap.
    const trusting: Record<string, number> = { enable_drefs: 1, use_absolute_path: 1 };
    const input = await Demuxer.open(path, { format: 'mov', options: { ...trusting } });
    const stream = input.video()!;
    const decoder = await Decoder.create(stream, { exitOnError: false });
    let frames = 0;
    for await (const frame of decoder.frames(input.packets(stream.index))) {
      if (!frame) break;
      frames += 1;
      frame.free();
    }
    await input.close();
    expect(frames).toBe(25);
  });
});

describe('a film that is H.264 already', () => {
  it.each(['mp4', 'mov'] as const)(
    '(%s) is copied as MP4 has it, with lengths and no start codes, so that it is taken again',
    async (kind) => {
      const path = await record(join(folder, `copied.${kind}`), kind, { pictures: 'h264', sound: 'aac', seconds: 2 });
      const again = join(folder, `again-${kind}.mp4`);
      const { first, configuration } = await createRecordings({ tempDir }).film(path, kind, async ({ files }) => {
        await copyFile(files[0]!.path, again);
        const input = await Demuxer.open(again);
        const stream = input.video()!;
        let first: Buffer | undefined;
        for await (const packet of input.packets(stream.index)) {
          if (!packet) break;
          first ??= Buffer.from(packet.data!);
          packet.free();
        }
        const configuration = stream.codecpar.extradata;
        await input.close();
        return { first: first!, configuration };
      });
      // AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1) begins with its version, 1.
      expect(configuration?.[0]).toBe(1);
      const types: number[] = [];
      let at = 0;
      for (; at < first.length; at += 4 + first.readUInt32BE(at)) types.push((first[at + 4] ?? 0) & 31);
      expect(at).toBe(first.length);
      expect(types).toContain(5);
      expect(types).not.toContain(6);
      expect(await createRecordings({ tempDir }).film(again, 'mp4', async ({ duration }) => Math.round(duration))).toBe(2);
    },
  );
});

describe('a film in HDR', () => {
  /** Tags and mean brightness (0 to 255) of a film's first picture, and those of its poster. */
  const seen = async (path: string, kind: 'mp4' | 'mov') =>
    createRecordings({ tempDir }).film(path, kind, async ({ files, posterPath }) => {
      const input = await Demuxer.open(files[0]!.path);
      const stream = input.video()!;
      const { colorTrc, colorPrimaries, colorSpace, format } = stream.codecpar;
      const decoder = await Decoder.create(stream);
      let luma = -1;
      for await (const frame of decoder.frames(input.packets(stream.index))) {
        if (!frame) break;
        const pixels = frame.toBuffer().subarray(0, frame.width * frame.height);
        if (luma < 0) luma = pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
        frame.free();
      }
      await input.close();
      const { channels } = await sharp(posterPath).stats();
      return { tags: { colorTrc, colorPrimaries, colorSpace, format }, luma, poster: channels.map(({ mean }) => mean) };
    });

  it.each(['pq', 'hlg'] as const)('(%s) becomes one that every screen shows as bright as it was', async (pictures) => {
    const size = { width: 320, height: 240, seconds: 1 };
    const hdr = await record(join(folder, `${pictures}.mov`), 'mov', { pictures, ...size });
    const shown = await seen(hdr, 'mov');
    expect(shown.tags).toEqual({
      colorTrc: AVCOL_TRC_BT709,
      colorPrimaries: AVCOL_PRI_BT709,
      colorSpace: AVCOL_SPC_BT709,
      format: AV_PIX_FMT_YUV420P,
    });
    // The same pictures filmed as ordinary ones: what was not brighter than white is nearly where it was.
    const plain = await seen(await record(join(folder, `${pictures}-plain.mp4`), 'mp4', { pictures: 'h264', ...size }), 'mp4');
    expect(Math.abs(shown.luma - plain.luma)).toBeLessThan(12);
    for (const [index, mean] of plain.poster.entries()) expect(Math.abs((shown.poster[index] ?? 0) - mean)).toBeLessThan(25);
  });
});

describe('a waveform', () => {
  it('is a hundred numbers, the loudest 1, of any length of sound', () => {
    for (const length of [1, 7, 99, 100, 101, 5_000]) {
      const waveform = waveformOf(Array.from({ length }, (_, index) => (index + 1) / length));
      expect(waveform).toHaveLength(100);
      expect(Math.max(...waveform)).toBe(1);
      expect(waveform.every((value) => value >= 0 && value <= 1)).toBe(true);
    }
  });

  it('of silence is silent', () => {
    expect(new Set(waveformOf(Array<number>(500).fill(0.0002)))).toEqual(new Set([0]));
  });
});

/** Says in a QuickTime film that its pictures are in a file elsewhere: an alias in the place of the note that they are here (`dref`). */
function elsewhere(film: Buffer, path: string): Buffer {
  const text = (value: string, length: number) => {
    const field = Buffer.alloc(length + 1);
    field[0] = Math.min(value.length, length);
    field.write(value.slice(0, length), 1, 'latin1');
    return field;
  };
  const number = (value: number) => Buffer.from([value >> 8, value & 255]);
  const name = path.split('/').at(-1) ?? '';
  const levels = Buffer.concat([number(1), number(1)]);
  const whole = Buffer.concat([number(2), number(path.length), Buffer.from(path), Buffer.alloc(path.length % 2)]);
  const record = Buffer.concat([Buffer.alloc(10), text('disk', 27), Buffer.alloc(12), text(name, 63), Buffer.alloc(16), levels]);
  const body = Buffer.concat([Buffer.from('alis\0\0\0\0', 'latin1'), record, Buffer.alloc(16), whole, number(0xffff), number(0)]);
  const entry = Buffer.concat([Buffer.from([0, 0, 0, body.length + 4]), body]);
  const at = film.indexOf('dref') + 12;
  const before = film.readUInt32BE(at);
  const made = Buffer.concat([film.subarray(0, at), entry, film.subarray(at + before)]);
  for (const parent of ['moov', 'trak', 'mdia', 'minf', 'dinf', 'dref']) {
    const box = made.indexOf(parent) - 4;
    made.writeUInt32BE(made.readUInt32BE(box) + entry.length - before, box);
  }
  return made;
}
