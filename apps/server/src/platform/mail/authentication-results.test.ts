import { describe, expect, test } from 'vitest';
import { saysAuthentic } from './authentication-results.ts';

// Fields as servers write them (their own documentation, and mails in public archives), with our own names in them.

const fold = (...lines: string[]): string => lines.join(';\r\n       ');
const says = (field: string, id = 'mx.example.org') => saysAuthentic(field, id, 'example.com');
const ours = (...results: string[]) => says(fold('mx.example.org', ...results));
const permitted = (by: string, address: string) => `(${by}: domain of ${address} designates 192.0.2.10 as permitted sender)`;

describe('what servers write is read', () => {
  test.each([
    [
      'Gmail',
      'mx.google.com',
      fold(
        'mx.google.com',
        'dkim=pass header.i=@example.com header.s=20230601 header.b=Ab/C+d1=',
        'arc=pass (i=1 spf=pass spfdomain=example.com dkim=pass dkdomain=example.com dmarc=pass fromdomain=example.com)',
        `spf=pass ${permitted('google.com', 'prvs=31c6337e=ruth@example.com')} smtp.mailfrom="prvs=31c6337e=ruth@example.com"`,
        'dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=example.com',
      ),
    ],
    [
      'Gmail, in capitals',
      'mx.google.com',
      'MX.Google.com; DKIM=Pass header.i=@Example.COM; DMARC = pass (p=NONE (sp=NONE)) Header.From=Example.COM',
    ],
    [
      'Outlook, as Microsoft seals it',
      'mx.microsoft.com',
      'mx.microsoft.com 1; spf=pass\r\n smtp.mailfrom=example.com; dmarc=pass action=none header.from=example.com;\r\n dkim=pass header.d=example.com; arc=none',
    ],
    [
      'Outlook, behind a server with a name',
      'mx.example.org',
      fold(
        'mx.example.org',
        'spf=pass (sender IP is 192.0.2.10) smtp.mailfrom=example.com',
        'dkim=pass (signature was verified) header.d=example.com;dmarc=pass action=none header.from=example.com;compauth=pass reason=100',
      ),
    ],
    [
      'Fastmail’s milter, in one field',
      'mx.mail.ovh.net',
      fold(
        'mx.mail.ovh.net',
        'x-csa=none',
        'x-ptr=pass smtp.helo=mail.example.com policy.ptr=mail.example.com',
        'bimi=skipped (DMARC Policy is not at enforcement)',
        'arc=none (no signatures found)',
        'dkim=pass (2048-bit rsa key sha256) header.d=example.com header.i=@example.com header.b=FbLQTic7 header.a=rsa-sha256 header.s=s1 x-bits=2048',
        'dmarc=pass policy.published-domain-policy=none policy.applied-disposition=none\r\n    policy.evaluated-disposition=none (p=none,d=none,d.eval=none) policy.policy-from=p\r\n    header.from=example.com',
        'iprev=pass smtp.remote-ip=192.0.2.10 (mail.example.com)',
        'spf=pass smtp.mailfrom=ruth@example.com smtp.helo=mail.example.com',
      ),
    ],
    ['OpenDMARC', 'mx.example.org', 'mx.example.org; dmarc=pass (p=none dis=none) header.from=example.com'],
    [
      'OpenDKIM, without OpenDMARC',
      'mx.example.org',
      'mx.example.org;\r\n\tdkim=pass (2048-bit key; unprotected) header.d=example.com header.i=@example.com header.a=rsa-sha256 header.s=s1 header.b="mj+deT/Q";\r\n\tdkim-atps=neutral',
    ],
    [
      'OpenDKIM, of two signatures',
      'mx.example.org',
      'mx.example.org; dkim=fail reason="signature verification failed" (1024-bit key) header.d=list.example; dkim=pass header.d=example.com',
    ],
    [
      'Rspamd',
      'mx.example.org',
      fold(
        'mx.example.org',
        'dkim=pass header.d=example.com header.s=google header.b="D/71Zr0S"',
        `spf=pass ${permitted('mx.example.org', '"list+bounces-1-ruth=example.com@example.com"')} smtp.mailfrom="list+bounces-1-ruth=example.com@example.com"`,
        'dmarc=pass (policy=reject) header.from=example.com',
        'arc=pass ("subspace.example:s=arc-20240116:i=1")',
      ),
    ],
    [
      'Amazon',
      'amazonses.com',
      `amazonses.com; spf=pass ${permitted('spfCheck', 'example.com')} client-ip=192.0.2.10; envelope-from=ruth@example.com; helo=mail.example.com; dkim=pass header.i=@example.com; dmarc=pass header.from=example.com;`,
    ],
    [
      'Yahoo',
      'atlas104.free.mail.bf1.yahoo.com',
      'atlas104.free.mail.bf1.yahoo.com; dkim=pass header.i=@example.com header.s=s1; spf=pass smtp.mailfrom=example.com; dmarc=pass(p=NONE,sp=QUARANTINE) header.from=example.com;',
    ],
    ['Mailgun', 'mxa.mailgun.org', 'mxa.mailgun.org; dmarc=pass policy.published-domain-policy=reject'],
    [
      'RFC 8601, with versions',
      'mx.example.org',
      '"mx.example.org" 1 (a (nested) comment); dmarc / 1 = pass (told) header.from = "example.com"',
    ],
    [
      'an address in quotation marks',
      'mx.example.org',
      'mx.example.org; spf=pass smtp.mailfrom="ruth w"@example.com; dmarc=pass header.from=example.com',
    ],
  ])('is read: %s', (_, id, field) => {
    expect(says(field, id)).toBe(true);
    expect(saysAuthentic(field, id, 'victim.example')).toBe(/mailgun/.test(id));
    expect(says(field, 'mx.victim.example')).toBe(false);
    const failing = field.replaceAll(/\b(dmarc|dkim)( \/ 1)?( ?= ?)pass/gi, '$1$2$3fail');
    expect(says(failing, id)).toBe(false);
  });
});

