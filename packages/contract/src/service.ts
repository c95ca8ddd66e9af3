import { z } from 'zod';

/** `GET /config.json`: what the client must know before it starts. Firebase is null where push is not configured. */
export const runtimeConfig = z.object({
  api_base: z.string(),
  build_id: z.string(),
  stripe_publishable_key: z.string().nullable(),
  firebase: z
    .object({
      apiKey: z.string(),
      authDomain: z.string(),
      projectId: z.string(),
      storageBucket: z.string(),
      messagingSenderId: z.string(),
      appId: z.string(),
    })
    .nullable(),
  vapid_public_key: z.string().nullable(),
  /** The storefronts of app stores (ISO 3166-1 alpha-3) in which a shell may lead to a purchase. */
  purchase_storefronts: z.array(z.string()),
  /** Which versions of the apps the operator speaks of (`1.2.0`), and the addresses of the stores that have them; null where nothing is said. */
  apps: z
    .object({
      newest: z.string().nullable(),
      least: z.string().nullable(),
      ios: z.string().nullable(),
      android: z.string().nullable(),
    })
    .nullable(),
  /** A sample family can be entered with one click. */
  sample: z.boolean(),
});

/** What the client must know before it starts. */
export type RuntimeConfig = z.output<typeof runtimeConfig>;
