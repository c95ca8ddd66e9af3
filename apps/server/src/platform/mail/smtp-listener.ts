import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerSession } from 'smtp-server';
import type { Config } from '#platform/config.ts';
import { networkOf } from '#platform/http/limits.ts';
import { Refused } from '#platform/http/refusal.ts';
import { describeError } from '#platform/log.ts';
import type { Log } from '#platform/log.ts';
import { StartupError } from '#platform/startup-error.ts';
import { mailSizes } from './reading.ts';
import type { Arrival } from './sender-check.ts';

/** An SMTP server that listens. */
export interface SmtpListener {
  port: number;
  /** Accepts no more connections, gives those that are open ten seconds to end, and closes. */
  close(): Promise<void>;
}

/** Connections at once, in all and from one address (IPv6: one /64); recipients of one mail; milliseconds without a byte, of a connection, and to close in. */
const usualLimits = { connections: 50, connectionsFromAddress: 5, recipients: 10, idleMs: 60_000, connectionMs: 600_000, closeMs: 10_000 };

/**
 * Listens for mails (RFC 5321), for known recipients alone. It has no log-in and relays nothing.
 * @param given.isKnown whether a recipient is one of ours; others are refused with 550 before a mail is sent
 * @param given.take keeps a mail; once it resolves, the sender is told that we have it
 * @throws StartupError where the port cannot be had, or the certificate cannot be read
 */
export async function openSmtpListener(given: {
  config: Pick<Config, 'inbound'>;
  log: Log;
  isKnown: (address: string) => boolean;
  take: (bytes: Readable, from: { recipients: string; arrival: Arrival }) => Promise<void>;
  limits?: typeof usualLimits;
}): Promise<SmtpListener> {
  const { config, log, isKnown, take, limits = usualLimits } = given;
  const { port = 25, host, domain = 'localhost', tls } = config.inbound;
  /** Has a mail kept. @returns what is answered where it is not */
  const kept = async (stream: Readable, session: SMTPServerSession): Promise<Error | null> => {
    try {
      await take(stream, fromOf(session));
      return null;
    } catch (error) {
      // The rest is read and discarded: SMTP answers after the whole mail.
      stream.resume();
      if (error instanceof Refused && error.code === 'payload_too_large') return answer(552, 'Too large');
      if (!(error instanceof Refused)) log.error({ error: describeError(error) }, 'a mail could not be kept');
      return answer(451, 'Try again later');
    }
  };
  const timers = new Map<string, NodeJS.Timeout>();
  const server = new SMTPServer({
    name: domain,
    ...(tls ? await certificateOf(tls) : {}),
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hideDSN: true,
    size: mailSizes.mail,
    maxClients: limits.connections,
    maxRecipients: limits.recipients,
    socketTimeout: limits.idleMs,
    closeTimeout: limits.closeMs,
    onConnect(session, done) {
      const open = [...server.connections].map((connection) => connection.session?.remoteAddress ?? '');
      if (countFrom(session.remoteAddress, open) > limits.connectionsFromAddress) return done(answer(421, 'Too many connections'));
      // A client that sends a byte now and then never meets the limit without a byte.
      const end = () => [...server.connections].find(({ id }) => id === session.id)?.close();
      timers.set(session.id, setTimeout(end, limits.connectionMs).unref());
      return done();
    },
    onClose({ id }) {
      clearTimeout(timers.get(id));
      timers.delete(id);
    },
    onRcptTo: ({ address }, _session, done) => done(isKnown(address) ? null : answer(550, 'No such address')),
    onData: async (stream, session, done) => done(await kept(stream, session)),
  });
  server.on('error', (error) => log.info({ error: error.message }, 'a connection of a mail server broke'));
  const listening = server.listen(port, host);
  await once(listening, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`MAIL_INBOUND_PORT ${port} on ${host} cannot be listened on (${error.code}); set it to a free one.`);
  });
  return {
    port: (listening.address() as AddressInfo).port,
    close: () => new Promise((resolve) => void server.close(resolve)),
  };
}

/** How many of some connections come from where an address is: of IPv6 a /64 counts as one address. @param open their addresses */
export function countFrom(address: string, open: readonly string[]): number {
  const network = networkOf(address, 64);
  return open.filter((other) => networkOf(other, 64) === network).length;
}

const answer = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

function fromOf({ envelope, remoteAddress, hostNameAppearsAs }: SMTPServerSession): { recipients: string; arrival: Arrival } {
  const recipients = envelope.rcptTo.map(({ address }) => address).join(' ');
  return {
    recipients,
    arrival: { ip: remoteAddress, helo: hostNameAppearsAs, mailFrom: envelope.mailFrom ? envelope.mailFrom.address : '' },
  };
}

async function certificateOf({ cert, key }: { cert: string; key: string }): Promise<{ cert: Buffer; key: Buffer }> {
  try {
    return { cert: await readFile(cert), key: await readFile(key) };
  } catch (error) {
    throw new StartupError('What MAIL_INBOUND_TLS_CERT and MAIL_INBOUND_TLS_KEY name cannot be read.', { cause: error });
  }
}
