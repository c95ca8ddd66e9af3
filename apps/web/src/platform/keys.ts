import { useState } from 'react';
import { deviceStorage } from './device-storage.ts';

/** A new UUID (version 4), also where the page has no secure context. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The keys under which something that is written is sent. */
export interface SendKeys {
  /** The `Idempotency-Key` for some content: the same for every try with it. */
  keyFor: (content: unknown) => Promise<string>;
  /** Forgets the last one, once it was sent or thrown away: the same once more is meant to be there twice. */
  forget: () => void;
}

/**
 * The keys of a draft: [Note: A draft is sent once].
 * @param draft under which name it is kept on this device; without one its keys live as long as what holds them
 */
export function createKeys(
  draft?: string,
  {
    storage = deviceStorage,
    freshKey = newKey,
  }: { storage?: Pick<typeof deviceStorage, 'value' | 'setValue'>; freshKey?: () => string } = {},
): SendKeys {
  const name = draft === undefined ? undefined : `key ${draft}`;
  let last: { body: string; key: string } | undefined;
  return {
    async keyFor(content) {
      const body = JSON.stringify(content);
      if (name) last ??= await storage.value(name);
      if (last?.body === body) return last.key;
      last = { body, key: freshKey() };
      if (name) void storage.setValue(name, last);
      return last.key;
    },
    forget(): void {
      last = undefined;
      if (name) void storage.setValue(name, undefined);
    },
  };
}

/** The keys of a draft, in a component. */
export const useKeys = (draft: string): SendKeys => useState(() => createKeys(draft))[0];
