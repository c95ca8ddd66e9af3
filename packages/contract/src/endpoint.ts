import { z } from 'zod';

/** Who may call: anybody, anybody signed in, or a member of a covered family. `signed` is an address that carries its own signature. */
export type Access = 'public' | 'account' | 'member' | 'signed';

/** HTTP statuses a success can have here. */
type SuccessStatus = 200 | 201 | 204;

type Shape = z.ZodType;

/** What is said of an endpoint where it is declared. `data` is the shape of the answer's `data`. */
interface EndpointDeclaration<
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends Shape | undefined = Shape | undefined,
  Data extends Shape = Shape,
> {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: `/${string}`;
  access: Access;
  /** One line for the API's page. */
  summary: string;
  /** 201 where something is created. */
  status?: SuccessStatus;
  /** The session must have given its password in the last 15 minutes. */
  fresh?: boolean;
  /** A success leaves a line in the server's log, as with `fresh`. */
  logged?: boolean;
  /** Also takes `multipart/form-data`, with so many files at most. */
  multipart?: { files: number };
  /** Takes its body as it comes and answers in headers alone. */
  stream?: boolean;
  /** Its body is read as bytes, whatever is in it: a signature is of these. */
  raw?: boolean;
  /** Answers with server-sent events that do not end by themselves; `data` is the shape of the data of each. */
  events?: boolean;
  params?: Params;
  querystring?: Query;
  body?: Body;
  data: Data;
}

/**
 * Declares one endpoint, in Fastify's own route shape, for both ends of the wire.
 * The server spreads it into a route, the web client calls it with its types, OpenAPI is generated from it.
 */
export function endpoint<
  Data extends Shape,
  Params extends Shape | undefined = undefined,
  Query extends Shape | undefined = undefined,
  Body extends Shape | undefined = undefined,
  const Caller extends Access = Access,
  const Method extends EndpointDeclaration['method'] = EndpointDeclaration['method'],
  const Url extends EndpointDeclaration['url'] = EndpointDeclaration['url'],
>(declaration: EndpointDeclaration<Params, Query, Body, Data> & { access: Caller; method: Method; url: Url }) {
  const {
    method,
    url,
    access,
    summary,
    status = 200,
    fresh = false,
    logged = false,
    multipart,
    stream = false,
    events = false,
    raw = false,
    params,
    querystring,
    body,
    data,
  } = declaration;
  return {
    method: method as Method,
    url: url as Url,
    access: access as Caller,
    summary,
    status,
    fresh,
    logged,
    multipart,
    stream,
    events,
    raw,
    data,
    schema: { params: params as Params, querystring: querystring as Query, body: body as Body, response: { [status]: success(data) } },
  };
}

/** Any declared endpoint. */
export type Endpoint = ReturnType<
  typeof endpoint<
    Shape,
    Shape | undefined,
    Shape | undefined,
    Shape | undefined,
    Access,
    EndpointDeclaration['method'],
    EndpointDeclaration['url']
  >
>;

/** What the parameters in the path parse to. */
export type ParamsOf<E extends { schema: { params?: unknown } }> = E['schema']['params'] extends Shape
  ? z.output<E['schema']['params']>
  : Record<string, never>;
/** What the query string parses to. */
export type QueryOf<E extends { schema: { querystring?: unknown } }> = E['schema']['querystring'] extends Shape
  ? z.output<E['schema']['querystring']>
  : Record<string, never>;
/** What the body parses to (the server's side). */
export type BodyOf<E extends { schema: { body?: unknown } }> = E['schema']['body'] extends Shape
  ? z.output<E['schema']['body']>
  : undefined;
/** What may be sent as the body (the client's side). */
export type BodyInput<E extends { schema: { body?: unknown } }> = E['schema']['body'] extends Shape
  ? z.input<E['schema']['body']>
  : undefined;
/** What may be sent as the query string (the client's side). */
export type QueryInput<E extends { schema: { querystring?: unknown } }> = E['schema']['querystring'] extends Shape
  ? z.input<E['schema']['querystring']>
  : undefined;
/** The `data` of a success. */
export type DataOf<E extends { data: unknown }> = E['data'] extends Shape ? z.output<E['data']> : never;

/** The envelope of a success around `data`. */
export function success<Data extends Shape>(data: Data) {
  return z.object({ success: z.literal(true), data, message: z.string().optional() });
}

/** Codes a refusal can carry, with the HTTP status each one answers. */
export const statusOf = {
  validation_failed: 422,
  malformed_request: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  subscription_inactive: 402,
  forbidden: 403,
  confirmation_required: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media: 415,
  range_not_satisfiable: 416,
  locked: 423,
  rate_limited: 429,
  checksum_mismatch: 460,
  internal_error: 500,
  unavailable: 503,
  storage_full: 507,
} as const;

/** One of the codes of {@link statusOf}. */
export type RefusalCode = keyof typeof statusOf;

/** The envelope of a refusal. `errors` names fields, each with its messages. */
export const refusal = z.object({
  success: z.literal(false),
  status_code: z.enum(Object.keys(statusOf) as [RefusalCode, ...RefusalCode[]]),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  request_id: z.string(),
});

/** The body of a refusal. */
export type Refusal = z.output<typeof refusal>;
