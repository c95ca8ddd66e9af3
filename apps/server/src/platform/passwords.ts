import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import type { Algorithm, Options } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { refuse } from './http/refusal.ts';

/** The package declares its algorithms as a const enum, which only exists for a compiler; 2 is Argon2id. */
const argon2id = 2 as Algorithm;
/** Argon2id with the second recommendation of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const cost: Options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Threads of libuv's pool, which hashes, files and DNS lookups share (default: four). */
const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) || 4;
/** Concurrent hashes: one per core, leaving one thread for files. Further ones wait. */
const lanes = Math.max(1, Math.min(availableParallelism(), threads - 1));
const running = pLimit(lanes);
/** Milliseconds a hash may wait; one that would wait longer is refused at once. */
const maxQueueMs = 4_000;
/** Milliseconds of one hash, as a moving average; it grows while the cores are busy. */
let typical = 30;

/** Verified when there is no account, so that a wrong address takes as long as a wrong password. */
const decoy = hash('never the password of anybody', cost);

async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if ((running.pendingCount * typical) / lanes > maxQueueMs) throw refuse.unavailable();
  return running(async () => {
    const began = performance.now();
    const result = await work();
    typical += (performance.now() - began - typical) / 16;
    return result;
  });
}

/** Hashes a new password. @throws Refused unavailable when too many wait */
export const hashPassword = (password: string): Promise<string> => bounded(() => hash(password, cost));

/**
 * Whether the password is the one that was hashed.
 * @param known the stored hash, or undefined where there is no account: takes the same time and is never right
 * @throws Refused unavailable when too many wait
 */
export async function verifyPassword(known: string | undefined, password: string): Promise<boolean> {
  const against = known ?? (await decoy);
  const right = await bounded(() => verify(against, password));
  return right && known !== undefined;
}
