import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { auth, goodPassword } from './people.ts';
import { freePort, ServerProcess } from './process.ts';

// Pictures whose decoding takes hundreds of megabytes: all of a progressive JPEG is in memory before its first pixel is known.

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

let server: ServerProcess;
let people = 0;
/** Of a hundred megapixels. */
let largest: File;
beforeAll(async () => {
  server = new ServerProcess(await mkdtemp(join(tmpdir(), 'heartwood-large-')), await freePort());
  [largest] = await Promise.all([progressive(9_999), server.start()]);
});
afterAll(() => server.remove());

const progressive = async (side: number) => {
  const bytes = await sharp({ create: { width: side, height: side, channels: 3, background: '#7a8b5c' } })
    .jpeg({ progressive: true })
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'photo.jpg');
};

/** The most memory the server has ever had, in megabytes. */
async function peak(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_000;
}

async function register(image?: File): Promise<{ status: number; body: { data?: { token: string }; errors?: object } }> {
  people += 1;
  const form = new FormData();
  const person = { firstname: 'Nora', lastname: 'Whitlock', email: `nora${people}@example.com` };
  for (const [name, value] of Object.entries({ ...person, password: goodPassword, password_confirmation: goodPassword }))
    form.append(name, value);
  if (image) form.append('image', image);
  const answer = await fetch(`${server.base}/api/register`, { method: 'POST', body: form });
  return { status: answer.status, body: (await answer.json()) as { data?: { token: string } } };
}

const ten = <T>(what: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, what));

test.runIf(process.platform === 'linux')('[R4.19] a portrait of a hundred megapixels is refused at once, ten of them as well', async () => {
  await register(largest);
  const began = performance.now();
  for (const { status, body } of await ten(() => register(largest))) {
    expect(status).toBe(422);
    expect(body.errors).toEqual({ image: ['This photo has more than 50 megapixels. Please choose a smaller one.'] });
  }
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(await peak()).toBeLessThan(512);
});

test.runIf(process.platform === 'linux')('[R4.19] ten of forty-nine at once are kept, and the serving process stays small', async () => {
  const image = await progressive(7_000);
  const answers = await ten(() => register(image));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await peak()).toBeLessThan(512);
});

test.runIf(process.platform === 'linux')('[R4.19] so it does with the photos of members, of a hundred megapixels each', async () => {
  const token = (await register()).body.data?.token ?? '';
  const send = async () => {
    const body = new FormData();
    body.append('file', largest);
    return (await fetch(`${server.base}/api/media`, { method: 'POST', headers: auth(token), body })).status;
  };
  expect(await ten(send)).toEqual(Array(10).fill(201));
  expect(await peak()).toBeLessThan(512);
});
