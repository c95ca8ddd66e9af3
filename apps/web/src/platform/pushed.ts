import { ownPath } from './own-path.ts';

/** What a push message says: what the server sends in `apps/server/src/platform/push`, as far as a browser shows it. */
interface Pushed {
  /** The same where one message comes twice. */
  id: string;
  /** Messages with the same tag take each other's place. */
  tag: string;
  title: string;
  body: string;
  language: string;
  path: string | undefined;
  /** 1 to 5. */
  importance: number;
}

/** Where a tap leads that leads nowhere else. */
const home = '/dashboard';

/**
 * Reads a push message. What cannot be read is shown as well, without words: a browser takes the permission from whoever shows nothing.
 * @param text JSON as it was sent, bare or in the envelope of Firebase (`data`)
 */
export function readPushed(text: string | undefined): Pushed {
  const said = parsed(text);
  const { data = said } = said;
  const texts = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const textOf = (name: string): string => (typeof texts[name] === 'string' ? texts[name] : '');
  const importance = Number(texts['importance']);
  return {
    id: textOf('id'),
    tag: textOf('tag'),
    title: textOf('title') || 'Heartwood',
    body: textOf('body'),
    language: textOf('language'),
    path: ownPath(texts['path']),
    importance: importance >= 1 && importance <= 5 ? importance : 3,
  };
}

function parsed(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Matches the addresses of pages as the router does: `$name` is one part of a path, a slash at the end and capitals do not count. */
export function pagePattern(paths: readonly string[]): RegExp {
  const shapes = paths.map((path) => path.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+'));
  return new RegExp(`^(${shapes.join('|')})/?$`, 'i');
}

/** Where a tap leads: to a page of ours, or home. */
export function targetOf(path: unknown, pages: RegExp): string {
  const own = ownPath(path);
  return own !== undefined && pages.test(own.split(/[?#]/)[0] ?? '') ? own : home;
}
