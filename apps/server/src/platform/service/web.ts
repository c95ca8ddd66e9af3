import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { RuntimeConfig } from '@heartwood/contract/service';
import { acceptedLanguage, writtenLanguage } from '@heartwood/messages/languages';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerMissing, mayBePage, wantsPage } from '#platform/http/page-address.ts';
import { refuse } from '#platform/http/refusal.ts';
import { refuseWith } from '#platform/http/server.ts';
import { ownPages } from './own-pages.ts';

/** Where the built web app is. */
const webDir = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

const year = 31_536_000;

/** The built web app, as far as the server knows it. */
interface WebBuild {
  root: string;
  id: string;
  /** The page of every address that is not drawn ahead: it loads the app, which shows what stands there, or that nothing does. */
  page: string;
  /** Its `@font-face` rules for upright letters, for the pages that the server writes by itself. */
  fonts: string;
  /** Whether the app has a page at a path. */
  hasPage: (path: string) => boolean;
}

/** Reads what the build says of itself. @param root its folder */
export async function readWebBuild(root: string = webDir): Promise<WebBuild> {
  const read = (name: string, otherwise: string) => readFile(join(root, name), 'utf8').catch(() => otherwise);
  const { id = 'development' } = JSON.parse(await read('builds/latest.json', '{}')) as { id?: string };
  const paths = JSON.parse(await read('builds/pages.json', '[]')) as string[];
  const pattern = patternOf(paths);
  const page = await read('index.html', '');
  const [sheet] = /\/assets\/[\w-]+\.css/.exec(page) ?? [];
  const faces = (sheet ? await read(sheet, '') : '').match(/@font-face\s*\{[^}]*\}/g) ?? [];
  const fonts = faces.filter((face) => /font-style:\s*normal/.test(face)).join('\n');
  return { root, id, page, fonts, hasPage: (path) => pattern.test(path) };
}

/** Matches what the router of the app matches: `$name` is one part of a path, which nothing of ours makes longer than 255; a slash at the end and capitals do not count. */
function patternOf(paths: readonly string[]): RegExp {
  const shapes = paths.map((path) => path.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]{1,255}'));
  return new RegExp(`^(${shapes.join('|')})/?$`, 'i');
}

/** The runtime config of the client, and the built web app with every path of its own. */
export async function webRoutes(app: FastifyInstance, { build, sample }: { build: WebBuild; sample: boolean }): Promise<void> {
  const { config } = app.platform;
  const runtime: RuntimeConfig = {
    api_base: config.publicUrl,
    build_id: build.id,
    stripe_publishable_key: config.client.stripePublishableKey,
    firebase: config.client.firebase,
    vapid_public_key: config.client.vapidPublicKey,
    purchase_storefronts: config.client.purchaseStorefronts,
    apps: config.client.apps,
    sample,
  };
  app.get('/config.json', { schema: { hide: true } }, (_request, reply) => reply.header('cache-control', 'no-store').send(runtime));
  wellKnown(app);
  ownPages(app, build.fonts);
  // What the folder cannot have, such as a name with a NUL, is missing like all else.
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    (error.statusCode ?? 500) < 500 && wantsPage(request) ? answerMissing(reply, build.page) : refuseWith(error, request, reply),
  );
  await app.register(fastifyStatic, {
    root: build.root,
    serve: false,
    index: false,
    preCompressed: true,
    decorateReply: true,
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.includes('/assets/') ? `public, max-age=${year}, immutable` : 'no-cache'),
  });
  // The route of the library reads the whole folder for each file, to tell apart names that differ in capitals only: nothing here depends on them.
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: (request, reply) => void reply.sendFile(`/${request.params['*']}`),
  });
  const page = (name: string) => (request: FastifyRequest, reply: FastifyReply) => {
    const language = writtenLanguage(acceptedLanguage(request.headers['accept-language']) ?? 'en');
    const file = language === 'en' ? `${name}.html` : `${name}.${language}.html`;
    reply.header('cache-control', 'no-cache').header('vary', 'accept-language, accept-encoding').sendFile(file);
  };
  app.get('/', { schema: { hide: true } }, page('home'));
  app.get('/home', { schema: { hide: true } }, page('home'));
  app.get('/login', { schema: { hide: true } }, page('login'));
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    if (mayBePage(request) && build.hasPage(path)) return void reply.code(200).header('cache-control', 'no-cache').sendFile('index.html');
    return wantsPage(request) ? answerMissing(reply, build.page) : refuseWith(refuse.notFound(), request, reply);
  });
}

/** Links that the browser opens also where the app is there: what is bought or taken, which not every app may do (decision 054). */
const browserOnly = [
  ...['/api/*', '/subscribe', '/gift', '/gift/*'].map((path) => ({ '/': path, exclude: true })),
  { '/': '/private/profile', '#': 'subscription', exclude: true },
];

/** Links that lead from the browser back to the app after paying. The first rule that fits holds. */
const backFromPaying = { '/': '/subscribe', '?': { checkout: '?*' } };

/** What platforms look for: the contact for vulnerabilities (RFC 9116), and which apps may open our links. */
function wellKnown(app: FastifyInstance): void {
  const { publicUrl, apps, securityContact } = app.platform.config;
  app.get('/.well-known/security.txt', { schema: { hide: true } }, (_request, reply) => {
    const expires = new Date(app.platform.clock.now().getTime() + (year / 2) * 1_000).toISOString();
    return reply
      .type('text/plain; charset=utf-8')
      .send(`Contact: ${securityContact}\nExpires: ${expires}\nCanonical: ${publicUrl}/.well-known/security.txt\n`);
  });
  app.get('/.well-known/apple-app-site-association', { schema: { hide: true } }, () => ({
    applinks: { details: apps.ios ? [{ appIDs: [apps.ios], components: [backFromPaying, ...browserOnly, { '/': '/*' }] }] : [] },
    webcredentials: { apps: apps.ios ? [apps.ios] : [] },
  }));
  app.get('/.well-known/assetlinks.json', { schema: { hide: true } }, () =>
    apps.android && apps.androidFingerprint
      ? [
          {
            relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
            target: { namespace: 'android_app', package_name: apps.android, sha256_cert_fingerprints: [apps.androidFingerprint] },
          },
        ]
      : [],
  );
}
