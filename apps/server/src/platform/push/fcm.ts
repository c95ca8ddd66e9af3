import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { JWT } from 'google-auth-library';
import { z } from 'zod';
import { StartupError } from '#platform/startup-error.ts';
import { secondsLeft, urgencies } from './message.ts';
import type { PushMessage, PushService } from './message.ts';
import { post, PushRefused } from './request.ts';
import type { Answer } from './request.ts';

/** The key of a service account as Firebase hands it out, as far as it is needed. */
const serviceAccount = z.object({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().refine(isPrivateKey),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
});
type ServiceAccount = z.output<typeof serviceAccount>;

/**
 * Firebase Cloud Messaging by its HTTP v1 API (firebase.google.com/docs/reference/fcm/rest/v1/projects.messages).
 * @param given the key of a service account: JSON, or the path of a file with it
 * @param timeoutMs milliseconds for each request
 * @throws StartupError where it is none
 */
export function createFcm(given: string, endpoint: string, timeoutMs: number): PushService<string> {
  const account = readAccount(given);
  const url = `${endpoint}/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`;
  let access = signIn(account, timeoutMs);
  const ask = async (body: string): Promise<Answer> => {
    const { token } = await access.getAccessToken();
    if (!token) throw new Error('the token endpoint gives no token');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' };
    return post(url, { headers, body, timeoutMs });
  };
  return {
    async send(token, message, now) {
      const body = JSON.stringify({ message: { token, ...messageFor(message, now) } });
      const answer = await ask(body);
      if (answer.status !== 401) return outcomeOf(answer);
      // The access ended before its time: it is asked for anew, once.
      access = signIn(account, timeoutMs);
      return outcomeOf(await ask(body));
    },
  };
}

/** Access for an hour at a time. The library knows one token endpoint; the account may name another one. */
const signIn = ({ client_email: email, private_key: key, token_uri: endpoint }: ServiceAccount, timeoutMs: number): JWT =>
  new JWT({
    email,
    key,
    scopes: ['https://www.googleapis.com/auth/firebase.messaging'],
    transporterOptions: {
      fetchImplementation: (_url, init) => fetch(endpoint, init as RequestInit),
      timeout: timeoutMs,
      retryConfig: { retry: 0 },
    },
  });

/** What a refusal says: google.rpc.Status with an FcmError or a BadRequest. */
const refusal = z.object({
  error: z.object({
    details: z
      .array(
        z.object({ errorCode: z.string().optional(), fieldViolations: z.array(z.object({ field: z.string().optional() })).optional() }),
      )
      .default([]),
  }),
});
const success = z.object({ name: z.string() });

/** @throws PushRefused; another error where the answer is none of Firebase's */
function outcomeOf({ status, text }: Answer): 'sent' | 'gone' {
  const json = parsed(text);
  if (status === 200 && success.safeParse(json).success) return 'sent';
  const { data } = refusal.safeParse(json);
  if (!data || status < 400) throw new Error(`the push service answers ${status} without saying what it means`);
  const { details } = data.error;
  // A wrong project or account must not remove devices: only errors about the token count.
  if (status === 404 && details.some(({ errorCode }) => errorCode === 'UNREGISTERED')) return 'gone';
  if (status === 400 && details.some(({ fieldViolations }) => fieldViolations?.some(({ field }) => field === 'message.token')))
    return 'gone';
  if (status === 401) throw new Error('the push service does not know the service account');
  throw new PushRefused(`the push service answers ${[status, ...details.flatMap(({ errorCode }) => errorCode ?? [])].join(' ')}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const priorities = { 1: 'PRIORITY_MIN', 2: 'PRIORITY_LOW', 3: 'PRIORITY_DEFAULT', 4: 'PRIORITY_HIGH', 5: 'PRIORITY_MAX' } as const;
const visibilities = { [-1]: 'SECRET', 0: 'PRIVATE', 1: 'PUBLIC' } as const;
const interruptions = { 1: 'passive', 2: 'passive', 3: 'active', 4: 'active', 5: 'time-sensitive' } as const;

/** One message for every platform: Firebase hands each device the part that is for it. A browser shows what stands in `data`. */
function messageFor(message: PushMessage, now: Date) {
  const { tag, title, body, importance, visibility, until } = message;
  const ttl = secondsLeft(message, now);
  return {
    data: dataOf(message),
    android: {
      collapse_key: tag,
      priority: importance >= 4 ? 'HIGH' : 'NORMAL',
      ttl: `${ttl}s`,
      notification: {
        title,
        body,
        tag,
        // Android lets the channel decide how loud a message is: the app has one for each importance.
        channel_id: `heartwood-${importance}`,
        notification_priority: priorities[importance],
        visibility: visibilities[visibility],
      },
    },
    apns: {
      headers: {
        'apns-push-type': 'alert',
        'apns-priority': importance >= 3 ? '10' : '5',
        'apns-collapse-id': tag,
        'apns-expiration': String(Math.floor(until.getTime() / 1_000)),
      },
      payload: {
        aps: {
          alert: { title, body },
          'thread-id': tag,
          'interruption-level': interruptions[importance],
          ...(importance >= 3 ? { sound: 'default' } : {}),
        },
      },
    },
    webpush: { headers: { TTL: String(ttl), Urgency: urgencies[importance] } },
  };
}

/** Firebase takes texts alone. */
const dataOf = ({ ids, id, tag, title, body, language, kind, path, importance, visibility }: PushMessage): Record<string, string> => ({
  ...ids,
  id,
  tag,
  title,
  body,
  language,
  kind,
  path,
  importance: String(importance),
  visibility: String(visibility),
});

function isPrivateKey(key: string): boolean {
  try {
    return createPrivateKey(key).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

function readAccount(given: string): ServiceAccount {
  const isFile = !given.trimStart().startsWith('{');
  try {
    return serviceAccount.parse(JSON.parse(isFile ? readFileSync(given, 'utf8') : given));
  } catch {
    throw new StartupError(
      isFile
        ? 'FCM_SERVICE_ACCOUNT names no file with the key of a service account.'
        : 'FCM_SERVICE_ACCOUNT is not the JSON of a service account’s key.',
    );
  }
}
