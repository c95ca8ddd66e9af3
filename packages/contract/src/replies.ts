import { endpoint } from './endpoint.ts';
import { nothing } from './fields.ts';

/** The header that a provider of mail proves itself with. */
export const inboundSecretHeader = 'x-inbound-secret';
/** The header that names the recipients of a mail, separated by commas; without it the fields of the mail say it. */
export const envelopeHeader = 'x-envelope-to';

/** Mails that answer ours. */
export const repliesApi = {
  /** 401 without the secret, 404 where none is configured, 413 for a mail that is too large, 429 where too many come for one person, 507 where it would fill a disk. */
  receive: endpoint({
    method: 'POST',
    url: '/api/mail/inbound',
    access: 'public',
    stream: true,
    summary: 'A mail as it came (RFC 5322), from a provider of mail with its secret in X-Inbound-Secret; answered once it is stored',
    data: nothing,
  }),
} as const;
