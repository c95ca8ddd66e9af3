import type { DataOf } from '@heartwood/contract/endpoint';
import type { passwordsApi } from '@heartwood/contract/passwords';

/** Until when a session counts as fresh. */
export const presentFreshness = (freshUntil: Date): DataOf<typeof passwordsApi.confirm> => ({ fresh_until: freshUntil.toISOString() });
