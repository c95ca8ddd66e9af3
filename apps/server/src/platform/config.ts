import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isLoopback } from './loopback.ts';
import { StartupError } from './startup-error.ts';

const blank = (value: unknown) => (value === '' ? undefined : value);
const text = z.preprocess(blank, z.string().optional());
const url = z.preprocess(blank, z.url().optional());
const version = z.preprocess(
  blank,
  z
    .string()
    .regex(/^\d{1,3}\.\d{1,2}\.\d{1,2}$/, 'must be a version such as 1.2.0')
    .optional(),
);

const addresses = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const environment = z.object({
  PORT: z.preprocess(blank, z.coerce.number().int().min(0).max(65_535).default(3_000)),
  HOST: z.preprocess(blank, z.string().default('127.0.0.1')),
  DATA_DIR: z.preprocess(blank, z.string().default('./data')),
  DATABASE_URL: z.preprocess(blank, z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  PUBLIC_URL: z.preprocess(blank, z.url({ protocol: /^https?$/ }).optional()),
  SMTP_URL: z.preprocess(blank, z.url({ protocol: /^smtps?$/ }).optional()),
  SMTP_PLAINTEXT: z.preprocess(blank, z.enum(['allowed']).optional()),
  MAIL_FROM: z.preprocess(blank, z.string().default('Heartwood <hello@heartwood.invalid>')),
  MAIL_REPLY_DOMAIN: z.preprocess(
    blank,
    z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i, 'must be a domain')
      .max(190)
      .optional(),
  ),
  MAIL_INBOUND_SECRET: z.preprocess(blank, z.string().min(16, 'must have at least 16 characters').optional()),
  MAIL_INBOUND_PORT: z.preprocess(blank, z.coerce.number().int().min(0).max(65_535).optional()),
  MAIL_INBOUND_HOST: z.preprocess(blank, z.string().default('0.0.0.0')),
  MAIL_INBOUND_TLS_CERT: text,
  MAIL_INBOUND_TLS_KEY: text,
  MAIL_AUTHSERV_ID: text,
  MAIL_DNS_SERVERS: z.string().default('').transform(addresses),
  APP_SECRET: z.preprocess(
    blank,
    z
      .string()
      .refine((list) => list.split(',').every((part) => part.trim().length >= 32), 'must have at least 32 characters')
      .optional(),
  ),
  APP_SECRET_LOST: z.preprocess(blank, z.enum(['accepted']).optional()),
  TRUST_PROXY: z
    .string()
    .default('')
    .transform(addresses)
    .refine((list) => list.every((part) => isIP(part.split('/')[0] ?? '') !== 0), 'must be addresses, separated by commas'),
  FAMILY_QUOTA_GB: z.preprocess(blank, z.coerce.number().positive().default(500)),
  RATE_LIMITS: z.preprocess(blank, z.enum(['on', 'off']).default('on')),
  ROLE: z.preprocess(blank, z.enum(['web', 'worker', 'all']).default('all')),
  LOG_LEVEL: z.preprocess(blank, z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')),
  NODE_ENV: text,
  S3_ENDPOINT: url,
  S3_BUCKET: text,
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  STRIPE_SECRET_KEY: text,
  STRIPE_PUBLISHABLE_KEY: text,
  STRIPE_WEBHOOK_SECRET: z.string().default('').transform(addresses),
  STRIPE_API_BASE: z.preprocess(blank, z.url({ protocol: /^https?$/ }).optional()),
  STRIPE_AUTOMATIC_TAX: z.preprocess(blank, z.enum(['on', 'off']).default('off')),
  STRIPE_PROMOTION_CODES: z.preprocess(blank, z.enum(['on', 'off']).default('off')),
  PLAN_CURRENCY: z.preprocess(
    blank,
    z
      .string()
      .regex(/^[A-Za-z]{3}$/)
      .default('USD'),
  ),
  PLAN_AMOUNTS: z.preprocess(
    blank,
    z
      .string()
      .regex(/^\d+,\d+,\d+$/, 'must be three amounts in minor units: monthly,yearly,lifetime')
      .default('599,4999,19900'),
  ),
  PURCHASE_STOREFRONTS: z.preprocess(
    blank,
    z
      .string()
      .regex(
        /^\s*(none|[A-Z]{3}(\s*,\s*[A-Z]{3})*)\s*$/i,
        'must be countries of three letters each (ISO 3166-1), separated by commas, or none',
      )
      .default('USA'),
  ),
  FIREBASE_API_KEY: text,
  FIREBASE_AUTH_DOMAIN: text,
  FIREBASE_PROJECT_ID: text,
  FIREBASE_STORAGE_BUCKET: text,
  FIREBASE_MESSAGING_SENDER_ID: text,
  FIREBASE_APP_ID: text,
  VAPID_PUBLIC_KEY: text,
  VAPID_PRIVATE_KEY: text,
  FCM_SERVICE_ACCOUNT: text,
  FCM_ENDPOINT: z.preprocess(blank, z.url({ protocol: /^https?$/ }).default('https://fcm.googleapis.com')),
  WEB_PUSH_GATEWAY: z.preprocess(blank, z.url({ protocol: /^https?$/ }).optional()),
  METRICS_TOKEN: text,
  SECURITY_CONTACT: text,
  CONTACT_EMAIL: text,
  PAGES_DIR: text,
  IOS_APP_ID: text,
  ANDROID_APP_ID: text,
  ANDROID_FINGERPRINT: text,
  APP_NEWEST: version,
  APP_LEAST: version,
  IOS_STORE_URL: z.preprocess(blank, z.url({ protocol: /^https$/ }).optional()),
});

/** Versions of the apps that the operator speaks of, and where they are to be had; null where nothing is said. */
function appsIn({ APP_NEWEST, APP_LEAST, IOS_STORE_URL, ANDROID_APP_ID }: z.output<typeof environment>) {
  if (!APP_NEWEST && !APP_LEAST) return null;
  return {
    newest: APP_NEWEST ?? null,
    least: APP_LEAST ?? null,
    ios: IOS_STORE_URL ?? null,
    android: ANDROID_APP_ID ? `https://play.google.com/store/apps/details?id=${ANDROID_APP_ID}` : null,
  };
}

/** How this process is configured. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the configuration from environment variables; what is left out takes its default, so that nothing has to be set.
 * @throws StartupError naming the first variable that is wrong
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartupError(`The environment variable ${issue?.path.join('.')} ${issue?.message ?? 'is wrong'}.`);
  }
  const v = parsed.data;
  if (v.SMTP_URL && v.SMTP_PLAINTEXT !== 'allowed') assertEncrypted(new URL(v.SMTP_URL));
  const [monthly = 0, yearly = 0, lifetime = 0] = v.PLAN_AMOUNTS.split(',').map(Number);
  return {
    port: v.PORT,
    host: v.HOST,
    dataDir: resolve(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL,
    publicUrl: (v.PUBLIC_URL ?? `http://localhost:${v.PORT}`).replace(/\/+$/, ''),
    mail: { smtpUrl: v.SMTP_URL, from: v.MAIL_FROM },
    inbound: inboundIn(v),
    appSecret: v.APP_SECRET,
    /** Starts with another secret than the database was sealed with. */
    appSecretLost: v.APP_SECRET_LOST === 'accepted',
    trustProxy: v.TRUST_PROXY,
    /** Bytes of originals that one family keeps, at most. */
    familyQuota: v.FAMILY_QUOTA_GB * 1_000_000_000,
    rateLimits: v.RATE_LIMITS === 'on',
    role: v.ROLE,
    logLevel: v.LOG_LEVEL,
    /** Answers are checked against the contract everywhere but in production. */
    checkResponses: v.NODE_ENV !== 'production',
    /** Accounts may choose the languages that are made up for tests, in development and in tests. */
    madeUpLanguages: v.NODE_ENV === 'development' || v.NODE_ENV === 'test',
    s3: s3In(v),
    stripe: stripeIn(v),
    push: {
      /** The key of a service account of Firebase: JSON, or the path of a file with it. */
      serviceAccount: v.FCM_SERVICE_ACCOUNT,
      fcmEndpoint: v.FCM_ENDPOINT.replace(/\/+$/, ''),
      vapid: vapidIn(v),
      /** Where messages for browsers go instead of their push services, as through a proxy. */
      webPushGateway: v.WEB_PUSH_GATEWAY?.replace(/\/+$/, ''),
    },
    plans: { currency: v.PLAN_CURRENCY.toLowerCase(), amounts: { monthly, yearly, lifetime } },
    metricsToken: v.METRICS_TOKEN,
    /** Where people write to; undefined where the operator has given no address. */
    contactEmail: v.CONTACT_EMAIL ?? contactIn(v.MAIL_FROM),
    /** The operator's own words for the pages that the server writes by itself. */
    pagesDir: v.PAGES_DIR ? resolve(v.PAGES_DIR) : join(resolve(v.DATA_DIR), 'pages'),
    securityContact: v.SECURITY_CONTACT ?? `${(v.PUBLIC_URL ?? `http://localhost:${v.PORT}`).replace(/\/+$/, '')}/faq`,
    /** The shells' identities, so that links open in them. */
    apps: { ios: v.IOS_APP_ID, android: v.ANDROID_APP_ID, androidFingerprint: v.ANDROID_FINGERPRINT },
    client: {
      apps: appsIn(v),
      /** Storefronts in which the shells may lead to a purchase: ISO 3166-1 alpha-3. */
      purchaseStorefronts: addresses(v.PURCHASE_STOREFRONTS.toUpperCase()).filter((one) => one !== 'NONE'),
      stripePublishableKey: v.STRIPE_SECRET_KEY ? (v.STRIPE_PUBLISHABLE_KEY ?? null) : null,
      vapidPublicKey: v.VAPID_PUBLIC_KEY ?? null,
      firebase:
        v.FIREBASE_API_KEY && v.FIREBASE_PROJECT_ID && v.FIREBASE_APP_ID
          ? {
              apiKey: v.FIREBASE_API_KEY,
              authDomain: v.FIREBASE_AUTH_DOMAIN ?? '',
              projectId: v.FIREBASE_PROJECT_ID,
              storageBucket: v.FIREBASE_STORAGE_BUCKET ?? '',
              messagingSenderId: v.FIREBASE_MESSAGING_SENDER_ID ?? '',
              appId: v.FIREBASE_APP_ID,
            }
          : null,
    },
  };
}

