import { useQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { device } from '#platform/device.ts';
import { storefrontQuery } from '../api.ts';

// [Note: What is offered in a shell]
// App stores say in which countries an app may lead to a purchase outside of them (decision 054). A shell tells the storefront of its device, the
// server the storefronts that are allowed: in these the system browser opens our page, in all others nothing names a price or leads to one. Until
// both are known, and where either is not told, nothing is offered.

/** How something can be bought where this runs: on this page, on our page in the system browser, or not at all. */
export type Offer = 'here' | 'browser' | 'none';

/** How something can be bought on this device. */
export function useOffer(): Offer {
  const { data } = useQuery({ ...storefrontQuery(), enabled: device.native, throwOnError: false });
  // A page that was drawn ahead was drawn for browsers.
  const hydrated = useHydrated();
  if (!device.native || !hydrated) return 'here';
  return data ? 'browser' : 'none';
}
