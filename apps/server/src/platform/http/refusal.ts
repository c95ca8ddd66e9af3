import { statusOf, type RefusalCode } from '@heartwood/contract/endpoint';

/** A refusal. Code below a route throws it; the error handler answers it in the contract's envelope. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: RefusalCode;
  readonly errors: Record<string, string[]> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: RefusalCode, message: string, more: { errors?: Record<string, string[]>; retryAfter?: number } = {}) {
    super(message);
    this.code = code;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
  }

  /** The HTTP status of the answer. */
  get status(): number {
    return statusOf[this.code];
  }
}

/** Refuses with one of the codes whose words are always the same. */
export const refuse = {
  unauthenticated: () => new Refused('unauthenticated', 'Please sign in.'),
  notFound: () => new Refused('not_found', 'This does not exist, or not for you.'),
  forbidden: (message = 'You may not do this.') => new Refused('forbidden', message),
  conflict: (message: string) => new Refused('conflict', message),
  inactive: () => new Refused('subscription_inactive', 'This family is resting until somebody covers it. Everything in it is safe.'),
  confirmation: () => new Refused('confirmation_required', 'Please confirm your password first.'),
  gone: (message = 'This is not there any more.') => new Refused('gone', message),
  malformed: (message = 'The request could not be read.') => new Refused('malformed_request', message),
  tooLarge: (message = 'This is too large.') => new Refused('payload_too_large', message),
  unsupported: (message = 'This kind of content is not accepted.') => new Refused('unsupported_media', message),
  invalid: (errors: Record<string, string[]>) =>
    new Refused('validation_failed', Object.values(errors)[0]?.[0] ?? 'Something is not valid.', { errors }),
  limited: (seconds: number) =>
    new Refused('rate_limited', 'That was too many times. Please wait a little.', { retryAfter: Math.max(1, Math.ceil(seconds)) }),
  unavailable: () => new Refused('unavailable', 'Heartwood is not reachable for a moment. Please try again.', { retryAfter: 5 }),
  storageFull: () => new Refused('storage_full', 'There is no space left to store this. Nothing was changed.'),
} as const;