/** How mails arrive. @throws StartupError where mails would be received without a domain, or a certificate lacks its key */
function inboundIn(v: z.output<typeof environment>) {
  const { MAIL_INBOUND_SECRET: secret, MAIL_INBOUND_PORT: port, MAIL_INBOUND_TLS_CERT: cert, MAIL_INBOUND_TLS_KEY: key } = v;
  if ((secret ?? port) !== undefined && !v.MAIL_REPLY_DOMAIN)
    throw new StartupError('Mail can only be received for a domain: set MAIL_REPLY_DOMAIN.');
  if (!cert !== !key) throw new StartupError('MAIL_INBOUND_TLS_CERT and MAIL_INBOUND_TLS_KEY are of no use without each other.');
  return {
    /** Where answers to mails arrive; undefined where none do. */
    domain: v.MAIL_REPLY_DOMAIN?.toLowerCase(),
    /** What a provider of mail proves itself with; undefined where none posts mails here. */
    secret,
    /** Where the SMTP server listens; undefined where there is none. */
    port,
    host: v.MAIL_INBOUND_HOST,
    /** Paths of PEM files. */
    tls: cert && key ? { cert, key } : undefined,
    /** The server before this one whose Authentication-Results (RFC 8601) are trusted; undefined where senders are checked here. */
    authservId: v.MAIL_AUTHSERV_ID?.toLowerCase(),
    /** Addresses of DNS servers; none are those of the machine. */
    dnsServers: v.MAIL_DNS_SERVERS,
  };
}

