import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { RuntimeConfig } from '@heartwood/contract/service';
import { acceptedLanguage, writtenLanguage } from '@heartwood/messages/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#platform/http/refusal.ts';
import { refuseWith } from '#platform/http/server.ts';

/** Where the built web app is. */
export const webDir = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

const year = 31_536_000;

/** The runtime config of the client, and the built web app with every path of its own. */
export async function webRoutes(app: FastifyInstance, options: { root?: string; sample: boolean }): Promise<void> {
  const { root = webDir, sample } = options;
  const { config } = app.platform;
  const buildId = await currentBuild(root);
  const runtime: RuntimeConfig = {
    api_base: config.publicUrl,
    build_id: buildId,
    stripe_publishable_key: config.client.stripePublishableKey,
    firebase: config.client.firebase,
    vapid_public_key: config.client.vapidPublicKey,
    sample,
  };
  app.get('/config.json', { schema: { hide: true } }, (_request, reply) => reply.header('cache-control', 'no-store').send(runtime));
  wellKnown(app);
  await app.register(fastifyStatic, {
    root,
    wildcard: true,
    index: false,
    preCompressed: true,
    decorateReply: true,
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.includes('/assets/') ? `public, max-age=${year}, immutable` : 'no-cache'),
  });
  const page = (name: string) => (request: FastifyRequest, reply: FastifyReply) => {
    const language = writtenLanguage(acceptedLanguage(request.headers['accept-language']) ?? 'en');
    const file = language === 'en' ? `${name}.html` : `${name}.${language}.html`;
    return reply.header('cache-control', 'no-cache').header('vary', 'accept-language, accept-encoding').sendFile(file);
  };
  app.get('/', { schema: { hide: true } }, page('home'));
  app.get('/home', { schema: { hide: true } }, page('home'));
  app.get('/login', { schema: { hide: true } }, page('login'));
  app.setNotFoundHandler((request, reply) => {
    const asksForPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|dev|assets|builds)(\/|$)/.test(request.url) &&
      (request.headers.accept ?? '').includes('text/html');
    if (asksForPage) return reply.code(200).header('cache-control', 'no-cache').sendFile('index.html');
    return refuseWith(refuse.notFound(), request, reply);
  });
}

async function currentBuild(root: string): Promise<string> {
  const latest = await readFile(join(root, 'builds', 'latest.json'), 'utf8').catch(() => '{}');
  return String((JSON.parse(latest) as { id?: string }).id ?? 'development');
}

/** What platforms look for: whom to tell of a hole (RFC 9116), and which apps may open our links. */
function wellKnown(app: FastifyInstance): void {
  const { publicUrl, apps, securityContact } = app.platform.config;
  app.get('/.well-known/security.txt', { schema: { hide: true } }, (_request, reply) => {
    const expires = new Date(app.platform.clock.now().getTime() + (year / 2) * 1_000).toISOString();
    return reply
      .type('text/plain; charset=utf-8')
      .send(`Contact: ${securityContact}\nExpires: ${expires}\nCanonical: ${publicUrl}/.well-known/security.txt\n`);
  });
  app.get('/.well-known/apple-app-site-association', { schema: { hide: true } }, () => ({
    applinks: { details: apps.ios ? [{ appIDs: [apps.ios], components: [{ '/': '/api/*', exclude: true }, { '/': '/*' }] }] : [] },
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
