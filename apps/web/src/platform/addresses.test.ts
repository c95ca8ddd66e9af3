import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => void vi.resetModules());

test('[S3.12] a relative path of an image becomes absolute, under the backend’s address and its private folder', async () => {
  const { loadRuntimeConfig } = await import('./runtime-config.ts');
  await loadRuntimeConfig(async () => ({ api_base: 'https://api.heartwood.test/' }));
  const { addressOf } = await import('./addresses.ts');
  expect(addressOf('portraits/1/thumb.webp?e=1&s=x')).toBe('https://api.heartwood.test/api/private/portraits/1/thumb.webp?e=1&s=x');
  expect(addressOf('/portraits/1/thumb.webp')).toBe('https://api.heartwood.test/api/private/portraits/1/thumb.webp');
  for (const whole of ['https://elsewhere.test/a.webp', 'blob:https://heartwood.test/1', 'data:image/png;base64,AA'])
    expect(addressOf(whole)).toBe(whole);
  for (const nothing of ['', null, undefined]) expect(addressOf(nothing)).toBeUndefined();
});
