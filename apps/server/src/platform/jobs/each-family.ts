import { describeError } from '#platform/log.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * Does work for one family after the other, in a job that runs again by itself. What fails for one is logged and tried the next time; the others do
 * not wait for it.
 * @param failed what the log says then
 */
export async function eachFamily<Work extends { familyId: string }>(
  { log }: Pick<Platform, 'log'>,
  works: readonly Work[],
  failed: string,
  act: (work: Work) => Promise<unknown>,
): Promise<void> {
  for (const work of works)
    await act(work).catch((error: unknown) => log.error({ family: work.familyId, error: describeError(error) }, failed));
}
