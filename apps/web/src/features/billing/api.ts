import { minute } from '@heartwood/contract/limits';
import type {
  billingApi,
  Checkout,
  Coverage,
  Gift,
  Invoice,
  PaymentProvider,
  Plan,
  PlanChange,
  PlanName,
  RenewedPlan,
  SandboxCheckout,
} from '@heartwood/contract/billing';
import type { BodyInput } from '@heartwood/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { device } from '#platform/device.ts';
import { call, fetchFile } from '#platform/http.ts';
import { loadRuntimeConfig } from '#platform/runtime-config.ts';

/** What can be bought, and who takes the money. */
export interface Prices {
  plans: readonly Plan[];
  provider: PaymentProvider;
}

/** Plans and prices, as configured; also for visitors. */
export const plansQuery = () =>
  queryOptions({
    queryKey: ['billing', 'plans'],
    queryFn: ({ signal }): Promise<Prices> => call('GET /api/subscription/plans', { signal }),
    staleTime: 60 * minute,
    enabled: true,
  });

/** Whether the storefront of this shell is one in which it may lead to a purchase, and it can. */
export const storefrontQuery = () =>
  queryOptions({
    queryKey: ['billing', 'storefront'],
    queryFn: async (): Promise<boolean> => {
      const [storefront = '', { purchase_storefronts: allowed }] = await Promise.all([device.storefront(), loadRuntimeConfig(fetchFile)]);
      return device.plugins?.openOutside !== undefined && allowed.includes(storefront.toUpperCase());
    },
    staleTime: minute,
  });

/** What covers whoever is signed in. */
export const coverageQuery = () =>
  queryOptions({
    queryKey: ['billing', 'coverage'],
    queryFn: ({ signal }): Promise<Coverage> => call('GET /api/subscription', { signal }),
    staleTime: minute,
  });

/** The same for somebody who comes back from paying: never from what was known before. */
export const returnQuery = () => queryOptions({ ...coverageQuery(), queryKey: ['billing', 'after paying'], staleTime: 0, gcTime: 0 });

/** What is to be paid at the sandbox's page. */
export const sandboxQuery = (id: string) =>
  queryOptions({
    queryKey: ['billing', 'sandbox', id],
    queryFn: ({ signal }): Promise<SandboxCheckout> => call('GET /api/sandbox/checkouts/:id', { params: { id }, signal }),
  });

/** The years one has given, the newest first. */
export const giftsQuery = () =>
  queryOptions({
    queryKey: ['billing', 'gifts'],
    queryFn: ({ signal }): Promise<readonly Gift[]> => call('GET /api/subscription/gifts', { signal }).then(({ gifts }) => gifts),
    staleTime: minute,
  });

/** The same for somebody who comes back from paying one. */
export const givenQuery = () => queryOptions({ ...giftsQuery(), queryKey: ['billing', 'after giving'], staleTime: 0, gcTime: 0 });

/** A year for another family: where its code goes, and what is written with it. */
type GiftOrder = Pick<BodyInput<typeof billingApi.giveYear>, 'email' | 'message'>;

/** Opens the page on which a year for another family is paid. @param hosted for a page of the provider, never a form in ours */
export const openGift = (order: GiftOrder, hosted: boolean): Promise<Checkout> =>
  call('POST /api/subscription/gifts', { body: { ...order, ...(hosted ? { hosted } : {}) } });

/** Takes a year that was given. @returns what covers now */
export const redeemGift = (code: string): Promise<Coverage> => call('POST /api/subscription/gifts/redeem', { body: { code } });

/** Opens the page on which a plan is paid. The same plan again is the same page. @param hosted for a page of the provider, never a form in ours */
export const openCheckout = (plan: PlanName, hosted: boolean): Promise<Checkout> =>
  call('POST /api/subscription/checkout', { body: { plan, ...(hosted ? { hosted } : {}) } });

/** A test card, as it was typed. */
export type TestCard = Omit<BodyInput<typeof billingApi.sandboxPay>, 'checkout' | 'confirmed'>;

/** Pays at the sandbox's page. @param confirmed whether the bank was asked */
export const payAtSandbox = (checkout: string, card: TestCard, confirmed: boolean) =>
  call('POST /api/sandbox/pay', { body: { checkout, ...card, ...(confirmed ? { confirmed } : {}) } });

/** An owner's bills, the newest first. */
export const invoicesQuery = () =>
  queryOptions({
    queryKey: ['billing', 'invoices'],
    queryFn: ({ signal }): Promise<readonly Invoice[]> =>
      call('GET /api/subscription/invoices', { signal }).then(({ invoices }) => invoices),
    staleTime: minute,
  });

/** What changing to another plan would cost now: asked for anew whenever it is shown. */
export const changeQuery = (plan: RenewedPlan) =>
  queryOptions({
    queryKey: ['billing', 'change', plan],
    queryFn: ({ signal }): Promise<PlanChange> => call('GET /api/subscription/change', { query: { plan }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Changes the plan at once. */
export const changePlan = (plan: RenewedPlan): Promise<PlanChange> => call('POST /api/subscription/change', { body: { plan } });

/** Lets the plan end with the paid period. */
export const cancelPlan = (): Promise<Coverage> => call('POST /api/subscription/cancel');

/** Lets a plan that was to end go on. */
export const resumePlan = (): Promise<Coverage> => call('POST /api/subscription/resume');

/** Where cards are looked after, at the provider. */
export const openPortal = (): Promise<{ url: string }> => call('POST /api/subscription/portal');
