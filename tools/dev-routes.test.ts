import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outboxOf, putIntoOutbox } from '../apps/server/src/platform/mail/outbox.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { devRoutes } from './dev-routes.ts';

let dataDir: string;
let app: FastifyInstance;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'heartwood-dev-'));
  app = fastify();
  app.decorate('platform', { config: { dataDir } } as Platform);
  await app.register(devRoutes);
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const get = (url: string) => app.inject({ url });

const mail = [
  'From: Heartwood <hello@heartwood.invalid>',
  'To: "<script>alert(1)</script>" <ruth@whitlock.family>',
  'Subject: Nora invites you & <b>says hello</b>',
  'Date: Sat, 21 Nov 2026 09:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary=x',
  '',
  '--x',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Come in: http://localhost:3000/accept-invite?token=abc and <i>look</i>',
  '--x',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p onclick="alert(2)">Come in</p>',
  '--x--',
].join('\r\n');

test('an empty mailbox says so', async () => {
  expect((await get('/dev/mail')).body).toContain('Nothing has been sent yet');
});

test('mails are listed and read, and nothing in them becomes a part of the page', async () => {
  await putIntoOutbox(outboxOf(dataDir), '20261121T090000000Z-000001-a', Buffer.from(mail));
  const list = await get('/dev/mail');
  expect(list.headers['content-type']).toContain('text/html');
  expect(list.body).toContain('href="/dev/mail/20261121T090000000Z-000001-a.eml"');
  expect(list.body).toContain('Nora invites you &#38; &#60;b&#62;says hello');
  expect(list.body).not.toContain('<script>');

  const view = await get('/dev/mail/20261121T090000000Z-000001-a.eml');
  expect(view.body).toContain('<a href="http://localhost:3000/accept-invite?token=abc">');
  expect(view.body).toContain('&#60;i&#62;look');
  expect(view.body).toContain('ruth@whitlock.family');

  const body = await get('/dev/mail/20261121T090000000Z-000001-a.eml/html');
  expect(body.body).toContain('Come in');
  expect(body.headers['content-security-policy']).toMatch(/^sandbox(?!.*allow-scripts).*default-src 'none'/);
  expect((await get('/dev/mail/20261121T090000000Z-000001-a.eml/source')).body).toBe(mail);
});

test.for(['nothing.eml', '..%2fsecrets%2fapp-secret', '%00'])('a mail that is not there is not found: %s', async (name) => {
  expect((await get(`/dev/mail/${name}`)).statusCode).toBe(404);
  expect((await get(`/dev/mail/${name}/source`)).statusCode).toBe(404);
});

test('everyone of the sample is one click away, without a script in the page itself', async () => {
  const { body } = await get('/dev/sign-in');
  expect(body).toContain('<button value="nora@whitlock.family">Nora Whitlock</button>');
  expect(body).not.toMatch(/<script>|onclick/);
  expect((await get('/dev/sign-in.js')).headers['content-type']).toContain('javascript');
});
