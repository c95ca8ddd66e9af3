import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { UploadedFile } from '@heartwood/contract/fields';
import { enterFamily } from '#features/family/scope.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { addMedium, claimMedia, exchangeMedia, freeMedia, holdAlso, removeMedia } from '#features/media/actions.ts';
import { eraseUploads, forgetFamilyMedia } from '#features/media/erasure.ts';
import { sweepMedia } from '#features/media/jobs.ts';
import { presentMediaByIds } from '#features/media/present.ts';
import type { Tx } from '#platform/db/pool.ts';
import { newId } from '#platform/ids.ts';
import { startApp, testStart } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { keptFiles } from '#test/files.ts';
import { oneAfterTheOther } from '#test/held.ts';
import { jobsDone } from '#test/jobs.ts';
import { uploadPhoto } from '#test/media.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { fileOf, gradient } from '#test/photos.ts';
import { query } from '#test/rows.ts';

/** Milliseconds for work that is done after the answer, on a machine that has much else to do. */
const timeoutMs = 60_000;
vi.setConfig({ testTimeout: 90_000 });

let at: TestApp;
let nora: TestUser;
let scope: FamilyScope;

beforeAll(async () => {
  at = await startApp();
  nora = await registerParent(at.app);
  scope = await enterFamily(at.platform.db, { userId: nora.userId, currentFamilyId: nora.familyId });
});
afterAll(() => at.close());
beforeEach(() => at.clock.set(testStart));

async function photo(): Promise<UploadedFile> {
  const path = await fileOf(at.platform.tempDir, await gradient(80, 60).png().toBuffer());
  return new UploadedFile({ path, size: (await readFile(path)).length, filename: 'photo.png', type: 'image/png', sha256: '' });
}
const add = async () => addMedium(at.platform, scope, await photo());
const mediumOf = async (id: string) => (await presentMediaByIds(at.platform, scope, [id])).get(id);
const isReady = (id: string) => expect.poll(async () => (await mediumOf(id))?.state, { timeout: timeoutMs }).toBe('ready');
const bytesOf = async (id: string) => (await keptFiles(at)).filter((path) => path.includes(id)).length;
const isGone = (id: string) =>
  expect.poll(async () => [await mediumOf(id), await bytesOf(id)], { timeout: timeoutMs }).toEqual([undefined, 0]);
const everySize = 5;

describe('what nothing holds', () => {
  it('is removed after a day, row and bytes', async () => {
    const [held, free, freed] = [await add(), await add(), await add()];
    for (const id of [held, free, freed]) await isReady(id);
    await at.platform.db.transaction((tx) => claimMedia(at.platform, tx, scope, [held, freed]));
    at.clock.advance({ hours: 25 });
    await at.platform.db.transaction((tx) => freeMedia(at.platform, tx, scope, [freed]));
    await sweepMedia(at.platform);
    await isGone(free);
    expect([await bytesOf(held), await bytesOf(freed)]).toEqual([everySize, everySize]);
    at.clock.advance({ hours: 25 });
    await sweepMedia(at.platform);
    await isGone(freed);
    expect((await mediumOf(held))?.state).toBe('ready');
  });

  it('is claimed once, by its uploader, all or nothing', async () => {
    const [one, two] = [await add(), await add()];
    const claim = (ids: string[]) => at.platform.db.transaction((tx) => claimMedia(at.platform, tx, scope, ids, 'media_id'));
    const outcomes = await Promise.allSettled([claim([one]), claim([one]), claim([one])]);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    await expect(claim([two, one])).rejects.toMatchObject({
      code: 'validation_failed',
      errors: { media_id: [{ key: 'validation.default' }] },
    });
    await expect(claim([two, newId(at.clock)])).rejects.toMatchObject({ code: 'validation_failed' });
    await claim([two]);
    const other = await registerParent(at.app);
    const foreign = await enterFamily(at.platform.db, { userId: other.userId, currentFamilyId: other.familyId });
    const three = await add();
    await expect(at.platform.db.transaction((tx) => claimMedia(at.platform, tx, foreign, [three]))).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await claim([]);
  });
});

it('two things that exchange the same two media at once get them, one after the other', async () => {
  const [one = '', two = ''] = [await add(), await add()].toSorted();
  const within = (work: (tx: Tx) => Promise<void>) => at.platform.db.transaction(work);
  // A third thing shows both as well, and each of the two has one.
  await within((tx) => claimMedia(at.platform, tx, scope, [one, two]));
  await within((tx) => holdAlso(at.platform, tx, scope, [one, two]));
  const exchange = (before: string, after: string) => () =>
    within((tx) => exchangeMedia(at.platform, tx, scope, [before], [after], [one, two]));
  const held = { text: 'select from media where id = $1 for update', values: [two] };
  await oneAfterTheOther(at, held, exchange(one, two), exchange(two, one));
  expect(await query(at, 'select more_holders from media where id = any($1)', [[one, two]])).toEqual([
    { more_holders: 1 },
    { more_holders: 1 },
  ]);
});

