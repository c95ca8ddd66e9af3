import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined, clear: () => undefined });
  vi.stubGlobal('location', { pathname: '/dashboard', search: '', hash: '' });
  vi.stubGlobal('document', { querySelector: () => null, addEventListener: () => undefined, cookie: '' });
});

/** The app of a phone, what is on its way in it, and for how long it has asked to go on. */
async function shell() {
  const { device } = await import('#platform/device.ts');
  const { outbox } = await import('#features/sending/state.ts');
  const { uploads } = await import('#features/uploads/state.ts');
  const { startNative } = await import('./native.ts');
  const told: { pause: () => void; resume: () => void } = { pause: () => undefined, resume: () => undefined };
  const asked: ('working' | 'done')[] = [];
  device.become({
    platform: 'ios',
    onPause: (paused) => (told.pause = paused),
    onResume: (resumed) => (told.resume = resumed),
    workOn: (done) => {
      const at = asked.push('working') - 1;
      void done.then(() => (asked[at] = 'done'));
    },
  });
  startNative({ getMatchedRoutes: () => [] } as unknown as Parameters<typeof startNative>[0]);
  const retried: string[] = [];
  vi.spyOn(uploads, 'retryLost').mockImplementation(() => void retried.push('uploads'));
  vi.spyOn(outbox, 'goOn').mockImplementation(() => void retried.push('posts'));
  const upload = (state: 'uploading' | 'done' | 'paused') => {
    const file = new File(['pond'], 'pond.jpg');
    uploads.store.set([
      { key: 'pond', file, media: null, retryable: false, sha256: undefined, family: undefined, state: { state, share: 0.5 } },
    ]);
  };
  return { ...told, pause: () => told.pause(), resume: () => told.resume(), asked, retried, upload, outbox };
}

test('what is on its way goes on when the app leaves the screen, until it has arrived', async () => {
  const { pause, asked, upload } = await shell();
  pause();
  expect(asked, 'nothing is on its way').toEqual([]);
  upload('paused');
  pause();
  expect(asked, 'it goes on when somebody says so').toEqual([]);
  upload('uploading');
  pause();
  pause();
  expect(asked, 'once').toEqual(['working']);
  upload('done');
  await vi.waitFor(() => expect(asked).toEqual(['done']));
});

test('a post that waits for its turn is on its way; one that was refused waits for somebody', async () => {
  const { pause, asked, outbox } = await shell();
  const { emptyDraft } = await import('#features/sending/logic.ts');
  const post = { id: 'post', family: undefined, draft: emptyDraft, reach: 1, on: '2026-05-01', since: '2026-05-01T10:00:00Z' };
  outbox.store.set([{ ...post, failed: { why: 'unknown' } }]);
  pause();
  expect(asked).toEqual([]);
  outbox.store.set([post]);
  pause();
  expect(asked).toEqual(['working']);
  outbox.store.set([]);
  await vi.waitFor(() => expect(asked).toEqual(['done']));
});

test('back on the screen, what the network has lost meanwhile is tried at once, and the system is told that nothing waits', async () => {
  const { pause, resume, asked, retried, upload } = await shell();
  upload('uploading');
  pause();
  resume();
  expect(retried).toEqual(['uploads', 'posts']);
  await vi.waitFor(() => expect(asked).toEqual(['done']));
  pause();
  expect(asked).toEqual(['done', 'working']);
});
