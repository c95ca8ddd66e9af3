import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { phonePhoto } from './photos.ts';
import { record } from './recordings.ts';

let photo: Buffer | undefined;
let film: Buffer | undefined;

const formOf = (file: File, text: string): FormData => {
  const form = new FormData();
  form.append('images[0]', file);
  form.append('text', text);
  return form;
};

/** A post with a photo, as a form. */
export async function photoForm(text: string): Promise<FormData> {
  photo ??= await phonePhoto(64, 48);
  return formOf(new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }), text);
}

/** A post with a film of a little more than a second, as a form. */
export async function filmForm(text: string): Promise<FormData> {
  film ??= await recorded();
  return formOf(new File([new Uint8Array(film)], 'film.webm', { type: 'video/webm' }), text);
}

async function recorded(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-matrix-'));
  const path = await record(join(folder, 'film'), 'webm', { pictures: 'vp8', width: 64, height: 48, seconds: 1.2 });
  return readFile(path).finally(() => rm(folder, { recursive: true, force: true }));
}
