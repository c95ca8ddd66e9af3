const forgetters = new Set<() => void>();

/** Registers what has to forget its failures before a page is tried again. */
export function onRetry(forget: () => void): void {
  forgetters.add(forget);
}

/** Forgets the failures, for "Try again". */
export function forgetFailures(): void {
  for (const forget of forgetters) forget();
}
