import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monthsAfter } from '@heartwood/contract/days';
import type { UploadedFile } from '@heartwood/contract/fields';
import type { Session } from '#features/accounts/actions.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { plus } from '#platform/clock.ts';
import type { Platform } from '#platform/platform.ts';
import type { Ago } from './family.ts';

/** One of the sample family, signed in. */
interface Someone {
  session: Session;
  scope: FamilyScope;
}

/** The sample family while it is being made: members by first name, people by first name. */
export interface Making {
  platform: Platform;
  members: Map<string, Someone>;
  people: Map<string, string>;
}

/** Somebody or something of the sample, by name. */
export function find<T>(known: Map<string, T>, name: string): T {
  const found = known.get(name);
  if (found === undefined) throw new Error(`the sample speaks of ${name}, who is not in it`);
  return found;
}

/** The platform as it was some time ago. */
export function at(platform: Platform, when: Ago): Platform {
  const time = ago(platform, when);
  return { ...platform, clock: { now: () => time } };
}

/** The time of so long ago. */
export function ago(platform: Platform, { years = 0, months = 0, weeks = 0, days = 0, hours = 0 }: Ago): Date {
  return plus(monthsAfter(platform.clock.now(), -12 * years - months), { days: -7 * weeks - days, hours: -hours });
}

/** Where photos stand while they are handed over. */
export const sampleTemp = (platform: Platform) => join(platform.tempDir, 'sample');
const photosDir = join(import.meta.dirname, 'photos');

/** Where the voices and films are. */
export const recordingsDir = join(import.meta.dirname, 'recordings');

/** One of the sample's photos, as if it had just been received. */
export const photo = (platform: Platform, name: string): Promise<UploadedFile> => received(platform, photosDir, `${name}.jpg`);

/** A file as if it had just been received. What it is, its bytes say. */
export async function received(platform: Platform, folder: string, filename: string): Promise<UploadedFile> {
  await mkdir(sampleTemp(platform), { recursive: true });
  const bytes = await readFile(join(folder, filename));
  const path = join(sampleTemp(platform), filename);
  await copyFile(join(folder, filename), path);
  return { path, size: bytes.length, filename, type: '', sha256: createHash('sha256').update(bytes).digest('hex') };
}
