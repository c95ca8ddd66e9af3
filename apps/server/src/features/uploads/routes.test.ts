import { unfinishedUploads, uploadSizeLimit } from '@heartwood/contract/limits';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { ClientRequest } from 'node:http';
import { readFile, rm, symlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { filesBelow } from '#test/files.ts';
import { addMember, call } from '#test/members.ts';
import { auth, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { phonePhoto } from '#test/photos.ts';
import { sweepUploads } from './jobs.ts';
import { jobsDone } from '#test/jobs.ts';

let at: TestApp;
let nora: TestUser;
let photo: Buffer;
let base = '';
beforeAll(async () => {
  at = await startApp();
  nora = await registerParent(at.app, { firstname: 'Nora' });
  photo = await phonePhoto();
  await at.app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(at.app.server.address() as AddressInfo).port}`;
});
afterAll(() => at.close());

const tus = { 'tus-resumable': '1.0.0' };
const chunk = { ...tus, 'content-type': 'application/offset+octet-stream' };
const sha = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest('base64');
const metadata = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

const begin = (length: number, headers: Record<string, string> = {}, by = nora) =>
  call(at, by, 'POST', '/api/uploads', undefined, { ...tus, 'upload-length': String(length), ...headers });
const begun = async (length: number, headers: Record<string, string> = {}) => {
  const answer = await begin(length, headers);
  expect([answer.statusCode, answer.body]).toEqual([201, '']);
  return String(answer.headers.location);
};
const append = (url: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}, by = nora) =>
  call(at, by, 'PATCH', url, bytes, { ...chunk, 'upload-offset': String(offset), ...headers });
const look = (url: string, by = nora) => call(at, by, 'HEAD', url, undefined, tus);
const offsetAt = async (url: string) => Number((await look(url)).headers['upload-offset']);
const staged = () => filesBelow(join(at.dataDir, 'uploads'));
const gone = async (id: string) => {
  for (let tries = 0; tries < 600 && (await staged()).includes(id); tries += 1) await sleep(50);
  return !(await staged()).includes(id);
};
const idOf = (url: string) => url.split('/').at(-1)!;

describe('an upload', () => {
  test('becomes a medium, byte for byte, and nothing else stays', async () => {
    const url = await begun(photo.length, {
      'upload-metadata': metadata({ filename: '../../Emma on the beach.jpg', filetype: 'image/jpeg' }),
    });
    const first = await append(url, 0, photo.subarray(0, 5_000));
    expect([first.statusCode, first.headers['upload-offset'], first.headers['media-id']]).toEqual([204, '5000', undefined]);
    expect(new Date(String(first.headers['upload-expires'])).toISOString()).toBe('2026-11-28T09:00:00.000Z');
    const last = await append(url, 5_000, photo.subarray(5_000), { 'upload-checksum': `sha256 ${sha('sha256', photo.subarray(5_000))}` });
    expect([last.statusCode, last.headers['upload-offset']]).toEqual([204, String(photo.length)]);
    const id = String(last.headers['media-id']);
    const { media } = (await call(at, nora, 'GET', `/api/media/${id}`)).json().data;
    expect(media).toMatchObject({ kind: 'image', filename: 'Emma on the beach.jpg', size: photo.length });
    const original = await at.app.inject({ url: `/api/private/${media.variants.original.path}` });
    expect(original.rawPayload.equals(photo)).toBe(true);
    expect(await gone(idOf(url))).toBe(true);
  });

  test('says what has become of it to who missed the last answer', async () => {
    const url = await begun(photo.length);
    const { headers } = await append(url, 0, photo);
    const missed = await look(url);
    expect([missed.statusCode, missed.headers['upload-offset'], missed.headers['upload-length']]).toEqual([
      200,
      `${photo.length}`,
      `${photo.length}`,
    ]);
    expect(missed.headers['media-id']).toBe(headers['media-id']);
    expect(missed.headers['cache-control']).toBe('no-store');
  });

  test('may begin with its first chunk, or be all in it', async () => {
    const answer = await call(at, nora, 'POST', '/api/uploads', photo, { ...chunk, 'upload-length': String(photo.length) });
    expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([201, String(photo.length)]);
    expect(answer.headers['media-id']).toMatch(/^[0-9a-f-]{36}$/);
    const part = await call(at, nora, 'POST', '/api/uploads', photo.subarray(0, 4_200), {
      ...chunk,
      'upload-length': String(photo.length),
    });
    expect([part.statusCode, part.headers['upload-offset'], part.headers['media-id']]).toEqual([201, '4200', undefined]);
    await call(at, nora, 'DELETE', String(part.headers.location), undefined, tus);
  });

  test('is begun once, however often it is asked for with one key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [one, two] = [await begun(30_000, key), await begun(30_000, key)];
    expect(one).toBe(two);
    expect((await begin(30_001, key)).statusCode).toBe(409);
    await call(at, nora, 'DELETE', one, undefined, tus);
  });

  test('of bytes that its sender has sent before is whole at once; of somebody else’s it is not', async () => {
    const bytes = await phonePhoto(900, 700);
    const about = { 'upload-metadata': metadata({ filename: 'again.jpg', sha256: createHash('sha256').update(bytes).digest('hex') }) };
    const first = String((await append(await begun(bytes.length, about), 0, bytes)).headers['media-id']);
    const again = await begin(bytes.length, about);
    expect([again.statusCode, again.headers['upload-offset']]).toEqual([201, String(bytes.length)]);
    const second = String(again.headers['media-id']);
    expect(second).not.toBe(first);
    expect((await call(at, nora, 'DELETE', `/api/media/${first}`)).statusCode).toBe(200);
    await jobsDone(at);
    const { media } = (await call(at, nora, 'GET', `/api/media/${second}`)).json().data;
    const original = await at.app.inject({ url: `/api/private/${media.variants.original.path}` });
    expect(original.rawPayload.equals(bytes)).toBe(true);
    const cousin = await addMember(at, nora.familyId, 'guardian', 'Cora');
    expect((await begin(bytes.length, about, cousin)).headers['upload-offset']).toBe('0');
    expect((await begin(bytes.length + 1, about)).headers['upload-offset']).toBe('0');
  });

  test('is given up: no row, no bytes', async () => {
    const url = await begun(photo.length);
    await append(url, 0, photo.subarray(0, 6_000));
    expect(await staged()).toContain(idOf(url));
    expect((await call(at, nora, 'DELETE', url, undefined, tus)).statusCode).toBe(204);
    expect((await look(url)).statusCode).toBe(404);
    expect(await gone(idOf(url))).toBe(true);
  });

  test('is over after seven days, and swept away', async () => {
    const url = await begun(photo.length);
    await append(url, 0, photo.subarray(0, 6_000));
    const now = at.clock.now();
    at.clock.advance({ days: 7 });
    expect((await look(url)).statusCode).toBe(410);
    expect((await append(url, 6_000, photo.subarray(6_000))).statusCode).toBe(410);
    await sweepUploads(at.platform);
    expect((await look(url)).statusCode).toBe(404);
    expect(await gone(idOf(url))).toBe(true);
    at.clock.set(now);
  });

  test('goes with its account', async () => {
    const ida = await registerParent(at.app, { firstname: 'Ida' });
    const url = String((await begin(photo.length, {}, ida)).headers.location);
    await append(url, 0, photo.subarray(0, 6_000), {}, ida);
    expect(await staged()).toContain(idOf(url));
    expect((await call(at, ida, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    expect(await gone(idOf(url))).toBe(true);
  });
});

describe('is refused', () => {
  test('to everybody but its owner, before a byte is read', async () => {
    const url = await begun(photo.length);
    const cousin = await addMember(at, nora.familyId, 'guardian', 'Cleo');
    const stranger = await registerParent(at.app, { firstname: 'Sam' });
    for (const by of [cousin, stranger]) {
      expect((await look(url, by)).statusCode).toBe(404);
      expect((await append(url, 0, photo, {}, by)).statusCode).toBe(404);
      expect((await call(at, by, 'DELETE', url, undefined, tus)).statusCode).toBe(404);
    }
    expect((await call(at, null, 'PATCH', url, photo, { ...chunk, 'upload-offset': '0' })).statusCode).toBe(401);
    expect(await offsetAt(url)).toBe(0);
    await call(at, nora, 'DELETE', url, undefined, tus);
  });

  test('to a family that is not covered', async () => {
    const url = await begun(photo.length);
    await at.platform.db.$client.query('update families set trial_ends_at = $1 where id = $2', [at.clock.now(), nora.familyId]);
    expect((await append(url, 0, photo)).statusCode).toBe(402);
    expect((await begin(10)).statusCode).toBe(402);
    await at.platform.db.$client.query('update families set trial_ends_at = $1 where id = $2', [new Date('2026-12-31'), nora.familyId]);
    expect(await offsetAt(url)).toBe(0);
    await call(at, nora, 'DELETE', url, undefined, tus);
  });

  test('at another offset, and once it is whole', async () => {
    const url = await begun(photo.length);
    await append(url, 0, photo.subarray(0, 5_000));
    for (const wrong of [0, 4_999, 5_001, photo.length]) {
      const answer = await append(url, wrong, Buffer.alloc(0));
      expect([wrong, answer.statusCode]).toEqual([wrong, 409]);
    }
    expect((await append(url, 5_000, photo.subarray(5_000))).statusCode).toBe(204);
    expect((await append(url, photo.length, Buffer.alloc(0))).statusCode).toBe(400);
    expect((await append(url, 0, photo)).statusCode).toBe(400);
  });

  test('with more bytes than are missing, said before or not', async () => {
    const url = await begun(6_000);
    expect((await append(url, 0, photo.subarray(0, 6_001))).statusCode).toBe(413);
    const { status } = await chunked(url, 0, [photo.subarray(0, 5_000), photo.subarray(5_000, 9_000)]);
    expect(status).toBe(413);
    expect(await offsetAt(url)).toBe(0);
    expect((await append(url, 0, photo.subarray(0, 5_000))).statusCode).toBe(204);
    await call(at, nora, 'DELETE', url, undefined, tus);
  });

  test('where a chunk is not what its checksum says: nothing of it counts', async () => {
    const url = await begun(photo.length);
    const wrong = await append(url, 0, photo.subarray(0, 6_000), { 'upload-checksum': `sha1 ${sha('sha1', photo)}` });
    expect([wrong.statusCode, wrong.json().status_code]).toEqual([460, 'checksum_mismatch']);
    expect(await offsetAt(url)).toBe(0);
    for (const odd of ['md5 AAAA', 'sha1', 'sha1 !!', 'sha256 AAAA']) {
      expect([odd, (await append(url, 0, photo, { 'upload-checksum': odd })).statusCode]).toEqual([odd, 400]);
    }
    const right = await append(url, 0, photo, { 'upload-checksum': `sha1 ${sha('sha1', photo)}` });
    expect(right.statusCode).toBe(204);
  });

  test('where the whole is not what was announced', async () => {
    const announced = metadata({ filename: 'a.jpg', sha256: createHash('sha256').update('something else').digest('hex') });
    const url = await begun(photo.length, { 'upload-metadata': announced });
    expect((await append(url, 0, photo)).statusCode).toBe(460);
    expect((await look(url)).statusCode).toBe(404);
    expect(await gone(idOf(url))).toBe(true);
  });

  test('by its first bytes, for what Heartwood does not keep', async () => {
    const html = Buffer.from(`<!doctype html><script>alert(1)</script>${' '.repeat(9_000)}`);
    for (const bytes of [html, Buffer.alloc(9_000), randomBytes(9_000)]) {
      const url = await begun(1_000_000, { 'upload-metadata': metadata({ filename: 'a.jpg', filetype: 'image/jpeg' }) });
      expect((await append(url, 0, bytes)).statusCode).toBe(415);
      expect((await look(url)).statusCode).toBe(404);
      expect(await gone(idOf(url))).toBe(true);
    }
  });

  test('whole but broken: 422, and nothing stays', async () => {
    const cut = photo.subarray(0, 20_000);
    const url = await begun(cut.length);
    expect((await append(url, 0, cut)).statusCode).toBe(422);
    expect((await look(url)).statusCode).toBe(404);
    expect(await gone(idOf(url))).toBe(true);
  });

  test('where too many are unfinished', async () => {
    const tom = await registerParent(at.app, { firstname: 'Tom' });
    for (let n = 0; n < unfinishedUploads.user; n += 1) expect((await begin(10, {}, tom)).statusCode).toBe(201);
    const [one, two] = await Promise.all([begin(10, {}, tom), begin(10, {}, tom)]);
    expect([one.statusCode, two.statusCode]).toEqual([429, 429]);
    expect(Number(one.headers['retry-after'])).toBeGreaterThan(0);
  });

  test.each([
    ['no version', { 'tus-resumable': '' }, 412],
    ['an old version', { 'tus-resumable': '0.2.2' }, 412],
    ['another method', { 'x-http-method-override': 'DELETE' }, 400],
    ['no number', { 'upload-length': 'NaN' }, 400],
    ['a negative length', { 'upload-length': '-1' }, 400],
    ['a fraction', { 'upload-length': '1.5' }, 400],
    ['a hexadecimal length', { 'upload-length': '0x10' }, 400],
    ['2^63', { 'upload-length': '9223372036854775808' }, 413],
    ['one byte too many', { 'upload-length': String(uploadSizeLimit + 1) }, 413],
    ['digits without end', { 'upload-length': '9'.repeat(400) }, 400],
    ['nothing', { 'upload-length': '0' }, 400],
    ['a length to follow', { 'upload-defer-length': '1' }, 400],
    ['several in one', { 'upload-concat': 'partial' }, 400],
    ['no base64', { 'upload-metadata': 'filename ???' }, 400],
    ['no text', { 'upload-metadata': `filename ${Buffer.from([0xff, 0xfe]).toString('base64')}` }, 400],
    ['a NUL', { 'upload-metadata': `filename ${btoa('a\0b')}` }, 400],
    ['one name twice', { 'upload-metadata': 'a YQ==,a YQ==' }, 400],
    ['a name missing', { 'upload-metadata': ',,' }, 400],
    ['metadata without end', { 'upload-metadata': `a ${'YWFh'.repeat(2_000)}` }, 400],
    ['no hash', { 'upload-metadata': metadata({ sha256: 'abc' }) }, 400],
  ])('that says %s', async (_, headers, status) => {
    const before = await at.platform.db.$client.query('select count(*) from uploads');
    const answer = await begin(10, headers);
    expect([answer.statusCode, answer.json().success]).toEqual([status, false]);
    expect((await at.platform.db.$client.query('select count(*) from uploads')).rows).toEqual(before.rows);
  });

  test('that sends chunks of another kind, or from nowhere', async () => {
    const url = await begun(photo.length);
    for (const [headers, status] of [
      [{ 'content-type': 'application/json' }, 415],
      [{ 'content-encoding': 'gzip' }, 415],
      [{ 'upload-offset': 'NaN' }, 400],
      [{ 'upload-offset': '-1' }, 400],
      [{ 'upload-offset': '9223372036854775808' }, 409],
      [{ 'tus-resumable': '2.0.0' }, 412],
      [{ 'x-http-method-override': 'DELETE' }, 400],
    ] as const) {
      const bytes = 'content-type' in headers ? Buffer.from('{}') : photo;
      const answer = await append(url, 0, bytes, headers);
      expect([headers, answer.statusCode]).toEqual([headers, status]);
    }
    expect(await offsetAt(url)).toBe(0);
    const other = await call(at, nora, 'POST', '/api/posts', photo, { 'content-type': 'application/offset+octet-stream' });
    expect(other.statusCode).toBe(415);
    await call(at, nora, 'DELETE', url, undefined, tus);
  });
});

/** One PATCH over a real connection, its bytes in parts with a rest between them, without saying how many there are. */
function chunked(url: string, offset: number, parts: Buffer[], rest = 0): Promise<{ status: number; offset: string | undefined }> {
  return new Promise((resolve, reject) => {
    const headers = { ...auth(nora.token), ...chunk, 'upload-offset': String(offset), 'transfer-encoding': 'chunked' };
    const sending = request(`${base}${url}`, { method: 'PATCH', headers }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, offset: answer.headers['upload-offset'] as string | undefined });
    });
    sending.on('error', reject);
    const send = async () => {
      for (const part of parts) {
        sending.write(part);
        await sleep(rest);
      }
      sending.end();
    };
    void send();
  });
}

test('of two that append at once one wins', async () => {
  for (let round = 0; round < 5; round += 1) {
    const url = await begun(photo.length);
    const parts = [photo.subarray(0, 10_000), photo.subarray(10_000)];
    const both = await Promise.all([chunked(url, 0, parts, 60), chunked(url, 0, parts, 60)]);
    const statuses = both.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses[0]).toBe(204);
    expect([409, 423]).toContain(statuses[1]);
    const id = String((await look(url)).headers['media-id']);
    const { media } = (await call(at, nora, 'GET', `/api/media/${id}`)).json().data;
    const original = await at.app.inject({ url: `/api/private/${media.variants.original.path}` });
    expect(original.rawPayload.equals(photo)).toBe(true);
  }
});

/** A PATCH of which the server has 20,000 bytes and makes none durable, because more is to come, and that sends no more. */
async function halfSent(url: string): Promise<ClientRequest> {
  let held = 0;
  const spied = vi.spyOn(at.platform.staging, 'append').mockImplementation(async (file) => {
    spied.mockRestore();
    const appender = await at.platform.staging.append(file);
    const write = async (bytes: Buffer) => {
      await appender.write(bytes);
      held += bytes.length;
    };
    return { ...appender, write };
  });
  const headers = { ...auth(nora.token), ...chunk, 'upload-offset': '0', 'content-length': String(photo.length) };
  const sending = request(`${base}${url}`, { method: 'PATCH', headers, agent: false });
  sending.on('error', () => undefined);
  sending.write(photo.subarray(0, 20_000));
  await expect.poll(() => held, { timeout: 10_000 }).toBe(20_000);
  return sending;
}

test('what came before the connection broke is there, and is gone on with', async () => {
  const url = await begun(photo.length);
  (await halfSent(url)).destroy();
  await expect.poll(() => offsetAt(url), { timeout: 10_000 }).toBe(20_000);
  expect((await append(url, 20_000, photo.subarray(20_000))).headers['media-id']).toBeDefined();
});

test('a disk that is full is said to be, and the upload goes on once there is room', async () => {
  const url = await begun(photo.length);
  await append(url, 0, photo.subarray(0, 6_000));
  const place = join(at.dataDir, 'uploads', idOf(url));
  const before = await readFile(place);
  await rm(place);
  await symlink('/dev/full', place);
  // The device has no size of its own: for the store nothing has arrived yet.
  await at.platform.db.$client.query('update uploads set received = 0 where id = $1', [idOf(url)]);
  const full = await append(url, 0, photo);
  expect([full.statusCode, full.json().status_code]).toEqual([507, 'storage_full']);
  expect(await offsetAt(url)).toBe(0);
  await rm(place);
  expect(before.equals(photo.subarray(0, 6_000))).toBe(true);
  expect((await append(url, 0, photo)).headers['media-id']).toBeDefined();
});

test('bytes that are not there any more are not waited for', async () => {
  const url = await begun(photo.length);
  await append(url, 0, photo.subarray(0, 6_000));
  await rm(join(at.dataDir, 'uploads', idOf(url)));
  expect((await append(url, 6_000, photo.subarray(6_000))).statusCode).toBe(410);
  expect((await look(url)).statusCode).toBe(404);
});

test('a sender that has fallen silent makes room', async () => {
  const url = await begun(photo.length);
  await halfSent(url);
  expect((await append(url, 0, photo)).statusCode).toBe(423);
  at.clock.advance({ seconds: 9 });
  expect((await append(url, 0, photo)).statusCode).toBe(409);
  expect(await offsetAt(url)).toBe(20_000);
  expect((await append(url, 20_000, photo.subarray(20_000))).statusCode).toBe(204);
});

test('who asks what can be done here is told', async () => {
  const answer = await at.app.inject({ method: 'OPTIONS', url: '/api/uploads' });
  expect([answer.statusCode, answer.headers['tus-version'], answer.headers['tus-max-size']]).toEqual([
    204,
    '1.0.0',
    String(uploadSizeLimit),
  ]);
  expect(answer.headers['tus-extension']).toBe('creation,creation-with-upload,termination,checksum,expiration');
  const origin = {
    origin: 'capacitor://localhost',
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'upload-offset',
  };
  const preflight = await at.app.inject({ method: 'OPTIONS', url: '/api/uploads', headers: origin });
  expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, 'capacitor://localhost']);
  expect(preflight.headers['access-control-allow-headers']).toContain('upload-offset');
  const made = await begin(10, { origin: 'capacitor://localhost' });
  expect(made.headers['access-control-expose-headers']).toContain('upload-offset');
});
