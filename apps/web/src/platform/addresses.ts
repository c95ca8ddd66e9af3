import { minute } from '@heartwood/contract/limits';
import { device } from './device.ts';
import { runtimeConfig } from './runtime-config.ts';

/** How long an answer with addresses of pictures is shown before it is asked for anew, in milliseconds: the addresses end within the hour. */
export const addressesLast = 20 * minute;

/**
 * Makes the path of an image or a medium absolute: under the backend's base address and its private folder.
 * Absolute addresses and object URLs stay as they are; nothing stays nothing.
 */
export function addressOf(path: string | null | undefined): string | undefined {
  if (!path) return undefined;
  if (/^(https?:|blob:|data:)/.test(path)) return path;
  return `${runtimeConfig().api_base}/api/private/${path.replace(/^\/+/, '')}`;
}

/** Where a page stands that the server writes by itself, for a link to it; a shell opens it in the browser. */
export const serverPage = (path: '/privacy' | '/terms' | '/contact'): { href: string; target?: '_blank'; rel?: string } =>
  device.native ? { href: `${runtimeConfig().api_base}${path}`, target: '_blank', rel: 'noreferrer' } : { href: path };
