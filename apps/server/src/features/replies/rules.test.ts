import { expect, test } from 'vitest';
import { addedFiles, addressIn, headOf, isAutomatic, messageHash, threadOf, threadText } from './rules.ts';

const own = { from: 'hello@family.example', host: 'family.example', domain: 'reply.family.example' };
const header = (key: string, value: string) => ({ key, value });
const mail = (from: string, ...headers: { key: string; value: string }[]) => ({ from: [from], headers });

test('people whose addresses are at our own host are people, whatever their mail programs call a mail', () => {
  for (const id of ['<abc@family.example>', '<5D1B63A0-1F0E-4C53-9E04-0A0C8D9A7C11@family.example>'])
    expect(isAutomatic(mail('nora@family.example', header('message-id', id)), 'nora@family.example', own)).toBe(false);
  expect(isAutomatic(mail('nora@family.example', header('auto-submitted', 'no')), undefined, own)).toBe(false);
});

test.each([
  ['what we have sent', mail('nora@family.example', header('message-id', '<0193ae00-0000-7000-8000-000000000001@family.example>'))],
  ['from where we send', mail('hello@family.example')],
  ['from a reply address', mail('q0@reply.family.example')],
  ['vacation', mail('a@b.example', header('auto-submitted', 'auto-replied (vacation)'))],
  ['Outlook', mail('a@b.example', header('x-auto-response-suppress', 'All'))],
  ['a list', mail('a@b.example', header('list-id', '<x.b.example>'))],
  ['junk', mail('a@b.example', header('precedence', 'Junk'))],
  ['a report', mail('a@b.example', header('content-type', 'multipart/report; report-type=delivery-status'))],
])('%s is written by a program', (_, given) => {
  expect(isAutomatic(given, undefined, own)).toBe(true);
});

test('a mail without a return path is written by a program', () => {
  expect(isAutomatic(mail('a@b.example'), '', own)).toBe(true);
});

test('what tells a mail apart is its Message-ID, also where that is folded, and never one in its body', () => {
  const folded = headOf(Buffer.from('From: a@b.example\r\nMessage-ID:\r\n <1@b.example>\r\n\r\nMessage-ID: <2@b.example>\r\n'));
  expect(messageHash(folded, 'whole')).toBe(messageHash('Message-Id: <1@b.example>', 'whole'));
  expect(messageHash(headOf(Buffer.from('From: a@b.example\r\n\r\nMessage-ID: <2@b.example>')), 'whole')).toBe('whole');
});

test('logos, signatures and invitations are no files that somebody has added', () => {
  const file = (type: string, isDecoration = false, size = 1) => ({ path: '', filename: '', type, size, isDecoration });
  const photo = file('image/jpeg');
  expect(
    addedFiles([photo, file('image/png', true), file('text/calendar'), file('application/pgp-signature'), file('image/gif', false, 0)]),
  ).toEqual([photo]);
});

test('a thread is read as it was written, and an address as a mail shows it', () => {
  for (const kind of ['question', 'post'] as const) expect(threadOf(threadText({ kind, id: 'x' }))).toEqual({ kind, id: 'x' });
  expect(['Heartwood <Hello@Family.example>', 'hello@family.example'].map(addressIn)).toEqual([
    'hello@family.example',
    'hello@family.example',
  ]);
});
