import { beforeEach, expect, test, vi } from 'vitest';

const sent: { url: string; authorization: string | null; body: unknown }[] = [];
const warnings: string[] = [];
const dropped: string[] = [];
let status = 200;

beforeEach(() => {
  sent.length = 0;
  warnings.length = 0;
  dropped.length = 0;
  status = 200;
  vi.resetModules();
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined, clear: () => undefined });
  vi.stubGlobal('document', { querySelector: () => null, addEventListener: () => undefined, cookie: '' });
  vi.spyOn(console, 'warn').mockImplementation((...said: unknown[]) => void warnings.push(said.map(String).join(' ')));
});

async function shell(permission: 'granted' | 'denied' | Error, token: () => Promise<string> = async () => 'push-token') {
  const { loadRuntimeConfig } = await import('#platform/runtime-config.ts');
  await loadRuntimeConfig(async () => ({ api_base: 'http://heartwood.test' }));
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, authorization: new Headers(init.headers).get('authorization'), body: JSON.parse(init.body as string) });
    return Response.json(status === 200 ? { success: true, data: null } : { success: false, status_code: 'unavailable', message: '' }, {
      status,
    });
  });
  const { device } = await import('#platform/device.ts');
  const { session } = await import('#platform/session.ts');
  const push = {
    permission: async () => (permission instanceof Error ? Promise.reject(permission) : permission),
    request: async () => (permission instanceof Error ? 'denied' : permission),
    token,
    onToken: () => undefined,
    onTap: () => undefined,
  };
  device.become({ platform: 'android', push: { ...push, drop: async () => void dropped.push('dropped') } });
  return { session, ...(await import('./api.ts')) };
}

test('[S4.9] once allowed, the device’s token goes to the server with the bearer, for everybody who signs in', async () => {
  const { session, watchPush } = await shell('granted');
  watchPush();
  expect(sent).toEqual([]);
  session.begin({ token: 'secret' });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    url: 'http://heartwood.test/api/device/register',
    authorization: 'Bearer secret',
    body: { token: 'push-token', platform: 'android' },
  });
  session.end();
  expect(dropped).toEqual(['dropped']);
  session.begin({ token: 'another' });
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.authorization).toBe('Bearer another');
});

test('[S4.10] what is not allowed is logged, and nothing is sent', async () => {
  const { session, registerPush } = await shell('denied');
  session.begin({ token: 'secret' });
  await registerPush();
  expect(sent).toEqual([]);
  expect(warnings).toEqual(['Push is not allowed: denied']);
});

test('[S8.9] a token that does not come, and one that cannot be sent, are logged and no more', async () => {
  const none = await shell('granted', () => Promise.reject(new Error('no service')));
  none.session.begin({ token: 'secret' });
  await none.registerPush();
  expect(warnings[0]).toContain('no service');
  vi.resetModules();
  status = 503;
  const refused = await shell('granted');
  refused.session.begin({ token: 'secret' });
  await refused.registerPush();
  expect(sent).toHaveLength(1);
  expect(warnings).toHaveLength(2);
});

test('[S4.10] a plug-in that fails at the start is only logged', async () => {
  const failed = vi.fn<() => void>();
  process.on('unhandledRejection', failed);
  const { session, watchPush } = await shell(new Error('no service'));
  watchPush();
  session.begin({ token: 'secret' });
  await vi.waitFor(() => expect(warnings).toEqual(['Push could not be looked at Error: no service']));
  process.off('unhandledRejection', failed);
  expect([failed.mock.calls, sent]).toEqual([[], []]);
});
