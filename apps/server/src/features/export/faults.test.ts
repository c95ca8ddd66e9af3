import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExportStatus } from '@heartwood/contract/export';
import { refuse } from '#platform/http/refusal.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { unzip } from '#test/archives.ts';
import { exportOnce, exportStatus } from '#test/exports.ts';
import { filesBelow } from '#test/files.ts';
import { jobsDone } from '#test/jobs.ts';
import { addMember, call, removeMember } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { phonePhoto } from '#test/photos.ts';
import { mountDisk } from '#test/small-disk.ts';
import { careForExports } from './jobs.ts';

let at: TestApp;
let nora: TestUser;
beforeEach(async () => {
  at = await startApp();
  nora = await registerParent(at.app);
  const form = new FormData();
  form.append('images[0]', new File([new Uint8Array(await phonePhoto(300, 200))], 'a.jpg'));
  form.append('text', 'With a photo');
  expect((await call(at, nora, 'POST', '/api/posts', form)).statusCode).toBe(201);
});
afterEach(() => at.close());

const rowOf = async () => (await at.platform.db.$client.query('select * from exports')).rows[0];
const until = (state: ExportStatus['state']) => exportOnce(at, nora, state, 100_000);
/** Until it is put back, the storage does this instead. */
function instead(change: Partial<Storage>): () => void {
  const before = { ...at.platform.storage };
  Object.assign(at.platform.storage, change);
  return () => void Object.assign(at.platform.storage, before);
}
const leftovers = () => filesBelow(`${at.dataDir}/tmp`);
const archives = () => filesBelow(`${at.dataDir}/media/exports`);

