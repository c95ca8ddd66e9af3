import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import { tus } from '@heartwood/contract/uploads';
import fastify from 'fastify';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeError } from '#platform/log.ts';
import type { Log } from '#platform/log.ts';
import type { Platform } from '#platform/platform.ts';
import { forgetFiles } from './body.ts';
import { Refused, refuse } from './refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route there is, as it was registered: what tests of all routes go through. */
    routeTable: { method: string; url: string; config: FastifyContextConfig }[];
  }
}

/** Bytes of one JSON body: the longest story, sixty media and fifty people fit several times. */
const jsonLimit = 1_048_576;
/** Addresses the app shells load from. */
const shellOrigins = ['capacitor://localhost', 'https://localhost'];

/** What a page of another origin must be able to read to send a file in pieces. */
const tusHeaders = ['location', 'upload-offset', 'upload-length', 'upload-metadata', 'upload-expires', 'tus-resumable', 'tus-version'];

/** An HTTP server with the envelope, the security headers and the body parsers of the contract, and no routes yet. */
export async function createServer(platform: Platform): Promise<FastifyInstance> {
  const { config, log } = platform;
  const app = fastify({
    loggerInstance: log.child({}, { level: config.logLevel === 'info' ? 'warn' : config.logLevel }) as Log,
    genReqId: () => randomUUID(),
    bodyLimit: jsonLimit,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    routerOptions: { maxParamLength: 4_200, ignoreTrailingSlash: false },
    requestTimeout: 0,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      refuseWith(error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? refuse.notFound() : error, request, reply),
    clientErrorHandler: refuseConnection,
  }) as unknown as FastifyInstance;
  app.decorate('platform', platform);
  app.decorate('routeTable', []);
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat()) app.routeTable.push({ method: one, url, config: config ?? {} });
  });
  app.decorateRequest('session', undefined);
  app.decorateRequest('bodyFault', undefined);
  app.decorateRequest('receivedFiles');
  let closing = false;
  app.addHook('preClose', async () => void (closing = true));
  app.addHook('onRequest', async (request, reply) => {
    request.receivedFiles = [];
    if (!closing) return;
    void reply.header('connection', 'close');
    throw refuse.unavailable();
  });
  app.addHook('onResponse', forgetFiles);
  app.addHook('onRequestAbort', forgetFiles);
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  acceptBodies(app);
  await app.register(helmet, securityHeaders(config.publicUrl.startsWith('https:')));
  await app.register(cors, {
    origin: [config.publicUrl, ...shellOrigins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['etag', 'retry-after', 'media-id', ...tusHeaders],
    maxAge: 600,
  });
  await app.register(compress, { global: true, globalDecompression: false, threshold: 2_048, encodings: ['br', 'gzip'] });
  await app.register(multipart, { throwFileSizeLimit: false });
  app.setErrorHandler(refuseWith);
  return app;
}

/**
 * Bodies are JSON in UTF-8, or forms. What cannot be read, or is of another kind, is remembered, not answered: first it must be clear that the
 * sender may call at all.
 */
function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const refused = (error: Error | null, value?: unknown) => {
      if (error) request.bodyFault = refuse.malformed();
      done(null, value);
    };
    if (!isUtf8(body as Buffer)) return refused(new Error('not UTF-8'));
    void parse(request, body.toString(), refused);
  });
  app.addContentTypeParser(tus.piece, (request, body, done) => {
    if (request.routeOptions.config.endpoint?.stream) return done(null, body);
    request.bodyFault = refuse.unsupported();
    done(null, undefined);
  });
  app.addContentTypeParser('*', (request, _body, done) => {
    request.bodyFault = refuse.unsupported();
    done(null, undefined);
  });
}

function securityHeaders(https: boolean) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginOpenerPolicy: { policy: 'same-origin' as const },
    crossOriginResourcePolicy: { policy: 'same-site' as const },
    xFrameOptions: { action: 'deny' as const },
  };
}

/** Answers an error with the contract's envelope. */
export function refuseWith(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = toRefusal(error);
  if (refused.status >= 500)
    request.log.error({ error: describeError(error), url: request.routeOptions.url, request_id: request.id }, 'a request failed');
  if (refused.retryAfter !== undefined) void reply.header('retry-after', String(refused.retryAfter));
  if (refused.code === 'unauthenticated') void reply.header('www-authenticate', 'Bearer');
  return reply
    .code(refused.status)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/json; charset=utf-8')
    .send({
      success: false,
      status_code: refused.code,
      message: refused.message,
      ...(refused.errors ? { errors: refused.errors } : {}),
      request_id: request.id,
    });
}

/** What HTTP itself makes no request of: broken lines, headers without end, a body that never comes. */
function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const refused = status === 431 ? refuse.tooLarge() : refuse.malformed();
  const body = JSON.stringify({ success: false, status_code: refused.code, message: refused.message, request_id: randomUUID() });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\nx-content-type-options: nosniff\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

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
  const { code, statusCode, message } = rootOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return refuse.storageFull();
  // Data the database cannot take (class 22), a row that points to one that is gone meanwhile, two that wanted the same.
  if (/^22...$/.test(code)) return refuse.malformed();
  if (code === '23503') return refuse.notFound();
  if (code === '23505') return refuse.conflict('Somebody was faster. Please look again.');
  if (
    connectionLost.has(code) ||
    /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/i.test(message)
  )
    return refuse.unavailable();
  if (statusCode === 413) return refuse.tooLarge();
  if (statusCode === 415) return refuse.unsupported();
  if (statusCode === 503) return refuse.unavailable();
  if (statusCode >= 400 && statusCode < 500) return refuse.malformed();
  return new Refused('internal_error', 'Something went wrong');
}

/** The code of an error, or of what caused it: the query builder wraps the database's own. */
function rootOf(error: unknown): { code: string; statusCode: number; message: string } {
  const known = error as Partial<FastifyError> & { cause?: unknown };
  const cause = known?.cause;
  const code = typeof known?.code === 'string' ? known.code : '';
  if (code === '' && cause !== undefined) return rootOf(cause);
  return { code, statusCode: known?.statusCode ?? 500, message: error instanceof Error ? error.message : '' };
}
