import { tus } from '@heartwood/contract/tus';
import { translatorOf } from '@heartwood/messages/catalogues';
import { acceptedLanguage } from '@heartwood/messages/languages';
import { textOf } from '@heartwood/messages/message';
import type { Message } from '@heartwood/messages/message';
import type { Translate } from '@heartwood/messages/translate';
import { message } from '@heartwood/messages/message';
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { describeError } from '#platform/log.ts';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import type { Platform } from '#platform/platform.ts';
import { mostText, readBytes } from './body.ts';
import { readJson } from './json.ts';
import { answerMissing, wantsPage } from './page-address.ts';
import { limitLoad, Load, createLimitedServer } from './load.ts';
import { Refused, refuse } from './refusal.ts';
import { endIdleConnections } from './stopping.ts';
import { logTraffic } from './traffic-log.ts';
import { answerOutsideRoutes, isUnambiguous, refuseConnection } from './raw-http.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every registered route, for tests that call all of them. */
    routeTable: { method: string; url: string; config: FastifyContextConfig }[];
  }
}

/** Addresses the app shells load from. */
const shellOrigins = ['capacitor://localhost', 'https://localhost'];

/** Headers that a page of another origin must read for a resumable upload. */
const tusHeaders = ['location', 'upload-offset', 'upload-length', 'upload-metadata', 'upload-expires', 'tus-resumable', 'tus-version'];

/**
 * An HTTP server with the envelope, the security headers and the body parsers of the contract, and no routes yet.
 * @param page the page for addresses that cannot be read; without it they are refused as JSON
 */
export async function createServer(platform: Platform, page?: string): Promise<FastifyInstance> {
  const { config, log } = platform;
  const isHttps = config.publicUrl.startsWith('https:');
  const always = securityHeaders(isHttps, config.client);
  const origins = [config.publicUrl, ...shellOrigins];
  const load = new Load(log);
  const bare = isHttps ? { ...bareHeaders, 'strict-transport-security': transport } : bareHeaders;
  const app = fastify({
    // The framework's own lines below a warning hold addresses: see [Note: What the log says of requests].
    loggerInstance: log.child({}, { level: log.isLevelEnabled('warn') ? 'warn' : log.level }) as Log,
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    routerOptions: { maxParamLength: 4_200, ignoreTrailingSlash: false },
    serverFactory: (handle) => createLimitedServer(handle, { load, headers: bare, origins, keepAlive: 65_000 }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      // No hook has run: what goes with every answer is put there by hand.
      if (page !== undefined && wantsPage(request)) return answerMissing(reply.headers(always), page);
      return refuseWith(error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? refuse.notFound() : error, request, reply.headers(bare));
    },
    clientErrorHandler: refuseConnection,
  }) as unknown as FastifyInstance;
  answerOutsideRoutes(app.server);
  // Before any route, also those of the plugins.
  app.setErrorHandler(refuseWith);
  app.decorate('platform', platform);
  app.decorate('routeTable', []);
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat()) app.routeTable.push({ method: one, url, config: config ?? {} });
  });
  app.decorateRequest('session', undefined);
  app.decorateRequest('language', undefined);
  app.decorateRequest('bodyFault', undefined);
  app.decorateRequest('receivedFiles');
  let closing = false;
  const endIdle = endIdleConnections(app.server);
  app.addHook('preClose', async () => {
    closing = true;
    endIdle();
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(always);
    request.receivedFiles = [];
    request.language = acceptedLanguage(request.headers['accept-language']);
    if (closing || !isUnambiguous(request.raw)) {
      // What comes after it on this connection may not be what it seems.
      void reply.header('connection', 'close');
      throw closing ? refuse.unavailable() : refuse.malformed();
    }
    // The route of all options is there for other origins that ask for leave.
    const { origin, 'access-control-request-method': wanted } = request.headers;
    if (request.method === 'OPTIONS' && request.routeOptions.url === '*' && !(origin && wanted)) throw refuse.notFound();
  });
  logTraffic(app, platform);
  limitLoad(app, load);
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  acceptBodies(app);
  await app.register(cors, {
    origin: origins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['etag', 'retry-after', 'media-id', ...tusHeaders],
    maxAge: 600,
  });
  await app.register(compress, { global: true, globalDecompression: false, threshold: 2_048, encodings: ['br', 'gzip'] });
  await app.register(multipart, { throwFileSizeLimit: false });
  return app;
}

/**
 * Bodies are JSON in UTF-8, or forms. What cannot be read, or is of another kind, is remembered, not answered: first it must be clear that the
 * sender may call at all.
 */
