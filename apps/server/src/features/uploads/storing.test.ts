import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sweepMedia } from '#features/media/jobs.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { mediaFolders } from '#test/files.ts';
import { addMember, call } from '#test/members.ts';
import { goodPassword, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { phonePhoto } from '#test/photos.ts';
import { longSound } from '#test/sounds.ts';

let at: TestApp;
let nora: TestUser;
let cora: TestUser;
let photo: Buffer;
beforeAll(async () => {
  at = await startApp({ jobs: false });
  nora = await registerParent(at.app, { firstname: 'Nora' });
  cora = await addMember(at, nora.familyId, 'guardian', 'Cora');
  photo = await phonePhoto();
});
afterAll(() => at.close());

const tus = { 'tus-resumable': '1.0.0' };
const chunk = { ...tus, 'content-type': 'application/offset+octet-stream' };
const begin = (by: TestUser, length: number, headers: Record<string, string> = {}) =>
  call(at, by, 'POST', '/api/uploads', undefined, { ...tus, 'upload-length': String(length), ...headers });
const append = (by: TestUser, url: string, offset: number, bytes: Buffer) =>
  call(at, by, 'PATCH', url, bytes, { ...chunk, 'upload-offset': String(offset) });
const send = (by: TestUser, bytes: Buffer) =>
  call(at, by, 'POST', '/api/uploads', bytes, { ...chunk, 'upload-length': String(bytes.length) });
const look = (by: TestUser, url: string) => call(at, by, 'HEAD', url, undefined, tus);
/** What may end sessions: it holds all of a user's. */
const readAll = async (by: TestUser) => (await call(at, by, 'POST', '/api/notifications/read', {})).statusCode;
const mediaCount = async () => Number((await at.platform.db.$client.query('select count(*) from media')).rows[0].count);

/** Makes calls of the storage wait. @param first only so many of them */
function slowed(method: 'putFile' | 'health', first = Infinity) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { storage } = at.platform;
  const real = storage[method] as (...args: unknown[]) => Promise<never>;
  let waiting = 0;
  const spied = vi.spyOn(storage, method).mockImplementation(async (...args: unknown[]) => {
    if (waiting < first) {
      waiting += 1;
      await promise;
    }
    return real(...args);
  });
  return {
    /** Waits until so many of them wait. */
    reached: (count = 1) => expect.poll(() => waiting, { timeout: 20_000, interval: 10 }).toBeGreaterThanOrEqual(count),
    goOn() {
      spied.mockRestore();
      resolve();
    },
  };
}

describe('while a file is being stored', () => {
  test('[R6.17] its sender’s account can be changed', async () => {
    const storing = slowed('putFile');
    const sent = send(nora, photo);
    await storing.reached();
    const read = await readAll(nora);
    storing.goOn();
    expect(read).toBe(200);
    const answer = await sent;
    expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([201, String(photo.length)]);
    expect(answer.headers['media-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('[R6.17] its sender can log out: then nothing is kept of it, and it is finished after the next log-in', async () => {
    const login = { email: nora.email, password: goodPassword };
    const other = { ...nora, token: (await call(at, null, 'POST', '/api/login', login)).json().data.token as string };
    const url = String((await begin(nora, photo.length)).headers.location);
    expect((await append(nora, url, 0, photo.subarray(0, 5_000))).statusCode).toBe(204);
    const [folders, media] = [await mediaFolders(at), await mediaCount()];
    const storing = slowed('putFile');
    const sent = append(other, url, 5_000, photo.subarray(5_000));
    await storing.reached();
    const loggedOut = (await call(at, other, 'POST', '/api/logout', {})).statusCode;
    storing.goOn();
    expect(loggedOut).toBe(200);
    expect((await sent).statusCode).toBe(401);
    expect([await mediaFolders(at), await mediaCount()]).toEqual([folders, media]);
    expect((await look(nora, url)).headers['upload-offset']).toBe('5000');
    expect((await append(nora, url, 5_000, photo.subarray(5_000))).headers['media-id']).toBeDefined();
  });

  test('[R6.17] and many others, everybody else is served', async () => {
    const senders: TestUser[] = [];
    for (const firstname of ['Ada', 'Bea', 'Dora', 'Ella']) senders.push(await registerParent(at.app, { firstname }));
    const sound = longSound(5_000).bytes(0, 5_000);
    const storing = slowed('putFile');
    const sent = senders.flatMap((by) => Array.from({ length: 6 }, () => send(by, sound)));
    // As many as there are connections to the database.
    await storing.reached(20);
    const served = (await call(at, nora, 'GET', '/api/user')).statusCode;
    storing.goOn();
    expect(served).toBe(200);
    expect((await Promise.all(sent)).map(({ statusCode }) => statusCode)).toEqual(sent.map(() => 201));
  });

  test('[R6.17] again, of bytes that were sent before, its sender and the family go on', async () => {
    const bytes = await phonePhoto(900, 700);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const about = { 'upload-metadata': `sha256 ${btoa(sha256)}` };
    await append(nora, String((await begin(nora, bytes.length, about)).headers.location), 0, bytes);
    const storing = slowed('putFile', 1);
    const again = begin(nora, bytes.length, about);
    await storing.reached();
    const [read, begun] = [await readAll(nora), await begin(cora, 10)];
    storing.goOn();
    expect([read, begun.statusCode]).toEqual([200, 201]);
    const { statusCode, headers } = await again;
    expect([statusCode, headers['upload-offset']]).toEqual([201, String(bytes.length)]);
    expect(headers['media-id']).toBeDefined();
  });
});

test('[R6.17] while the storage is asked for room, who asks for it and the family go on', async () => {
  const asking = slowed('health', 1);
  const begun = begin(nora, 10);
  await asking.reached();
  const [read, other] = [await readAll(nora), await begin(cora, 10)];
  asking.goOn();
  expect([read, other.statusCode, (await begun).statusCode]).toEqual([200, 201, 201]);
});

test('[R6.17] a server that goes down between bytes and row loses nothing: the upload is finished, the bytes are swept away', async () => {
  const url = String((await begin(nora, photo.length)).headers.location);
  await append(nora, url, 0, photo.subarray(0, 5_000));
  const { storage } = at.platform;
  const real = storage.putFile;
  const [folders, media] = [await mediaFolders(at), await mediaCount()];
  vi.spyOn(storage, 'putFile').mockImplementationOnce(async (key, path) => {
    await real(key, path);
    throw new Error('nothing is done after this');
  });
  expect((await append(nora, url, 5_000, photo.subarray(5_000))).statusCode).toBe(500);
  expect([(await mediaFolders(at)).length, await mediaCount()]).toEqual([folders.length + 1, media]);
  const found = (await look(nora, url)).headers;
  expect([found['upload-offset'], found['media-id']]).toEqual(['5000', undefined]);
  const id = String((await append(nora, url, 5_000, photo.subarray(5_000))).headers['media-id']);
  at.clock.advance({ hours: 2 });
  await sweepMedia(at.platform);
  expect(await mediaFolders(at)).toEqual([...folders, id].toSorted());
  const { variants } = (await call(at, nora, 'GET', `/api/media/${id}`)).json().data.media;
  const original = await at.app.inject({ url: `/api/private/${variants.original.path}` });
  expect(original.rawPayload.equals(photo)).toBe(true);
});
