import { runtimeConfig } from './runtime-config.ts';

/**
 * Makes the path of an image or a medium absolute: under the backend's base address and its private folder.
 * Absolute addresses and object URLs stay as they are; nothing stays nothing.
 */
export function addressOf(path: string | null | undefined): string | undefined {
  if (!path) return undefined;
  if (/^(https?:|blob:|data:)/.test(path)) return path;
  return `${runtimeConfig().api_base}/api/private/${path.replace(/^\/+/, '')}`;
}
