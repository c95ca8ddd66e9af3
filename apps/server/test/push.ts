import { createECDH, createPublicKey, generateKeyPairSync, randomBytes, randomUUID, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decrypt } from 'http_ece';
import webPush from 'web-push';
import { z } from 'zod';

/** How the services behave: as they should, or as ones in trouble. */
export type PushMood = 'well' | 'busy' | 'down' | 'garbage' | 'hanging' | 'dripping' | 'resetting';

/** What Firebase was sent for an app, as it takes it. */
type AppMessage = z.output<typeof appMessage>;

/** What a browser reads. */
interface BrowserMessage {
  endpoint: string;
  headers: IncomingHttpHeaders;
  data: Record<string, unknown>;
}

/** Firebase refuses what it does not know. */
const appMessage = z.strictObject({
  token: z.string(),
  data: z.record(z.string(), z.string()),
  android: z.strictObject({
    collapse_key: z.string(),
    priority: z.enum(['NORMAL', 'HIGH']),
    ttl: z.string().regex(/^\d+s$/),
    notification: z.strictObject({
      title: z.string(),
      body: z.string(),
      tag: z.string(),
      channel_id: z.string(),
      notification_priority: z.enum(['PRIORITY_MIN', 'PRIORITY_LOW', 'PRIORITY_DEFAULT', 'PRIORITY_HIGH', 'PRIORITY_MAX']),
      visibility: z.enum(['PRIVATE', 'PUBLIC', 'SECRET']),
    }),
  }),
  apns: z.strictObject({ headers: z.record(z.string(), z.string()), payload: z.strictObject({ aps: z.record(z.string(), z.unknown()) }) }),
  webpush: z.strictObject({ headers: z.record(z.string(), z.string()) }),
});

const googleKeys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const vapidKeys = webPush.generateVAPIDKeys();

/** A browser that has subscribed at a push service. */
export function someBrowser(host = 'updates.push.services.mozilla.com') {
  const key = createECDH('prime256v1');
  key.generateKeys();
  const auth = randomBytes(16);
  const endpoint = `https://${host}/wpush/v2/${randomUUID()}`;
  const keys = { p256dh: key.getPublicKey('base64url'), auth: auth.toString('base64url') };
  return { key, auth, subscription: { endpoint, keys } };
}
type Browser = ReturnType<typeof someBrowser>;

/** Firebase, its token endpoint and the push services of browsers, over HTTP on this machine. */
export class PushServer {
  mood: PushMood = 'well';
  /** What was taken for apps, and for browsers. */
  readonly apps: AppMessage[] = [];
  readonly browsers: BrowserMessage[] = [];
  /** Every request, by its path. */
  readonly asked: string[] = [];
  /** Answers to tokens and endpoints that are not the usual ones. */
  readonly answers = new Map<string, { status: number; body?: object; headers?: Record<string, string> }>();
  private readonly server: Server;
  private readonly known = new Map<string, Browser>();
  private access = new Set<string>();
  private readonly hanging: ServerResponse[] = [];

  constructor() {
    this.server = createServer((request, response) => void this.serve(request, response).catch(() => response.writeHead(400).end()));
  }

