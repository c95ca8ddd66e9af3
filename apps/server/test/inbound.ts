import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './app.ts';

/** What a server that takes mail is configured with here; `mx.example.org` is believed about senders. */
export const inbound = {
  MAIL_REPLY_DOMAIN: 'reply.example.org',
  MAIL_INBOUND_SECRET: 'the secret of a provider',
  MAIL_AUTHSERV_ID: 'mx.example.org',
} as const;

/** What a mail is made of. */
interface Letter {
  from: string;
  to: string;
  id?: string;
  /** More header fields, each with its line end. */
  fields?: string;
  /** Header fields of the body and the body; left out, plain text. */
  body?: string;
  text?: string;
  /** What the trusted server has found; empty for nothing. */
  results?: string;
}

let serial = 0;

/** A mail as it comes over the wire. */
export function letter({ from, to, id, fields = '', body, text = 'It was Uncle Karl.', results }: Letter): string {
  const domain = /@([^>]*)/.exec(from)?.[1] ?? '';
  const found = results ?? `Authentication-Results: mx.example.org; dmarc=pass (p=none) header.from=${domain}\r\n`;
  const own = id ?? `<letter-${(serial += 1)}@${domain}>`;
  const rest = body ?? `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text}\r\n`;
  return `${found}From: ${from}\r\nTo: ${to}\r\nSubject: Re: Heartwood\r\nMessage-ID: ${own}\r\n${fields}MIME-Version: 1.0\r\n${rest}`;
}

/** A mail of several parts, each with its header fields. */
export const parts = (list: readonly { head: string; bytes: Buffer | string }[]): string =>
  [
    'Content-Type: multipart/mixed; boundary=edge\r\n',
    ...list.map(({ head, bytes }) => `--edge\r\n${head}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(bytes)}`),
    '--edge--\r\n',
  ].join('\r\n');

const base64 = (bytes: Buffer | string): string =>
  Buffer.from(bytes)
    .toString('base64')
    .replaceAll(/(.{76})/g, '$1\r\n');

/** Posts a mail as a provider does. */
export const deliver = (at: TestApp, mail: string | Buffer, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
  at.app.inject({
    method: 'POST',
    url: '/api/mail/inbound',
    payload: mail,
    headers: { 'content-type': 'message/rfc822', 'x-inbound-secret': inbound.MAIL_INBOUND_SECRET, ...headers },
  });
