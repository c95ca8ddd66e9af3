import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#app';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';

let at: TestApp;
let app: FastifyInstance;
let root: string;
beforeAll(async () => {
  at = await startApp({ jobs: false, env: { CONTACT_EMAIL: 'help@example.org' } });
  root = await mkdtemp(join(tmpdir(), 'heartwood-web-'));
  await mkdir(join(root, 'assets'));
  await writeFile(join(root, 'index.html'), '<link rel="stylesheet" crossorigin href="/assets/index-Ab_1.css">');
  const face = (name: string, style: string) => `@font-face{font-family:${name};font-style:${style};src:url(/assets/a.woff2)}`;
  await writeFile(join(root, 'assets/index-Ab_1.css'), `a{}${face('Upright', 'normal')}b{}${face('Slanted', 'italic')}`);
  app = await buildApp(at.platform, { web: { root, sample: false } });
});
afterAll(async () => {
  await app.close();
  await at.close();
  await rm(root, { recursive: true, force: true });
});

const page = (url: string, language = 'en') => app.inject({ url, headers: { 'accept-language': language } });

describe('the pages that the server writes by itself', () => {
  it.each(['/privacy', '/terms', '/contact'])(
    '%s is open to everybody, in the language asked for, and says where to write',
    async (url) => {
      const [english, german] = [await page(url), await page(url, 'de-AT')];
      expect([english.statusCode, english.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(english.body).toContain('<html lang="en" dir="ltr">');
      expect(german.body).toContain('<html lang="de" dir="ltr">');
      for (const { body } of [english, german]) expect(body).toContain('<a href="mailto:help@example.org">help@example.org</a>');
      expect((await page(`${url}?language=de`)).body).toContain('<html lang="de" dir="ltr">');
      expect((await page(`${url}?language=<script>`)).body).not.toContain('<script>');
    },
  );

  it('look as the app does: in its letters, its colours and the size chosen on this device', async () => {
    const { body } = await page('/terms');
    expect(body).toContain('@font-face{font-family:Upright;');
    expect(body).not.toContain('Slanted');
    expect(body).toContain('<script src="/preferences.js"></script>');
    expect(body).toContain('data-theme=dark');
    // Whoever is signed in goes on from there to their feed.
    expect(body).toContain('<a href="/">Heartwood</a>');
  });

  it('name no address where the operator has given none', async () => {
    const nobody = await startApp({ jobs: false, env: { CONTACT_EMAIL: '', MAIL_FROM: '' } });
    const bare = await buildApp(nobody.platform, { web: { root, sample: false } });
    const { body } = await bare.inject({ url: '/contact', headers: { 'accept-language': 'en' } });
    expect(body).toContain('has not given an address to write to');
    expect(body).not.toContain('mailto:');
    await bare.close();
    await nobody.close();
  });

  it('say in plain words what happens to data', async () => {
    const { body } = await page('/privacy');
    for (const words of ['What is kept', 'brought back for 30 days', 'There are no cookies', 'Taking everything out'])
      expect(body).toContain(words);
  });

  it('are the operator’s to change: for one language, or for all', async () => {
    const folder = join(at.platform.config.dataDir, 'pages');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'terms.html'), '<h1>House rules</h1>');
    await writeFile(join(folder, 'terms.de.html'), '<h1>Hausordnung</h1>');
    const [english, german] = [await page('/terms'), await page('/terms', 'de')];
    expect(english.body).toContain('<h1>House rules</h1>');
    expect(german.body).toContain('<h1>Hausordnung</h1>');
    expect(english.body).not.toContain('What we promise you');
    await rm(folder, { recursive: true });
    expect((await page('/terms')).body).toContain('What we promise you');
  });
});
