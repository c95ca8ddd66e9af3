/**
 * A path of our own out of a value from outside (`?redirect=`, a universal link), or undefined.
 * Only a path with its query and fragment: no other origin, no scheme, no `//host`, no backslash, no control character.
 */
export function ownPath(value: unknown): string | undefined {
  // eslint-disable-next-line no-control-regex
  if (typeof value !== 'string' || value.length > 2_000 || !/^\/(?![/\\])/.test(value) || /[\\\u0000-\u001f\u007f]/.test(value))
    return undefined;
  try {
    const url = new URL(value, 'https://own.invalid');
    if (url.origin !== 'https://own.invalid' || url.pathname.startsWith('//')) return undefined;
    return url.pathname + url.search + url.hash;
  } catch {
    return undefined;
  }
}
