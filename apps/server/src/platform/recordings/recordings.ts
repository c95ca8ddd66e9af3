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

/** A file that was made and is there until `use` ends. */
export interface MadeFile {
  name: 'video' | 'preview' | 'audio';
  path: string;
  extension: 'mp4' | 'm4a';
  type: 'video/mp4' | 'audio/mp4';
  width: number | null;
  height: number | null;
}

/** A film as everybody can play it, with a PNG picture of it. */
export interface Film extends FilmMade {
  files: MadeFile[];
  posterPath: string;
}

/** A recording as everybody can play it. */
export interface Sound extends SoundMade {
  files: MadeFile[];
}

/** Everything that looks into films and recordings: each in a process of its own with limits, one at a time. */
export interface Recordings {
  /**
   * Makes what is shown of a film.
   * @param use is given what was made; the files are gone when it ends
   * @throws Refused validation_failed, with the reason in plain words, where nothing can ever be made of it
   */
  film<T>(path: string, kind: FilmKind, use: (film: Film) => Promise<T>): Promise<T>;
  /** The same for a sound. */
  sound<T>(path: string, kind: SoundKind, use: (sound: Sound) => Promise<T>): Promise<T>;
}

/** The one reader of FFmpeg for each container. */
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

const faulty = (fault: Fault | 'too-much') => new Refused('validation_failed', mediaFailureMessages[fault]);

export function createRecordings({ tempDir }: { tempDir: string }): Recordings {
  const oneByOne = pLimit(1);

  const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
    const folder = join(tempDir, randomUUID());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
  };

  return {
    film: (path, kind, use) =>
      oneByOne(() =>
        inFolder(async (folder) => {
          const answer = await workApart({ task: 'film', path, demuxer: demuxers[kind], folder });
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
    sound: (path, kind, use) =>
      oneByOne(() =>
        inFolder(async (folder) => {
          const answer = await workApart({ task: 'sound', path, demuxer: demuxers[kind], folder });
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
/** Signals of a process that broke over what it was given. */
const broke = new Set<NodeJS.Signals | null>(['SIGSEGV', 'SIGABRT', 'SIGFPE', 'SIGILL', 'SIGBUS']);
const outOfMemory = 86;

/** @throws Refused where the file is at fault; Error where the process was ended from outside, so that it can be tried again */
async function workApart(order: Order): Promise<Answer> {
  // Its standard input is a string between the two: when this process ends, however it ends, so does the other.
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
    // Only now: the last line of a process that was killed may be half a line.
    const answer = JSON.parse(last) as Answer;
    if ('fault' in answer) throw faulty(answer.fault);
    return answer;
  } finally {
    clearTimeout(end);
    clearTimeout(silence);
  }
}
