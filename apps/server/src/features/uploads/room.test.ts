import { Readable } from 'node:stream';
import { announcedBytes, uploadSizeLimit } from '@heartwood/contract/limits';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { pdf } from '#test/documents.ts';
import { filesBelow } from '#test/files.ts';
import { oneAfterTheOther } from '#test/held.ts';
import { formWithFile } from '#test/media.ts';
import { addMember, call } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { phonePhoto } from '#test/photos.ts';
import { mountDisk } from '#test/small-disk.ts';
import { longSound } from '#test/sounds.ts';

// Whose announcements and bytes take room: on the disk, and of what a family may keep.

let at: TestApp;
let nora: TestUser;
beforeAll(async () => {
  at = await startApp({ jobs: false });
  nora = await registerParent(at.app, { firstname: 'Nora' });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => at.close());

const [gigabyte, megabyte] = [1_000_000_000, 1_048_576];
const tus = { 'tus-resumable': '1.0.0' };
const chunk = { ...tus, 'content-type': 'application/offset+octet-stream' };
const begin = (by: TestUser, length: number, app = at) =>
  call(app, by, 'POST', '/api/uploads', undefined, { ...tus, 'upload-length': String(length) });
const begun = async (by: TestUser, length: number) => {
  const { statusCode, headers } = await begin(by, length);
  expect(statusCode).toBe(201);
  return String(headers.location);
};
const append = (by: TestUser, url: string, offset: number, bytes: Buffer) =>
  call(at, by, 'PATCH', url, bytes, { ...chunk, 'upload-offset': String(offset) });
const offsetAt = async (by: TestUser, url: string) => Number((await call(at, by, 'HEAD', url, undefined, tus)).headers['upload-offset']);
const giveUp = (by: TestUser, url: string) => call(at, by, 'DELETE', url, undefined, tus);

/** Lets the disk say how much of it is free: one after the other, the last one from then on. */
function freeBytes(...said: number[]) {
  vi.restoreAllMocks();
  const spied = vi.spyOn(at.platform.storage, 'health');
  spied.mockImplementation(async () => ({ freeBytes: said.length > 1 ? said.shift()! : said[0]! }));
}

test('[R4.16] of others is not taken by what somebody announces and does not send, and that is limited', async () => {
  const ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
  const stranger = await registerParent(at.app, { lastname: 'Stone' });
  freeBytes(63 * gigabyte);
  const answers = [];
  for (let n = 0; n < 25; n += 1) answers.push(await begin(ruth, uploadSizeLimit));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(11);
  expect(new Set(answers.slice(11).map(({ statusCode }) => statusCode))).toEqual(new Set([507]));
  freeBytes(2_000 * gigabyte);
  expect((await begin(ruth, uploadSizeLimit)).statusCode).toBe(201);
  const limited = await begin(ruth, 1);
  expect([limited.statusCode, Number(limited.headers['retry-after']) > 0]).toEqual([429, true]);
  freeBytes(63 * gigabyte);
  for (const by of [stranger, nora]) {
    const { statusCode } = await begin(by, megabyte);
    expect(statusCode).toBe(201);
    expect((await begin(by, 5 * gigabyte)).statusCode).toBe(201);
  }
});

test('[R4.16] is limited for a family, too, and free again with what has come or was given up', async () => {
  const family = await registerParent(at.app, { lastname: 'Hill' });
  const members = [family];
  for (const name of ['Ada', 'Bea', 'Cleo', 'Dora']) members.push(await addMember(at, family.familyId, 'relative', name));
  freeBytes(2_000 * gigabyte);
  const insert = `insert into uploads (id, family_id, user_id, length, received, filename, metadata, parts, created_at, expires_at)
    select gen_random_uuid(), $1, $2, $3, 0, '', '', '{}', $4, $5 from generate_series(1, 12)`;
  const { now } = at.clock;
  const later = new Date(now().getTime() + 86_400_000);
  for (const { userId } of members.slice(1))
    await at.platform.db.$client.query(insert, [family.familyId, userId, uploadSizeLimit, now(), later]);
  expect(announcedBytes.family).toBe(4 * announcedBytes.user);
  expect((await begin(family, 1)).statusCode).toBe(429);
  await at.platform.db.$client.query('update uploads set received = length / 2 where user_id = $1', [members[1]!.userId]);
  expect((await begin(family, uploadSizeLimit)).statusCode).toBe(201);
});

test('sixty films of the largest size are begun one after the other', async () => {
  const film = await registerParent(at.app, { lastname: 'Long' });
  freeBytes(2_000 * gigabyte);
  vi.spyOn(at.platform.config, 'familyQuota', 'get').mockReturnValue(1_000 * gigabyte);
  for (let n = 0; n < 60; n += 1) {
    const url = await begun(film, uploadSizeLimit);
    // As if all of it but its last byte had come.
    await at.platform.db.$client.query('update uploads set received = length - 1 where id = $1', [url.split('/').at(-1)]);
  }
  const { rows } = await at.platform.db.$client.query('select count(*)::int from uploads where user_id = $1', [film.userId]);
  expect(rows).toEqual([{ count: 60 }]);
});

test('[R4.16] is taken by what one has announced oneself, until it has come or was given up', async () => {
  const other = await registerParent(at.app);
  freeBytes(5 * gigabyte);
  const first = await begun(other, 3 * gigabyte);
  expect((await begin(other, 3 * gigabyte)).statusCode).toBe(507);
  expect((await begin(other, gigabyte)).statusCode).toBe(201);
  await giveUp(other, first);
  expect((await begin(other, 3 * gigabyte)).statusCode).toBe(201);
});

test('[R4.16] is looked for again when bytes come: refused with 507, and gone on with once there is some', async () => {
  const sound = longSound(3 * megabyte);
  const url = await begun(nora, sound.size);
  expect((await append(nora, url, 0, sound.bytes(0, megabyte))).statusCode).toBe(204);
  freeBytes(65 * megabyte);
  const full = await append(nora, url, megabyte, sound.bytes(megabyte, 2 * megabyte));
  expect([full.statusCode, full.json().status_code]).toEqual([507, 'storage_full']);
  expect(await offsetAt(nora, url)).toBe(megabyte);
  freeBytes(67 * megabyte);
  expect((await append(nora, url, megabyte, sound.bytes(megabyte, sound.size))).headers['media-id']).toBeDefined();
});

test('[R4.16] is looked for while bytes come: what has come stays', async () => {
  const sound = longSound(12 * megabyte);
  const url = await begun(nora, sound.size);
  await append(nora, url, 0, sound.bytes(0, megabyte));
  freeBytes(gigabyte, 80 * megabyte, 65 * megabyte);
  const parts = ReadableStream.from(Array.from({ length: 11 }, (_, n) => sound.bytes((n + 1) * megabyte, (n + 2) * megabyte)));
  const headers = { ...chunk, 'upload-offset': String(megabyte) };
  const full = await call(at, nora, 'PATCH', url, Readable.from(parts), headers);
  expect(full.statusCode).toBe(507);
  const offset = await offsetAt(nora, url);
  expect(offset).toBeGreaterThanOrEqual(5 * megabyte);
  expect(offset).toBeLessThan(12 * megabyte);
  freeBytes(gigabyte);
  expect((await append(nora, url, offset, sound.bytes(offset, sound.size))).headers['media-id']).toBeDefined();
});

test('[R4.16] of a family, the last there is, has the first that sends: it goes on where a second one is refused', async () => {
  const ruth = await addMember(at, nora.familyId, 'relative', 'Ada');
  const stranger = await registerParent(at.app, { lastname: 'Brook' });
  const sound = longSound(3 * megabyte);
  const [first, second, other] = [await begun(nora, sound.size), await begun(ruth, sound.size), await begun(stranger, sound.size)];
  freeBytes(68 * megabyte);
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
  const parts = async function* () {
    yield sound.bytes(0, megabyte);
    await until;
    yield sound.bytes(megabyte, sound.size);
  };
  const sending = call(at, nora, 'PATCH', first, Readable.from(parts()), { ...chunk, 'upload-offset': '0' });
  await vi.waitFor(() => expect(at.platform.storage.health).toHaveBeenCalled(), { timeout: 10_000 });
  expect((await append(ruth, second, 0, sound.bytes(0, sound.size))).statusCode).toBe(507);
  expect((await append(stranger, other, 0, sound.bytes(0, megabyte))).statusCode, 'of another family').toBe(204);
  goOn();
  expect((await sending).headers['media-id']).toBeDefined();
  expect((await append(ruth, second, 0, sound.bytes(0, sound.size))).headers['media-id']).toBeDefined();
});

test('[R4.16] of a family ends with its quota, kept and announced together', async () => {
  const small = await startApp({ env: { FAMILY_QUOTA_GB: '0.000003' }, jobs: false });
  try {
    const owner = await registerParent(small.app);
    expect((await begin(owner, 2_000, small)).statusCode).toBe(201);
    const refused = await begin(owner, 2_000, small);
    expect([refused.statusCode, refused.json().status_code]).toEqual([507, 'storage_full']);
    expect((await begin(owner, 900, small)).statusCode).toBe(201);
    const form = new FormData();
    form.append('file', new File([(await phonePhoto(1_600, 1_200)) as Uint8Array<ArrayBuffer>], 'photo.jpg'));
    expect((await call(small, owner, 'POST', '/api/media', form)).statusCode).toBe(507);
  } finally {
    await small.close();
  }
});

test('of a family is had by one of two files that come at once, or of a file and an announcement, where there is enough for one', async () => {
  const small = await startApp({ env: { FAMILY_QUOTA_GB: '0.000003' }, jobs: false });
  try {
    const file = (by: TestUser) => call(small, by, 'POST', '/api/media', formWithFile(pdf(Buffer.alloc(1_400)), 'a.pdf'));
    for (const second of [file, (by: TestUser) => begin(by, 2_000, small)]) {
      const owner = await registerParent(small.app);
      // Whoever wants to add a row to the family waits, once it has looked for room.
      const held = { text: 'select from families where id = $1 for update', values: [owner.familyId] };
      const both = await oneAfterTheOther(
        small,
        held,
        () => file(owner),
        () => second(owner),
      );
      expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 507]);
    }
  } finally {
    await small.close();
  }
});

test('a form whose file has no room on the disk of this machine is refused before any of it is written there', async ({ skip }) => {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(await phonePhoto(300, 200))], 'a.jpg'));
  {
    await using disk = await mountDisk(at.platform.tempDir, 80);
    if (!disk) skip();
    const refused = await call(at, nora, 'POST', '/api/media', form);
    expect([refused.statusCode, refused.json().status_code]).toEqual([507, 'storage_full']);
    expect(await filesBelow(at.platform.tempDir)).toEqual([]);
  }
  expect((await call(at, nora, 'POST', '/api/media', form)).statusCode).toBe(201);
});