describe('rows and bytes', () => {
  it('come to the same: bytes without a row go after an hour, and nothing else does', async () => {
    const kept = await add();
    await isReady(kept);
    const orphan = newId(at.clock);
    await at.platform.storage.putBytes(`media/${orphan}/original.png`, Buffer.from('x'));
    await at.platform.storage.putBytes('media/not-one-of-ours/original.png', Buffer.from('x'));
    at.clock.advance({ minutes: 59 });
    await sweepMedia(at.platform);
    expect(await bytesOf(orphan)).toBe(1);
    at.clock.advance({ minutes: 2 });
    await sweepMedia(at.platform);
    expect([await bytesOf(orphan), await bytesOf(kept), await bytesOf('not-one-of-ours')]).toEqual([0, everySize, 1]);
  });

  it('go together when the transaction does not stand', async () => {
    const file = await photo();
    let id = '';
    const failed = addMedium(at.platform, scope, file, 'file', async (_tx, made) => {
      id = made;
      throw new Error('later');
    });
    await expect(failed).rejects.toThrow('later');
    at.clock.advance({ hours: 2 });
    await sweepMedia(at.platform);
    await isGone(id);
  });

  it('go of a medium that is deleted while its sizes are written, also where one of them cannot be', async () => {
    const { storage } = at.platform;
    const write = storage.putBytes.bind(storage);
    const added = Promise.withResolvers<string>();
    let writes = 0;
    const spied = vi.spyOn(storage, 'putBytes').mockImplementation(async (key, bytes) => {
      writes += 1;
      const isFirst = writes === 1;
      const id = await added.promise;
      if (isFirst) {
        await at.platform.db.transaction((tx) => removeMedia(at.platform, tx, scope, [id]));
        throw new Error('the folder goes while it is written to');
      }
      // The others are written when the folder has gone.
      await expect.poll(() => bytesOf(id), { timeout: timeoutMs }).toBe(0);
      await write(key, bytes);
    });
    const id = await add();
    added.resolve(id);
    await expect.poll(() => writes, { timeout: timeoutMs }).toBe(everySize - 1);
    await Promise.allSettled(spied.mock.results.map(({ value }) => value as Promise<void>));
    await isGone(id);
    spied.mockRestore();
  });

  it('go when a feature, an account or a family lets them go', async () => {
    const [post, account, family] = [await add(), await add(), await add()];
    for (const id of [post, account, family]) await isReady(id);
    await at.platform.db.transaction((tx) => removeMedia(at.platform, tx, scope, [post]));
    await isGone(post);
    await at.platform.db.transaction(async (tx) => {
      await forgetFamilyMedia(at.platform, tx, nora.familyId);
      await eraseUploads(at.platform, tx, nora.userId);
    });
    await isGone(account);
    await isGone(family);
    expect(await mediumOf(account)).toBeUndefined();
  });
});

describe('preparing', () => {
  it('is taken up again after an hour, and given up after a day', async () => {
    const set = (id: string) => at.platform.db.$client.query(`update media set state = 'processing', variants = '{}' where id = $1`, [id]);
    const id = await add();
    await isReady(id);
    await at.platform.db.transaction((tx) => claimMedia(at.platform, tx, scope, [id]));
    await jobsDone(at);
    await set(id);
    at.clock.advance({ minutes: 61 });
    await sweepMedia(at.platform);
    await isReady(id);
    await jobsDone(at);
    await set(id);
    at.clock.advance({ hours: 24 });
    await sweepMedia(at.platform);
    expect(await mediumOf(id)).toMatchObject({ state: 'failed', reason: 'unfinished', path: null });
  });

  it('may wait for its turn for longer than a day: it is not given up, and asked for once', async () => {
    const idle = await startApp({ jobs: false });
    onTestFinished(() => idle.close());
    const { userId, familyId } = await registerParent(idle.app);
    const inFamily = await enterFamily(idle.platform.db, { userId, currentFamilyId: familyId });
    const id = await addMedium(idle.platform, inFamily, await photo());
    await idle.platform.db.transaction((tx) => claimMedia(idle.platform, tx, inFamily, [id]));
    idle.clock.advance({ hours: 25 });
    await sweepMedia(idle.platform);
    const { rows } = await idle.platform.db.$client.query(
      `select state, (select count(*)::int from pgboss.job where name = 'media-preparation') as jobs from media`,
    );
    expect(rows).toEqual([{ state: 'processing', jobs: 1 }]);
  });

  it('says so in plain words where an original is lost', async () => {
    const id = await add();
    await isReady(id);
    await at.platform.db.transaction((tx) => claimMedia(at.platform, tx, scope, [id]));
    await jobsDone(at);
    await at.platform.storage.removeFolder(`media/${id}`);
    await at.platform.db.$client.query(`update media set state = 'processing', variants = '{}' where id = $1`, [id]);
    at.clock.advance({ hours: 2 });
    await sweepMedia(at.platform);
    await expect.poll(() => mediumOf(id), { timeout: timeoutMs }).toMatchObject({ state: 'failed', reason: 'lost' });
  });
});

it('[R4.17] is done for families in turns: one photo waits for one other of a family with many', async () => {
  const idle = await startApp({ jobs: false });
  const [many, one] = [await registerParent(idle.app), await registerParent(idle.app)];
  for (let count = 0; count < 5; count += 1) await uploadPhoto(idle, many);
  await uploadPhoto(idle, one);
  const { rows } = await idle.platform.db.$client.query<{ family: string }>(
    `select data->>'familyId' as family from pgboss.job where name = 'media-preparation' order by priority desc, created_on`,
  );
  expect(rows.map(({ family }) => family).indexOf(one.familyId)).toBe(1);
  await idle.close();
});
