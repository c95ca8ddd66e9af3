import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ChildEnded, createChildren } from '#platform/sandbox/children.ts';

/** Bytes of the files of one mail, and of the mail: base 64 writes three bytes as four, with line ends; and there are words. */
export const mailSizes = { files: 25 * 1024 * 1024, mail: 36 * 1024 * 1024 } as const;

/** A header field. `key` is in lower case, `value` on one line. */
export interface MailHeader {
  key: string;
  value: string;
}

/** A file that came with a mail. */
export interface MailFile {
  path: string;
  filename: string;
  /** As the sender declared it; the bytes decide. */
  type: string;
  size: number;
  /** It is a part of how the mail looks, such as the logo of a signature. */
  isDecoration: boolean;
}

/** A mail as it was read. */
export interface ReadMail {
  headers: MailHeader[];
  /** Every address it says it is from, in lower case. */
  from: string[];
  /** Every address it says it was written to, in lower case. */
  to: string[];
  /** What was written, without what it answers and without a signature. */
  text: string;
  files: MailFile[];
}

/** What the child is asked for, and what it answers; undefined for a mail that cannot be read. */
export type ReadingTask = { path: string; folder: string };
export type ReadingAnswer = ReadMail | undefined;

/** Reads mails of strangers. */
export interface Reading {
  /**
   * Reads a mail in a process of its own, with limits of time and memory; one at a time.
   * @param use is given the mail while its files are there; undefined for what is none, or takes too much
   * @throws Error where the process was ended from outside, so that it can be tried again
   */
  read<T>(path: string, use: (mail: ReadMail | undefined) => Promise<T>): Promise<T>;
}

/** What reading one mail may take: milliseconds, megabytes of JavaScript heap, bytes of memory in all. */
const most = { time: 30_000, heap: 256, memory: 700_000_000 };

export function createReading({ tempDir }: { tempDir: string }): Reading {
  const children = createChildren<ReadingTask, ReadingAnswer>({
    script: fileURLToPath(new URL('./reading-child.ts', import.meta.url)),
    flags: [`--max-old-space-size=${most.heap}`, '--disable-warning=ExperimentalWarning'],
    count: 1,
    time: most.time,
  });
  return {
    async read(path, use) {
      const folder = join(tempDir, randomUUID());
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        return await use(await children.run({ path, folder }, most.memory).catch(unlessFault));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

function unlessFault(error: unknown): undefined {
  if (!(error instanceof ChildEnded && error.isFault)) throw error;
  return undefined;
}
