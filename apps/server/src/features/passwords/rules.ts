import type { LimitRule } from '#platform/http/limits.ts';

/** Minutes a reset link lives. */
export const resetMinutes = 60;

/** Wrong current passwords of one user. */
export const currentPasswordLimit: LimitRule = { name: 'current-password', points: 10, seconds: 15 * 60 };
