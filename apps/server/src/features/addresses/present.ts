import type { addressesApi } from '@heartwood/contract/addresses';
import type { DataOf } from '@heartwood/contract/endpoint';
import type { Proved } from './actions.ts';

/** An address that was proved, and who is invited now. */
export const presentProved = ({ email, invited }: Proved): DataOf<typeof addressesApi.verify> => ({ email, invited });
