import type { AppPlugin } from '@capacitor/app';
import type { PluginListenerHandle } from '@capacitor/core';
import type { SharedIn, SharedThing } from '@heartwood/web/device';

/** Our own plug-in: `ShareTargetPlugin.java` and `ShareTargetPlugin.swift`. */
export interface ShareTargetPlugin {
  /** What waits: each a folder with its files, named 0, 1, 2, and the text of its `share.json`. */
  list: () => Promise<{ shares: { id: string; folder: string; content: string }[] }>;
  remove: (options: { id: string }) => Promise<void>;
  /** Android alone: iOS comes to the front whenever something was shared. */
  addListener: (event: 'received', received: () => void) => Promise<PluginListenerHandle>;
}

/** How the web view reads a file of the device. */
export interface Reading {
  /** The address under which it has the file. */
  addressOf: (path: string) => string;
  /** Bytes that it reads at a time. */
  chunkSize: number;
}

/**
 * What other apps have shared into this one.
 * @returns what the app is given, and `onArrived`, which calls back once for each time that something has come, also before the app was started
 */
export function createSharedIn(
  { list, remove, addListener }: ShareTargetPlugin,
  app: AppPlugin,
  { addressOf, chunkSize }: Reading,
): SharedIn & { onArrived: (arrived: () => void) => void } {
  const listeners = new Set<() => void>();
  const told = new Set<string>();

  async function look(): Promise<void> {
    const fresh = (await list()).shares.filter(({ id }) => !told.has(id));
    for (const { id } of fresh) told.add(id);
    if (fresh.length > 0) for (const listener of listeners) listener();
  }

  return {
    onArrived(arrived) {
      listeners.add(arrived);
      void addListener('received', () => void look());
      void app.addListener('resume', () => void look());
      void look();
    },
    onMore(more) {
      listeners.add(more);
      return () => void listeners.delete(more);
    },
    waiting: async () =>
      (await list()).shares.map(({ id, folder, content }) =>
        thingOf(id, content, { addressOf: (place) => addressOf(`${folder}/${place}`), chunkSize }),
      ),
    remove: (id) => remove({ id }),
  };
}

/** A share as its `share.json` tells it; one that cannot be read has nothing in it. */
function thingOf(id: string, content: string, { addressOf, chunkSize }: Reading): SharedThing {
  let told: { text?: unknown; files?: unknown; gone?: unknown };
  try {
    told = JSON.parse(content) as typeof told;
  } catch {
    told = { gone: 1 };
  }
  const files = Array.isArray(told.files) ? (told.files as { name?: unknown; type?: unknown; size?: unknown }[]) : [];
  return {
    id,
    text: typeof told.text === 'string' ? told.text.trim() : '',
    files: files.map(
      ({ name, type, size }, place) =>
        () =>
          read({ address: addressOf(String(place)), chunkSize, name: String(name), type: String(type), size: Number(size) }),
    ),
    gone: Number(told.gone) || 0,
  };
}

interface ToRead {
  address: string;
  chunkSize: number;
  name: string;
  type: string;
  size: number;
}

/** Reads a file in chunks. @throws Error where it is not there, or not whole */
async function read({ address, chunkSize, name, type, size }: ToRead): Promise<File> {
  const parts: Blob[] = [];
  for (let from = 0; from < size; from += chunkSize) {
    const range = `bytes=${from}-${Math.min(size, from + chunkSize) - 1}`;
    const response = await fetch(address, size > chunkSize ? { headers: { Range: range } } : {});
    if (!response.ok) throw new Error(`${name} is gone`);
    parts.push(await response.blob());
  }
  const file = new File(parts, name, { type });
  if (file.size !== size) throw new Error(`${name} is not whole`);
  return file;
}
