import { exportDays } from '@heartwood/contract/limits';
import { dayOf, plus } from '#platform/clock.ts';
import type { LimitRule } from '#platform/http/limits.ts';

/** How often a user may start an export: each costs as much as everything they may see. */
export const exportLimit: LimitRule = { name: 'exports', points: 5, seconds: 86_400 };

/** Tries after which an export has failed. */
export const mostAttempts = 5;
/** Minutes without a sign of life after which the process that works on an export counts as dead. */
export const silence = 2;

/** Where everything of exports is kept. */
export const exportsFolder = 'exports';
/** Where an export's archive is kept. */
export const folderOf = (id: string): string => `${exportsFolder}/${id}`;
/** Where one try keeps it: a try never writes where another's archive may have been published. */
export const folderOfTry = (id: string, attempt: number): string => `${folderOf(id)}/${attempt}`;
/** Under which key, and so under which name it is downloaded. */
export const keyOf = ({ id, attempt, createdAt }: { id: string; attempt: number; createdAt: Date }): string =>
  `${folderOfTry(id, attempt)}/heartwood-${dayOf(createdAt)}.zip`;

/** When a finished archive is removed. */
export const endOf = (finishedAt: Date): Date => plus(finishedAt, { days: exportDays });

/** Archives that were finished then or before are over. */
export const endedBefore = (now: Date): Date => plus(now, { days: -exportDays });