describe('what can go wrong', () => {
  it('killed in the middle: somebody else takes it up once there is no sign of life, and the archive is whole', async () => {
    let reached: () => void = () => undefined;
    let die: (error: Error) => void = () => undefined;
    const inTheMiddle = new Promise<void>((resolve) => (reached = resolve));
    const { putFile } = at.platform.storage;
    // Whoever works on it has put it there and never comes back, as after a kill.
    const heal = instead({
      putFile: async (key, file) => {
        await putFile(key, file);
        reached();
        return new Promise((_, reject) => (die = reject));
      },
    });
    await call(at, nora, 'POST', '/api/export');
    await inTheMiddle;
    heal();
    expect(await exportStatus(at, nora)).toMatchObject({ state: 'running', path: null });
    expect((await call(at, nora, 'POST', '/api/export')).json().data.state).toBe('running');
    await careForExports(at.platform);
    expect((await rowOf()).attempt).toBe(1);
    at.clock.advance({ minutes: 6 });
    // The one worker is held by the dead one here: a second server's worker does it.
    const { state, path } = await new Promise<ExportStatus>((resolve, reject) => {
      void work(at).then(() => exportStatus(at, nora).then(resolve, reject), reject);
    });
    expect(state).toBe('ready');
    expect((await rowOf()).attempt).toBe(2);
    const files = await unzip((await at.app.inject({ url: `/api/private/${path}` })).rawPayload);
    expect([...files.keys()].some((name) => name.endsWith('/posts.json'))).toBe(true);
    expect(await archives()).toHaveLength(1);
    // The dead one, should it be alive after all, does no harm.
    die(new Error('it comes back'));
    await until('ready');
  }, 60_000);

  it('no room: it fails with clear words, and can be started again', async () => {
    const heal = instead({ putFile: () => Promise.reject(refuse.storageFull()) });
    await call(at, nora, 'POST', '/api/export');
    const failed = await until('failed');
    expect(failed.reason).toBe('no-room');
    expect(failed.path).toBeNull();
    heal();
    await expect.poll(leftovers).toEqual([]);
    expect((await call(at, nora, 'POST', '/api/export')).statusCode).toBe(201);
    expect((await until('ready')).reason).toBeNull();
  }, 60_000);

  it('no room for what goes into it: nothing of it is written, so that others have theirs', async () => {
    const { open } = at.platform.storage;
    let opened = 0;
    const heal = instead({
      health: async () => ({ freeBytes: 64 * 1_048_576 }),
      open: (key, range) => {
        opened += 1;
        return open(key, range);
      },
    });
    await call(at, nora, 'POST', '/api/export');
    expect([(await until('failed')).reason, opened]).toEqual(['no-room', 0]);
    heal();
    await expect.poll(leftovers).toEqual([]);
    await call(at, nora, 'POST', '/api/export');
    await until('ready');
  }, 60_000);

  it('no room on the disk of this machine: nothing of it is written there, whatever room the storage has', async ({ skip }) => {
    // What prepares the photo writes there, too.
    await jobsDone(at);
    const { open } = at.platform.storage;
    let opened = 0;
    const heal = instead({
      health: async () => ({ freeBytes: null }),
      open: (key, range) => {
        opened += 1;
        return open(key, range);
      },
    });
    {
      await using disk = await mountDisk(at.platform.tempDir, 64);
      if (!disk) skip();
      await call(at, nora, 'POST', '/api/export');
      expect([(await until('failed')).reason, opened]).toEqual(['no-room', 0]);
      await expect.poll(leftovers).toEqual([]);
    }
    heal();
    await call(at, nora, 'POST', '/api/export');
    await until('ready');
  }, 60_000);

  it('what passes is tried again', async () => {
    let times = 0;
    const { open } = at.platform.storage;
    const heal = instead({
      open: (key, range) => {
        times += 1;
        return times === 1 ? Promise.reject(new Error('the store hiccuped')) : open(key, range);
      },
    });
    await call(at, nora, 'POST', '/api/export');
    await until('ready');
    heal();
    expect((await rowOf()).attempt).toBe(2);
    await expect.poll(leftovers).toEqual([]);
  }, 120_000);

  it('nor does a sign of life that is slow to arrive hold it up', async () => {
    const { $client } = at.platform.db;
    const query = $client.query.bind($client) as (...args: unknown[]) => Promise<unknown>;
    let late = 0;
    $client.query = (async (...args: unknown[]) => {
      const { text = '' } = args[0] as { text?: string };
      if (text.startsWith('update "exports" set "progress"')) {
        late += 1;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      return query(...args);
    }) as never;
    const { open } = at.platform.storage;
    let times = 0;
    const heal = instead({
      open: (key, range) => ((times += 1) === 1 ? Promise.reject(new Error('the store hiccuped')) : open(key, range)),
    });
    await call(at, nora, 'POST', '/api/export');
    await until('ready');
    heal();
    expect(late).toBeGreaterThan(0);
    expect((await rowOf()).attempt).toBe(2);
  }, 120_000);

  it('one that waits for its turn is put into the queue once, however long that takes', async () => {
    const sam = await registerParent(at.app);
    const storing = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const { putFile } = at.platform.storage;
    const heal = instead({
      putFile: async (key, file) => {
        storing.resolve();
        await goOn.promise;
        return putFile(key, file);
      },
    });
    await call(at, nora, 'POST', '/api/export');
    await storing.promise;
    await call(at, sam, 'POST', '/api/export');
    at.clock.advance({ minutes: 3 });
    for (let minute = 0; minute < 3; minute += 1) await careForExports(at.platform);
    const waiting = `select id from pgboss.job where name = 'export' and state < 'active'`;
    expect((await at.platform.db.$client.query(waiting)).rows).toHaveLength(1);
    heal();
    goOn.resolve();
    await until('ready');
    await exportOnce(at, sam, 'ready', 100_000);
  }, 120_000);

  it('whoever deletes their account meanwhile leaves nothing', async () => {
    let go: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (go = resolve));
    let reached: () => void = () => undefined;
    const inTheMiddle = new Promise<void>((resolve) => (reached = resolve));
    const { putFile } = at.platform.storage;
    const heal = instead({
      putFile: async (key, path) => {
        reached();
        await waiting;
        return putFile(key, path);
      },
    });
    await call(at, nora, 'POST', '/api/export');
    await inTheMiddle;
    expect((await call(at, nora, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    go();
    await expect.poll(leftovers, { timeout: 15_000 }).toEqual([]);
    heal();
    at.clock.advance({ hours: 2 });
    await careForExports(at.platform);
    expect(await archives()).toEqual([]);
  }, 60_000);

  it('[R6.18] an earlier try that comes back leaves the archive that was published as it is, and nothing of its own', async () => {
    const sam = await addMember(at, nora.familyId, 'guardian', 'Sam');
    const storing = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const heal = instead({
      putFile: async (key, file) => {
        // As on a machine of its own: what the next try removes on its own machine is not taken from this one.
        const bytes = await readFile(file);
        storing.resolve();
        await goOn.promise;
        await at.platform.storage.putBytes(key, bytes);
      },
    });
    expect((await call(at, sam, 'POST', '/api/export')).statusCode).toBe(201);
    await storing.promise;
    heal();
    await removeMember(at, nora, sam.userId);
    await work(at);
    const { state, path } = await exportStatus(at, sam);
    expect(state).toBe('ready');
    const published = await archives();
    goOn.resolve();
    await jobsDone(at);
    expect(await archives()).toEqual(published);
    expect((await exportStatus(at, sam)).path).toBe(path);
    const files = await unzip((await at.app.inject({ url: `/api/private/${path}` })).rawPayload);
    expect([...files.keys()].filter((name) => files.get(name)!.includes('With a photo'))).toEqual([]);
  }, 60_000);
});

/** Does what a worker of another process would do with the job that care has put into the queue. */
async function work({ platform }: TestApp): Promise<void> {
  const { id } = await rowOf();
  const taken: { work: ((data: { id: string }) => Promise<void>) | undefined } = { work: undefined };
  const { exportJobs } = await import('./jobs.ts');
  const jobs = {
    ...platform.jobs,
    schedule: () => undefined,
    handle: (kind: { name: string }, run: never) => void (kind.name === 'export' && (taken.work = run)),
  };
  exportJobs({ ...platform, jobs } as never);
  await taken.work?.({ id });
}
