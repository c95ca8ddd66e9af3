import { forgetFailedParts } from '#ui/lazy-part.ts';

const forgetters = new Set<() => void>();

/** Registers what has to forget its failures before a page is tried again. */
export function onRetry(forget: () => void): void {
  forgetters.add(forget);
}

/** Forgets the failures, for "Try again", also of parts of the app. */
export function forgetFailures(): void {
  forgetFailedParts();
  for (const forget of forgetters) forget();
}
