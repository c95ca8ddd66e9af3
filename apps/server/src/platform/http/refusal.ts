import { statusOf, type RefusalCode } from '@heartwood/contract/endpoint';
import { message } from '@heartwood/messages/message';
import type { Message } from '@heartwood/messages/message';

/** A refusal. Code below a route throws it; the error handler answers it in the contract's envelope, in the reader's language. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: RefusalCode;
  readonly text: Message;
  readonly errors: Record<string, Message[]> | undefined;
  readonly retryAfter: number | undefined;
  /** Whether it is counted and logged where it is thrown: there may be hundreds a second. */
  readonly isCounted: boolean;

  constructor(
    code: RefusalCode,
    text: Message,
    more: { errors?: Record<string, Message[]>; retryAfter?: number; isCounted?: boolean } = {},
  ) {
    super(text.key);
    this.code = code;
    this.text = text;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
    this.isCounted = more.isCounted ?? false;
  }

  /** The HTTP status of the answer. */
  get status(): number {
    return statusOf[this.code];
  }
}

/** Refuses with one of the codes whose messages are mostly the same. */
export const refuse = {
  unauthenticated: () => new Refused('unauthenticated', message('app.refusals.unauthenticated')),
  notFound: (text = message('app.refusals.notFound')) => new Refused('not_found', text),
  forbidden: (text = message('app.refusals.forbidden')) => new Refused('forbidden', text),
  conflict: (text: Message) => new Refused('conflict', text),
  inactive: () => new Refused('subscription_inactive', message('app.refusals.inactive')),
  confirmation: () => new Refused('confirmation_required', message('app.refusals.confirmation')),
  gone: (text = message('app.refusals.gone')) => new Refused('gone', text),
  malformed: (text = message('app.refusals.malformed')) => new Refused('malformed_request', text),
  tooLarge: (text = message('app.refusals.tooLarge')) => new Refused('payload_too_large', text),
  unsupported: (text = message('app.refusals.unsupported')) => new Refused('unsupported_media', text),
  invalid: (errors: Record<string, Message[]>) =>
    new Refused('validation_failed', Object.values(errors)[0]?.[0] ?? message('app.refusals.invalid'), { errors }),
  limited: (seconds: number) =>
    new Refused('rate_limited', message('app.refusals.limited'), { retryAfter: Math.max(1, Math.ceil(seconds)) }),
  unavailable: () => new Refused('unavailable', message('app.refusals.unavailable'), { retryAfter: 5 }),
  tooMuch: () => new Refused('unavailable', message('app.refusals.unavailable'), { retryAfter: 5, isCounted: true }),
  storageFull: () => new Refused('storage_full', message('app.refusals.storageFull')),
} as const;
