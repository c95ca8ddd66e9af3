import { refuse } from './refusal.ts';

/** Values within values, at most. */
export const deepest = 20;

/**
 * Refuses values that no form can mean: NUL characters, text that is not well-formed Unicode, and nesting without end.
 * @throws Refused malformed_request
 */
export function assertClean(value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw refuse.malformed();
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth > deepest) throw refuse.malformed();
  for (const [key, part] of Object.entries(value)) {
    assertClean(key, deepest);
    assertClean(part, depth + 1);
  }
}
