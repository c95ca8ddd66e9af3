import { Resolver } from 'node:dns/promises';
import { createReadStream } from 'node:fs';
import type { Config } from '#platform/config.ts';
import { saysAuthentic } from './authentication-results.ts';
import type { MailHeader } from './reading.ts';

/** How a mail came, as far as its SMTP session says; a mail that a provider has posted has none. */
export interface Arrival {
  ip: string;
  helo: string;
  /** Empty for a mail that is not to be answered. */
  mailFrom: string;
}

/** Verifies the senders of mails. */
export interface SenderCheck {
  /**
   * Whether a mail is authenticated as from a domain: its DKIM signature or SPF record passes and is aligned with that domain, as DMARC asks.
   * @param path of the mail as it came
   * @param domain that of the address it is from
   * @throws Error where DNS does not answer, so that it can be tried again
   */
  isAuthentic(mail: { path: string; headers: readonly MailHeader[]; arrival: Arrival | null }, domain: string): Promise<boolean>;
}

// [Note: When a sender is authentic]
// A From field proves nothing. Where a server of the operator's own stands before this one, it has checked the sender and says so in the first
// Authentication-Results field (RFC 8601), and has removed those that bore its name before; MAIL_AUTHSERV_ID names it, and no other
// field is trusted; what it may look like stands in `[Note: Which results are believed]`. Else `mailauth` checks here: SPF (RFC 7208) where the mail came by SMTP, DKIM (RFC 6376), and DMARC (RFC 7489) for whether
// either is aligned with the domain of the From field. Of a domain without a DMARC record the signature or the SPF record must be its own.

const mostSignatures = 10;

/** Checks senders as it is configured. */
export function createSenderCheck({ inbound }: Pick<Config, 'inbound'>): SenderCheck {
  const { authservId, dnsServers, domain: domainHere } = inbound;
  if (authservId)
    return {
      isAuthentic: async ({ headers }, domain) =>
        saysAuthentic(headers.find(({ key }) => key === 'authentication-results')?.value ?? '', authservId, domain),
    };
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  return {
    async isAuthentic({ path, headers, arrival }, domain) {
      // Each costs a question to DNS and some arithmetic; real mails have two or three.
      if (headers.filter(({ key }) => key === 'dkim-signature').length > mostSignatures) return false;
      // Most servers receive no mail and need none of it.
      const { authenticate } = await import('mailauth');
      const { dmarc, dkim, spf } = await authenticate(createReadStream(path), {
        ...(arrival ? { ip: arrival.ip, helo: arrival.helo, sender: arrival.mailFrom } : {}),
        mta: domainHere ?? 'localhost',
        disableArc: true,
        disableBimi: true,
        rejectRsaSha1: true,
        resolver: async (name, type) => (await resolver.resolve(name, type)) as string[][],
      });
      if (!dmarc || dmarc.status.header?.from?.toLowerCase() !== domain) return false;
      if (dmarc.status.result === 'pass') return true;
      const all = [dmarc.status, ...dkim.results.map(({ status }) => status), ...(spf ? [spf.status] : [])];
      if (all.some(({ result }) => result === 'temperror')) throw new Error('DNS does not say whether a mail is from whom it says');
      if (dmarc.status.result !== 'none') return false;
      const isSigned = dkim.results.some(
        ({ status, signingDomain }) => status.result === 'pass' && signingDomain?.toLowerCase() === domain,
      );
      return isSigned || (spf && spf.status.result === 'pass' && arrival?.mailFrom.toLowerCase().endsWith(`@${domain}`) === true);
    },
  };
}
