import { beforeEach, expect, test, vi } from 'vitest';
import { storageOn } from '../../test/storage.ts';

// Where these run there is no IndexedDB: every writing fails, and not for want of room.
beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', storageOn(new Map()));
});

async function load() {
  const [{ session }, { deviceStorage, keeps }] = [await import('./session.ts'), await import('./device-storage.ts')];
  return { session, deviceStorage, keeps };
}

test('what could not be written is not kept, whatever the reason, until it is thrown away', async () => {
  const { session, deviceStorage, keeps } = await load();
  session.begin({ token: 'a' });
  expect(keeps()).toBe(true);
  await deviceStorage.setValue('draft', { text: 'Snow.' });
  expect(await deviceStorage.setFile('photo', new Blob(['snow']))).toBe(false);
  expect([keeps(), keeps(['draft']), keeps(['photo']), keeps(['other'])]).toEqual([false, false, false, true]);
  await deviceStorage.dropFiles(['photo']);
  await deviceStorage.setValue('draft', undefined);
  expect(keeps()).toBe(true);
});

test('whoever keeps a file hears that it is kept', async () => {
  const store = { put: () => Promise.resolve('photo') };
  const transaction = () => ({ store, commit: () => undefined, done: Promise.resolve() });
  vi.doMock('idb', () => ({ openDB: () => Promise.resolve({ transaction, close: () => undefined }) }));
  const { session, deviceStorage } = await load();
  session.begin({ token: 'a' });
  expect(await deviceStorage.setFile('photo', new Blob(['snow']))).toBe(true);
  vi.doUnmock('idb');
});

test('a session that ends says nothing of the device, nor does a visit without one', async () => {
  const { session, deviceStorage, keeps } = await load();
  await deviceStorage.setValue('form register', {});
  expect(keeps()).toBe(true);
  session.begin({ token: 'a' });
  const writing = deviceStorage.setValue('draft', {});
  session.lose('a');
  await writing;
  expect(keeps()).toBe(true);
});
