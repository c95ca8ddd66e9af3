import { mediaFailureMessages } from '@heartwood/messages/reasons';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { Refused } from '#platform/http/refusal.ts';
import type { FilmKind, SoundKind } from '#platform/file-types/file-types.ts';
import { made } from './answers.ts';
import type { Answer, Fault, FilmMade, Order, SoundMade } from './answers.ts';
import { recordingLimits } from './limits.ts';
import type { Trim } from './trim.ts';

/** A file that was made. It is deleted when `use` ends. */
export interface MadeFile {
  name: 'video' | 'preview' | 'audio';
  path: string;
  extension: 'mp4' | 'm4a';
  type: 'video/mp4' | 'audio/mp4';
  width: number | null;
  height: number | null;
}

/** A converted film with a poster in PNG. */
export interface Film extends FilmMade {
  files: MadeFile[];
  posterPath: string;
}

/** A converted sound recording. */
interface Sound extends SoundMade {
  files: MadeFile[];
}

/** Converts films and sound recordings, one at a time, and measures films, each in a sandboxed process with limits. */
export interface Recordings {
  /**
   * Converts a film.
   * @param use gets the files that were made; they are deleted when it ends
   * @param trim what remains of it; all of it where nothing is said
   * @throws Refused validation_failed, with the reason, where the film can never be converted
   */
  film<T>(path: string, kind: FilmKind, use: (film: Film) => Promise<T>, trim?: Trim): Promise<T>;
  /** How long a film is, in seconds, found out without decoding it; it waits for no conversion. @throws Refused validation_failed */
  length(path: string, kind: FilmKind): Promise<number>;
  /** Converts a sound recording; otherwise the same. */
  sound<T>(path: string, kind: SoundKind, use: (sound: Sound) => Promise<T>): Promise<T>;
}

/** The FFmpeg demuxer for each container format. */
const demuxers: Record<FilmKind | SoundKind, string> = {
  mp4: 'mov',
  mov: 'mov',
  m4a: 'mov',
  webm: 'matroska',
  mkv: 'matroska',
  weba: 'matroska',
  mp3: 'mp3',
  ogg: 'ogg',
  wav: 'wav',
};

const faulty = (fault: Fault) => new Refused('validation_failed', mediaFailureMessages[fault]);

export function createRecordings({ tempDir }: { tempDir: string }): Recordings {
  const oneByOne = pLimit(1);
  const measuring = pLimit(1);

  const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
    const folder = join(tempDir, randomUUID());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
  };

  return {
    film: (path, kind, use, trim) =>
      oneByOne(() =>
        inFolder(async (folder) => {
          const answer = await workInSandbox({ task: 'film', path, demuxer: demuxers[kind], folder, ...(trim ? { trim } : {}) });
          if (!('film' in answer)) throw new Error('the film has no answer');
          const { film } = answer;
          const file = (name: 'video' | 'preview', size: { width: number; height: number }): MadeFile => ({
            name,
            path: join(folder, made[name]),
            extension: 'mp4',
            type: 'video/mp4',
            width: size.width,
            height: size.height,
          });
          return use({ ...film, posterPath: join(folder, made.poster), files: [file('video', film), file('preview', film.preview)] });
        }),
      ),
    length: (path, kind) =>
      measuring(async () => {
        const answer = await workInSandbox({ task: 'length', path, demuxer: demuxers[kind], folder: '' });
        if (!('length' in answer)) throw new Error('the length has no answer');
        return answer.length;
      }),
    sound: (path, kind, use) =>
      oneByOne(() =>
        inFolder(async (folder) => {
          const answer = await workInSandbox({ task: 'sound', path, demuxer: demuxers[kind], folder });
          if (!('sound' in answer)) throw new Error('the sound has no answer');
          const audio: MadeFile = {
            name: 'audio',
            path: join(folder, made.audio),
            extension: 'm4a',
            type: 'audio/mp4',
            width: null,
            height: null,
          };
          return use({ ...answer.sound, files: [audio] });
        }),
      ),
  };
}

const script = fileURLToPath(new URL('./work-sandboxed.ts', import.meta.url));
const flags = ['--max-old-space-size=256', '--disable-warning=ExperimentalWarning'];
/** Signals by which a process ends that crashed because of its input. */
const broke = new Set<NodeJS.Signals | null>(['SIGSEGV', 'SIGABRT', 'SIGFPE', 'SIGILL', 'SIGBUS']);
const outOfMemory = 86;

/** @throws Refused where the file is at fault; Error where the process was ended from outside, so that it can be tried again */
async function workInSandbox(order: Order): Promise<Answer> {
  // The child ends when its standard input is closed, which the kernel does when this process ends.
  const child = spawn(process.execPath, [...flags, script, JSON.stringify(order)], { stdio: ['pipe', 'pipe', 'ignore'], env: {} });
  let last = '';
  let overdue = false;
  const stop = () => {
    overdue = true;
    child.kill('SIGKILL');
  };
  const end = setTimeout(stop, recordingLimits.time);
  const silence = setTimeout(stop, recordingLimits.silence);
  try {
    const ended = Promise.withResolvers<{ code: number | null; signal: NodeJS.Signals | null }>();
    child.on('error', ended.reject).on('close', (code, signal) => ended.resolve({ code, signal }));
    createInterface(child.stdout).on('line', (line) => {
      silence.refresh();
      last = line;
    });
    const { code, signal } = await ended.promise;
    if (overdue || code === outOfMemory) throw faulty('too-much');
    if (broke.has(signal)) throw faulty('damaged');
    if (code !== 0 || !last) throw new Error(`preparing ended with ${signal ?? code}`);
    // Only after the end: a process that was killed may leave half a line.
    const answer = JSON.parse(last) as Answer;
    if ('fault' in answer) throw faulty(answer.fault);
    return answer;
  } finally {
    clearTimeout(end);
    clearTimeout(silence);
  }
}