function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    try {
      const body = await readBytes(payload, request.headers['content-length'], mostText);
      if (request.routeOptions.config.endpoint?.raw) return body;
      if (body.length === 0) return undefined;
      if (!isUtf8(body)) throw refuse.malformed();
      return readJson(body.toString());
    } catch (error) {
      request.bodyFault = error as Error;
      return undefined;
    }
  });
  app.addContentTypeParser(tus.chunkType, (request, body, done) => {
    if (request.routeOptions.config.endpoint?.stream) return done(null, body);
    request.bodyFault = refuse.unsupported();
    done(null, undefined);
  });
  app.addContentTypeParser('*', (request, _body, done) => {
    request.bodyFault = refuse.unsupported();
    done(null, undefined);
  });
}

const year = 31_536_000;
const transport = `max-age=${year}; includeSubDomains`;

/** The same for what is no page and never shows anything. */
const bareHeaders = {
  'content-security-policy': "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** Where the form of the provider of payments comes from, inside our page. */
interface PaymentSources {
  scripts: string[];
  frames: string[];
  calls: string[];
  images: string[];
}
const noPayments: PaymentSources = { scripts: [], frames: [], calls: [], images: [] };
/** As Stripe asks for it (docs.stripe.com/security/guide#content-security-policy); its script must come from there and nowhere else. */
const stripePayments: PaymentSources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://checkout.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com', 'https://checkout.stripe.com'],
  calls: ['https://api.stripe.com', 'https://checkout.stripe.com'],
  images: ['https://*.stripe.com'],
};

/** The services a browser asks for a token of Firebase, where there are no keys of our own. */
const firebaseCalls = ['https://firebaseinstallations.googleapis.com', 'https://fcmregistrations.googleapis.com'];

/** Headers of every answer. They never change, so they are computed once. */
function securityHeaders(https: boolean, { stripePublishableKey, firebase, vapidPublicKey }: Config['client']): OutgoingHttpHeaders {
  const payments = stripePublishableKey === null ? noPayments : stripePayments;
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...payments.scripts],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...payments.images],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...payments.calls, ...(firebase && !vapidPublicKey ? firebaseCalls : [])],
        frameSrc: ["'self'", ...payments.frames],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: year, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    xFrameOptions: { action: 'deny' },
  });
  secure(answer.req, answer, (error) => {
    if (error) throw error;
  });
  return answer.getHeaders();
}

/** Answers an error with the contract's envelope. */
export function refuseWith(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = hasHungUp(request) ? refuse.malformed() : toRefusal(error);
  if (refused.status >= 500 && !refused.isCounted)
    request.log.error({ error: describeError(error), url: request.routeOptions.url, request_id: request.id }, 'a request failed');
  if (refused.retryAfter !== undefined) void reply.header('retry-after', String(refused.retryAfter));
  if (refused.code === 'unauthenticated') void reply.header('www-authenticate', 'Bearer');
  const t = translatorOf(request.language ?? acceptedLanguage(request.headers['accept-language']) ?? 'en');
  return reply
    .code(refused.status)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/json; charset=utf-8')
    .send({
      success: false,
      status_code: refused.code,
      message: textOf(t, refused.text),
      ...(refused.errors ? { errors: textsOf(t, refused.errors) } : {}),
      request_id: request.id,
    });
}

const textsOf = (t: Translate, errors: Record<string, Message[]>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(errors).map(([field, list]) => [field, list.map((one) => textOf(t, one))]));

/** Whether the client disconnected during the request; an error that follows from it is not the server's. */
const hasHungUp = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

const connectionLost = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53300',
  '55P03',
  '57014',
  '40001',
  '40P01',
]);

/** What is answered for an error: a refusal as it is, trouble with the disk or the database as such, anything else as internal. */
function toRefusal(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const { code, statusCode, message: said } = rootOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return refuse.storageFull();
  // Data the database cannot take (class 22), a row that points to one that is gone meanwhile, two that wanted the same.
  if (/^22...$/.test(code)) return refuse.malformed();
  // More than the database can take: text with too many words to be searched, a row that no index holds. The rest of class 54 is about our statements.
  if (code === '54000') return refuse.tooLarge();
  if (code === '23503') return refuse.notFound();
  if (code === '23505') return refuse.conflict(message('app.refusals.faster'));
  if (
    connectionLost.has(code) ||
    /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/i.test(said)
  )
    return refuse.unavailable();
  if (statusCode === 413) return refuse.tooLarge();
  if (statusCode === 415) return refuse.unsupported();
  if (statusCode === 503) return refuse.unavailable();
  if (statusCode >= 400 && statusCode < 500) return refuse.malformed();
  return new Refused('internal_error', message('app.refusals.internal'));
}

/** The code of an error, or of its cause: the query builder wraps the errors of PostgreSQL. */
function rootOf(error: unknown): { code: string; statusCode: number; message: string } {
  const known = error as Partial<FastifyError> & { cause?: unknown };
  const cause = known?.cause;
  const code = typeof known?.code === 'string' ? known.code : '';
  if (code === '' && cause !== undefined) return rootOf(cause);
  return { code, statusCode: known?.statusCode ?? 500, message: error instanceof Error ? error.message : '' };
}
