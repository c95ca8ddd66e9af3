import path from 'node:path';

/** The folder of the repository. */
export const root = path.resolve(import.meta.dirname, '..');

/** A path in the repository. */
export const inRoot = (...parts: string[]): string => path.join(root, ...parts);
