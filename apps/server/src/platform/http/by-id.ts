import type { Db } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import type { GateScope } from './serve.ts';

/**
 * How an endpoint finds the object whose id is in its path, in whichever of the caller's families it is.
 * @param familyOf the family the object belongs to: null where there is no such object, undefined where it is every family's
 * @param find the object, where the caller may see it. @throws Refused not_found
 */
export const byId = <Target>(
  familyOf: (db: Db, id: string) => Promise<string | null | undefined>,
  find: (platform: Platform, scope: GateScope, id: string) => Promise<Target>,
) => ({
  family: ({ platform, params }: { platform: Platform; params: { id: string } }) => familyOf(platform.db, params.id),
  target: ({ platform, scope, params }: { platform: Platform; scope: GateScope; params: { id: string } }) =>
    find(platform, scope, params.id),
});
