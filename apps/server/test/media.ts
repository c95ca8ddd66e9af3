import type { Media } from '@heartwood/contract/media';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { call } from './members.ts';
import type { TestUser } from './people.ts';
import { gradient } from './photos.ts';

/** A form with one file, as the field `file`, and with more fields. */
export function formWithFile(bytes: Uint8Array | string, filename: string, more: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(more)) form.append(name, value);
  form.append('file', new File([bytes as Uint8Array<ArrayBuffer> | string], filename));
  return form;
}

/** Uploads a file in one request. @returns the medium as it is then: it may still be processed */
export async function upload(at: TestApp, by: TestUser, bytes: Uint8Array | string, filename: string): Promise<Media> {
  const answer = await call(at, by, 'POST', '/api/media', formWithFile(bytes, filename));
  if (answer.statusCode !== 201) throw new Error(`uploading failed: ${answer.body}`);
  return answer.json().data.media;
}

/** Uploads a small photo. @returns its id */
export async function uploadPhoto(at: TestApp, by: TestUser): Promise<string> {
  return (await upload(at, by, await gradient(20, 20).png().toBuffer(), 'photo.png')).id;
}

/** A medium once it has been processed, well or badly. @param timeoutMs how long that is waited for */
export async function processed(at: TestApp, by: TestUser, id: string, timeoutMs = 20_000): Promise<Media> {
  const look = async () => (await call(at, by, 'GET', `/api/media/${id}`)).json().data.media as Media;
  await expect.poll(async () => (await look()).state, { timeout: timeoutMs }).not.toBe('processing');
  return look();
}