  /** @returns its address */
  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this.url;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** What an operator sets to send through it. */
  get env() {
    const account = {
      type: 'service_account',
      project_id: 'heartwood-test',
      client_email: 'push@heartwood-test.iam.gserviceaccount.com',
      private_key: googleKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${this.url}/token`,
    };
    return {
      FCM_SERVICE_ACCOUNT: JSON.stringify(account),
      FCM_ENDPOINT: this.url,
      VAPID_PUBLIC_KEY: vapidKeys.publicKey,
      VAPID_PRIVATE_KEY: vapidKeys.privateKey,
      WEB_PUSH_GATEWAY: this.url,
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** A browser whose messages can be read here. */
  subscribe(host?: string): Browser['subscription'] {
    const browser = someBrowser(host);
    this.known.set(browser.subscription.endpoint, browser);
    return browser.subscription;
  }

  /** Lets those go who were not answered. */
  releaseHanging(): void {
    for (const response of this.hanging.splice(0)) response.destroy();
  }

  /** Takes back all access, as happens when a key is changed. */
  revoke(): void {
    this.access = new Set();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { mood } = this;
    this.asked.push(request.url ?? '');
    if (mood === 'resetting') return void request.socket.destroy();
    if (mood === 'hanging') return void this.hanging.push(response);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const path = (request.url ?? '').slice(1);
    if (path === 'token') return this.giveAccess(body.toString(), response);
    if (mood === 'garbage') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
    if (mood === 'dripping') return void response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    if (mood === 'busy') return answer(response, 429, googleError('RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED'), { 'retry-after': '7' });
    if (mood === 'down') return answer(response, 503, googleError('UNAVAILABLE', 'UNAVAILABLE'));
    if (path === 'v1/projects/heartwood-test/messages:send') return this.takeForApp(request, body, response);
    return this.takeForBrowser(request, `https://${path}`, { body, response });
  }

  private giveAccess(form: string, response: ServerResponse): void {
    const assertion = new URLSearchParams(form).get('assertion') ?? '';
    const isSigned = isSignedBy(assertion, (text, signature) => verify('sha256', text, googleKeys.publicKey, signature));
    if (!isSigned) return answer(response, 400, { error: 'invalid_grant' });
    const token = randomUUID();
    this.access.add(`Bearer ${token}`);
    answer(response, 200, { access_token: token, expires_in: 3_599, token_type: 'Bearer' });
  }

  private takeForApp(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    if (!this.access.has(request.headers.authorization ?? '')) return answer(response, 401, googleError('UNAUTHENTICATED'));
    const { data: message } = appMessage.safeParse((JSON.parse(body.toString()) as { message: unknown }).message);
    if (!message) return answer(response, 400, googleError('INVALID_ARGUMENT', 'INVALID_ARGUMENT'));
    const special = this.answers.get(message.token);
    if (special) return answer(response, special.status, special.body, special.headers);
    this.apps.push(message);
    answer(response, 200, { name: `projects/heartwood-test/messages/${this.apps.length}` });
  }

  private takeForBrowser(request: IncomingMessage, endpoint: string, given: { body: Buffer; response: ServerResponse }): void {
    const { body, response } = given;
    const browser = this.known.get(endpoint);
    const special = this.answers.get(endpoint);
    if (special) return answer(response, special.status, special.body, special.headers);
    if (!browser) return answer(response, 410);
    const { headers } = request;
    if (!isVapid(headers.authorization ?? '', new URL(endpoint).origin)) return answer(response, 403);
    if (headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(String(headers['ttl']))) return answer(response, 400);
    const text = decrypt(body, { version: 'aes128gcm', privateKey: browser.key, authSecret: browser.auth }).toString();
    this.browsers.push({ endpoint, headers, data: JSON.parse(text) as Record<string, unknown> });
    answer(response, 201);
  }
}

function answer(response: ServerResponse, status: number, body?: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body && JSON.stringify(body));
}

/** A refusal as Firebase writes it. */
export const googleError = (status: string, errorCode?: string) => ({
  error: {
    status,
    details: errorCode ? [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }] : [],
  },
});

/** What Firebase says of a token that is none. */
export const invalidToken = {
  error: {
    status: 'INVALID_ARGUMENT',
    details: [
      { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'INVALID_ARGUMENT' },
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: 'message.token', description: 'not valid' }] },
    ],
  },
};

/** Whether a request is signed with our pair of keys, for this push service, and no longer than a day (RFC 8292). */
function isVapid(authorization: string, origin: string): boolean {
  const [, token = '', key] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const raw = Buffer.from(vapidKeys.publicKey, 'base64url');
  const [x, y] = [raw.subarray(1, 33).toString('base64url'), raw.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const { aud, exp, sub } = claimsOf(token);
  return (
    key === vapidKeys.publicKey &&
    aud === origin &&
    Number(exp) - Date.now() / 1_000 < 86_400 &&
    /^(mailto|https):/.test(String(sub)) &&
    isSignedBy(token, (text, signature) => verify('sha256', text, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature))
  );
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}') as Record<string, unknown>;

/** Whether a JSON web token bears a signature. */
function isSignedBy(token: string, isRight: (text: Buffer, signature: Buffer) => boolean): boolean {
  const [header, claims, signature = ''] = token.split('.');
  return isRight(Buffer.from(`${header}.${claims}`), Buffer.from(signature, 'base64url'));
}
