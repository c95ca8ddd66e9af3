import type { RuntimeConfig } from '@heartwood/contract/service';

/** How a version stands to what the operator says: `older` than the newest, or `outdated`, older than the least that works. */
export type Age = 'current' | 'older' | 'outdated';

/** Where nothing is said, and of what is no version, every one is current. */
export function ageOf(version: string, apps: Pick<NonNullable<RuntimeConfig['apps']>, 'newest' | 'least'> | null): Age {
  if (isBefore(version, apps?.least)) return 'outdated';
  return isBefore(version, apps?.newest) ? 'older' : 'current';
}

function isBefore(version: string, other: string | null | undefined): boolean {
  const [one, two] = [partsOf(version), partsOf(other)];
  if (!one || !two) return false;
  const at = one.findIndex((part, place) => part !== two[place]);
  return at >= 0 && one[at]! < two[at]!;
}

function partsOf(version: string | null | undefined): number[] | undefined {
  return /^\d+\.\d+\.\d+$/.test(version ?? '') ? version!.split('.').map(Number) : undefined;
}
