import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { StartupError } from './startup-error.ts';

it.each([
  ['smtp://mail.example.org', false],
  ['smtp://user:secret@mail.example.org:587', false],
  ['smtp://127.0.0.1.example.org', false],
  ['smtp://10.0.0.9:25', false],
  ['smtp://mail.example.org?requireTLS=false', false],
  ['smtp://mail.example.org:587?requireTLS=true', true],
  ['smtps://mail.example.org', true],
  ['smtp://localhost:1025', true],
  ['smtp://127.0.0.1:1025', true],
  ['smtp://[::1]:1025', true],
])('[R2.15] mail leaves this machine over TLS, or the start is refused: %s', (url, isTaken) => {
  const start = () => readConfig({ SMTP_URL: url });
  if (isTaken) expect(start().mail.smtpUrl).toBe(url);
  else expect(start).toThrow(StartupError);
  expect(readConfig({ SMTP_URL: url, SMTP_PLAINTEXT: 'allowed' }).mail.smtpUrl).toBe(url);
});

it.each([
  [undefined, ['USA']],
  ['', ['USA']],
  ['usa, CAN', ['USA', 'CAN']],
  ['none', []],
])('the storefronts in which a shell may lead to a purchase: %s', (given, expected) => {
  expect(readConfig({ PURCHASE_STOREFRONTS: given }).client.purchaseStorefronts).toEqual(expected);
});

it.each(['US', 'USA;CAN', 'USA,none', '*'])('what is no list of countries is refused: %s', (given) => {
  expect(() => readConfig({ PURCHASE_STOREFRONTS: given })).toThrow(/PURCHASE_STOREFRONTS/);
});

it('[R2.15] what is said of it names what to do, and no secret', () => {
  const start = () => readConfig({ SMTP_URL: 'smtp://user:geheimnis@mail.example.org' });
  expect(start).toThrow(/smtps:.*requireTLS=true.*SMTP_PLAINTEXT/);
  expect(start).not.toThrow(/geheimnis/);
});

it.each(['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])('%s without a bucket is no start on the disk', (name) => {
  const start = (more = {}) => readConfig({ [name]: 'https://store.example', ...more });
  expect(start).toThrow(StartupError);
  expect(start).toThrow(new RegExp(`^${name} is of no use without S3_BUCKET`));
  expect(start({ S3_BUCKET: 'family' }).s3?.bucket).toBe('family');
  expect(readConfig({ [name]: '' }).s3).toBeUndefined();
});
