import { beforeEach, describe, expect, it, vi } from 'vitest';

const asked: unknown[] = [];
const opened: string[] = [];
const file = { media_id: 'a', path: 'downloads?t=x', filename: '2024-07-14-sea.jpg', type: 'image/jpeg' };
const archive = { path: 'downloads?t=all', filename: 'heartwood-2024-07-14.zip', type: 'application/zip' };
/** What the address of a file answers. */
let bytes: () => Response;

beforeEach(async () => {
  asked.length = 0;
  opened.length = 0;
  vi.resetModules();
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined, clear: () => undefined });
  vi.stubGlobal('document', { querySelector: () => null, addEventListener: () => undefined, cookie: '' });
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (!url.endsWith('/api/downloads')) return bytes();
    const given = JSON.parse(body as string) as { media_ids: string[] };
    asked.push(given);
    const data = { files: given.media_ids.map(() => file), archive: given.media_ids.length > 1 ? archive : null };
    return Response.json({ success: true, data });
  });
  const { loadRuntimeConfig } = await import('#platform/runtime-config.ts');
  await loadRuntimeConfig(async () => ({ api_base: 'http://heartwood.test' }));
});

it('a shell lets the browser of the system save, one as a file, several as a ZIP', async () => {
  const { device } = await import('#platform/device.ts');
  device.become({ platform: 'android', openOutside: async (url) => void opened.push(url) });
  const { saveMedia } = await import('./api.ts');
  await saveMedia({ ids: ['a'], familyId: 'f' });
  await saveMedia({ ids: ['a', 'b'], original: true });
  expect(asked).toEqual([
    { media_ids: ['a'], original: false, family_id: 'f' },
    { media_ids: ['a', 'b'], original: true },
  ]);
  expect(opened).toEqual(['http://heartwood.test/api/private/downloads?t=x', 'http://heartwood.test/api/private/downloads?t=all']);
});

describe('what is fetched to be shared', () => {
  const fetchTwo = async (told: number[] = []) => {
    const { fetchFiles } = await import('./api.ts');
    return fetchFiles({ ids: ['a', 'b'] }, (share) => told.push(share), new AbortController().signal);
  };

  it('becomes files with their names and types, and says how far it is', async () => {
    bytes = () => new Response('1234567890', { headers: { 'content-length': '10' } });
    const told: number[] = [];
    const files = await fetchTwo(told);
    expect(files.map(({ name, type, size }) => [name, type, size])).toEqual([
      [file.filename, file.type, 10],
      [file.filename, file.type, 10],
    ]);
    expect(told).toEqual([0.5, 1]);
  });

  it('is no file where it breaks off or is refused', async () => {
    bytes = () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(new Uint8Array(4));
            controller.error(new TypeError('network error'));
          },
        }),
        { headers: { 'content-length': '10' } },
      );
    await expect(fetchTwo()).rejects.toThrow(TypeError);
    bytes = () => new Response('gone', { status: 404 });
    await expect(fetchTwo()).rejects.toMatchObject({ name: 'CallError', status: 404 });
  });
});

describe('the sheet of the browser', () => {
  const files = [new File(['1'], 'sea.jpg')];
  const browser = async (error: string | undefined, can = true) => {
    const share = async () => {
      if (error) throw new DOMException('', error);
    };
    vi.stubGlobal('navigator', { canShare: () => can, share, onLine: true });
    const { handOver, sharesFiles } = await import('./logic.ts');
    return [sharesFiles(), await handOver(files)];
  };

  it('is shared in, dismissed, asked for again, or given too much', async () => {
    expect(await browser(undefined)).toEqual([true, 'shared']);
    expect(await browser('AbortError')).toEqual([true, 'dismissed']);
    expect(await browser('NotAllowedError')).toEqual([true, 'unasked']);
    expect(await browser('DataError')).toEqual([true, 'failed']);
    expect(await browser(undefined, false)).toEqual([false, 'too-much']);
  });

  it('is that of the shell, where its web view has none', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    const { device } = await import('#platform/device.ts');
    const { handOver, sharesFiles } = await import('./logic.ts');
    expect([sharesFiles(), await handOver(files)]).toEqual([false, 'too-much']);
    const answers: (() => Promise<'shared' | 'dismissed'>)[] = [
      async () => 'shared',
      async () => 'dismissed',
      () => Promise.reject(new Error('No space left on device')),
    ];
    device.become({ platform: 'android', shareFiles: () => answers.shift()!() });
    expect(sharesFiles()).toBe(true);
    expect([await handOver(files), await handOver(files), await handOver(files)]).toEqual(['shared', 'dismissed', 'failed']);
  });
});