describe('what a sender has written into it is no result', () => {
  const dmarcFails = 'dmarc=fail header.from=example.com';
  test.each([
    ['in the envelope', ours('spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.com y"@evil.example', dmarcFails)],
    ['in a signature', ours('dkim=pass header.i="; dkim=pass header.d=example.com "@evil.example')],
    ['in a signature that passes', ours('dkim=pass header.d=evil.example header.i="; dkim=pass header.d=example.com "@evil.example')],
    ['in a comment', ours('spf=pass (domain of x; dmarc=pass header.from=example.com) smtp.mailfrom=evil.example', dmarcFails)],
    ['where a comment ends too early', ours('spf=pass (domain of "a) ; dmarc=pass header.from=example.com ("@evil.example)')],
    ['where a nested comment ends too early', ours('spf=pass (domain of "a))(; dmarc=pass header.from=example.com ("@evil.example))')],
    ['that hides what follows in a comment', ours('dmarc=pass header.from=example.com', 'spf=pass smtp.mailfrom=(', dmarcFails, 'x=y)')],
    ['that hides what follows in quotation marks', ours('dmarc=pass', 'spf=pass smtp.mailfrom="a', dmarcFails, 'x=b"@evil.example')],
    ['after a backslash', ours('spf=pass smtp.mailfrom="a\\"; dmarc=pass header.from=example.com; x=\\"b"@evil.example')],
    ['without quotation marks', ours('spf=pass smtp.mailfrom=x; dmarc=pass header.from=example.com y@evil.example')],
    ['in quotation marks of both', ours('spf=pass smtp.mailfrom=""x; dmarc=pass header.from=example.com y"@evil.example"')],
    ['before the server’s own', ours('dmarc=pass header.from=example.com', dmarcFails)],
    ['after the server’s own', ours(dmarcFails, 'dmarc/1=pass header.from=example.com')],
    ['as a second domain', ours('dmarc=pass header.from=example.com header.from=evil.example')],
    ['as a second signer', ours('dkim=pass header.d=evil.example header.d=example.com')],
    ['as the name of the server', says('mx.evil.example; x="mx.example.org; dmarc=pass header.from=example.com"')],
  ])('is no result: %s', (_, believed) => expect(believed).toBe(false));
});

test.each([
  ['nothing', ''],
  ['a name alone', 'mx.example.org'],
  ['no result', 'mx.example.org; none'],
  [
    'no name, as Microsoft delivers',
    'spf=pass smtp.mailfrom=example.com; dkim=pass header.d=example.com;dmarc=pass header.from=example.com',
  ],
  ['a signature without a domain', 'mx.example.org; dkim=pass'],
  ['an empty part', 'mx.example.org;; dmarc=pass header.from=example.com'],
  ['an open comment', 'mx.example.org; dmarc=pass (p=none header.from=example.com'],
  ['a closed one that never began', 'mx.example.org; dmarc=pass) header.from=example.com'],
  ['an open quotation', 'mx.example.org; dmarc=pass header.from="example.com'],
  ['words without a sign', 'mx.example.org; dmarc=pass for example.com'],
  ['a guess', 'mx.example.org; dmarc=bestguesspass header.from=example.com'],
  ['another domain', 'mx.example.org; dmarc=pass header.from=example.com.evil.example'],
])('%s is no proof', (_, field) => expect(says(field)).toBe(false));

test('a field of any length is read at once', () => {
  const started = process.cpuUsage();
  for (const odd of ['(', '"', ';', '; a=b', ' a=b', '(a)', ';dmarc', 'a\\', '="x"@'])
    says(`mx.example.org; dmarc=pass ${odd.repeat(60_000)}`);
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1_000).toBeLessThan(2_000);
});