/** The object store; undefined where media are kept on the disk. @throws StartupError where the rest of it stands there without a bucket */
function s3In(v: z.output<typeof environment>) {
  const names = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const [endpoint, region = 'us-east-1', accessKeyId, secretAccessKey] = names.map((name) => v[name]);
  if (v.S3_BUCKET) return { endpoint, bucket: v.S3_BUCKET, region, accessKeyId, secretAccessKey };
  const set = names.find((name) => v[name] !== undefined);
  if (set) throw new StartupError(`${set} is of no use without S3_BUCKET: set the bucket, or none of the S3_ variables.`);
  return undefined;
}

/** Stripe where there is a key of it. @throws StartupError where the keys are of two modes: the page would pay in another one than the server looks at */
function stripeIn(v: z.output<typeof environment>) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = v;
  if (!secretKey) return undefined;
  const isLive = /^[a-z]+_live_/.test(secretKey);
  if (publishableKey && publishableKey.startsWith('pk_live_') !== isLive)
    throw new StartupError('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of two modes: one is live, the other one of a test.');
  return {
    secretKey,
    publishableKey,
    isLive,
    /** While the secret is rolled there are two. */
    webhookSecrets: v.STRIPE_WEBHOOK_SECRET,
    apiBase: v.STRIPE_API_BASE,
    automaticTax: v.STRIPE_AUTOMATIC_TAX === 'on',
    promotionCodes: v.STRIPE_PROMOTION_CODES === 'on',
  };
}

/** The pair of keys that messages for browsers are signed with; a process that sends none needs only the public one. @throws StartupError */
function vapidIn(v: z.output<typeof environment>) {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = v;
  if (!privateKey) return undefined;
  if (!publicKey) throw new StartupError('VAPID_PRIVATE_KEY is of no use without VAPID_PUBLIC_KEY.');
  const publicUrl = v.PUBLIC_URL ?? '';
  // The contact a push service writes to when something is wrong.
  const subject = publicUrl.startsWith('https:') ? publicUrl : `mailto:${addressIn(v.MAIL_FROM)}`;
  return { publicKey, privateKey, subject };
}

/** Mails carry links that sign people in: they leave this machine over TLS. @throws StartupError where they might not */
function assertEncrypted({ protocol, hostname, searchParams }: URL): void {
  if (protocol === 'smtps:' || isLoopback(hostname) || searchParams.get('requireTLS') === 'true') return;
  throw new StartupError(
    'SMTP_URL could send mail without TLS: begin it with smtps:, or end it with ?requireTLS=true for STARTTLS. SMTP_PLAINTEXT=allowed takes it as it is.',
  );
}

/** Where people can write to by what mails are from; undefined where that is the default, as nobody has an address in `.invalid`. */
function contactIn(from: string): string | undefined {
  const address = addressIn(from);
  return /\.invalid$/i.test(address) ? undefined : address;
}

/** The address in what mails are from: 'Heartwood <hello@example.org>'. */
function addressIn(from: string): string {
  return /<([^<>]+)>/.exec(from)?.[1] ?? from;
}
