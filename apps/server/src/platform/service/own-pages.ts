import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages, type Language } from '@heartwood/contract/languages';
import { translatorOf } from '@heartwood/messages/catalogues';
import { acceptedLanguage, directionOf, writtenLanguage } from '@heartwood/messages/languages';
import type { PlainKey, Translate } from '@heartwood/messages/translate';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#platform/mail/layout.ts';

/** The pages that the server writes by itself, without a log-in. */
const names = ['privacy', 'terms', 'contact'] as const;
type Page = (typeof names)[number];

const titles = {
  privacy: 'legal.privacy.title',
  terms: 'legal.terms.title',
  contact: 'legal.contact.title',
} as const satisfies Record<Page, PlainKey>;
const leads = {
  privacy: 'legal.privacy.lead',
  terms: 'legal.terms.lead',
  contact: 'legal.contact.lead',
} as const satisfies Record<Page, PlainKey>;

/** What a page says where the operator has written nothing of their own. */
function usual(t: Translate, page: Page, contact: string | undefined): string {
  const parts = {
    privacy: [
      ['legal.privacy.kept.title', 'legal.privacy.kept.text'],
      ['legal.privacy.seen.title', 'legal.privacy.seen.text'],
      ['legal.privacy.places.title', 'legal.privacy.places.text'],
      ['legal.privacy.sent.title', 'legal.privacy.sent.text'],
      ['legal.privacy.device.title', 'legal.privacy.device.text'],
      ['legal.privacy.logs.title', 'legal.privacy.logs.text'],
      ['legal.privacy.payments.title', 'legal.privacy.payments.text'],
      ['legal.privacy.out.title', 'legal.privacy.out.text'],
      ['legal.privacy.deleted.title', 'legal.privacy.deleted.text'],
    ],
    terms: [
      ['legal.terms.place.title', 'legal.terms.place.text'],
      ['legal.terms.account.title', 'legal.terms.account.text'],
      ['legal.terms.yours.title', 'legal.terms.yours.text'],
      ['legal.terms.together.title', 'legal.terms.together.text'],
      ['legal.terms.paying.title', 'legal.terms.paying.text'],
      ['legal.terms.running.title', 'legal.terms.running.text'],
      ['legal.terms.ending.title', 'legal.terms.ending.text'],
    ],
    contact: [],
  } as const satisfies Record<Page, readonly (readonly [PlainKey, PlainKey])[]>;
  const sections = parts[page].map(([title, text]) => `<h2>${escapeHtml(t(title))}</h2>\n<p>${escapeHtml(t(text))}</p>`);
  const address = contact && `<p><a href="mailto:${escapeHtml(contact)}">${escapeHtml(contact)}</a></p>`;
  const write = `<h2 id="write">${escapeHtml(t('legal.write.title'))}</h2>
<p>${escapeHtml(address ? t('legal.write.text') : t('legal.write.none'))}</p>
${address ?? ''}`;
  return [`<h1>${escapeHtml(t(titles[page]))}</h1>`, `<p class="lead">${escapeHtml(t(leads[page]))}</p>`, ...sections, write].join('\n');
}

const dark = 'color-scheme:dark;--canvas:#141210;--ink:#f4efe9;--ink2:#c9bfb5;--fir:#8fcdb2;--line:#38322d';
// `preferences.js` says on the root what the reader has chosen; without it the system decides.
const style = `:root{color-scheme:light;--canvas:#faf8f5;--ink:#231d19;--ink2:#564c45;--fir:#1f5443;--line:#e5ded4}
:root[data-theme=dark]{${dark}}@media (prefers-color-scheme:dark){:root:not([data-theme]){${dark}}}
:root[data-text=large]{font-size:118.75%}:root[data-text=largest]{font-size:137.5%}
body{margin:0;background:var(--canvas);color:var(--ink);font:1.0625rem/1.55 "Figtree Variable",system-ui,sans-serif}
main,header,footer{box-sizing:border-box;max-width:680px;margin-inline:auto;padding-inline:24px}
header,footer{display:flex;flex-wrap:wrap;gap:4px 24px;padding-block:20px}footer{border-top:1px solid var(--line);margin-top:48px;padding-bottom:48px}
h1,h2{font-family:"Newsreader Variable",Georgia,serif;font-weight:460;text-wrap:balance}h1{font-size:2.25rem;line-height:1.1;margin:24px 0 0}
h2{font-size:1.5rem;line-height:1.22;margin:40px 0 8px}p{margin:8px 0;color:var(--ink2);overflow-wrap:anywhere}p.lead{font-size:1.1875rem;margin-top:16px}
a{color:var(--fir);display:inline-flex;align-items:center;min-height:44px}a:focus-visible{outline:3px solid var(--fir);outline-offset:3px}`;

/**
 * `/privacy`, `/terms` and `/contact`: what happens to data, in plain words, without the app. What the operator has written instead (HTML in
 * `PAGES_DIR`: `privacy.en.html`, or `privacy.html` for every language) stands in the same frame.
 * @param fonts the `@font-face` rules of the built app
 */
export function ownPages(app: FastifyInstance, fonts: string): void {
  const { pagesDir, contactEmail } = app.platform.config;
  const written = async (page: Page, language: Language): Promise<string | undefined> => {
    for (const name of [`${page}.${language}.html`, `${page}.html`]) {
      const found = await readFile(join(pagesDir, name), 'utf8').catch(() => undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const page of names)
    app.get(`/${page}`, { schema: { hide: true } }, async (request, reply) => {
      const asked = (request.query as { language?: string }).language;
      const accepted = writtenLanguage(acceptedLanguage(request.headers['accept-language']) ?? 'en');
      const language = languages.find((one) => one === asked) ?? accepted;
      const t = translatorOf(language);
      const body = (await written(page, language)) ?? usual(t, page, contactEmail);
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-language, accept-encoding')
        .send(framed(t, { page, language, kept: asked === language ? `?language=${language}` : '', fonts, body }));
    });
}

/** What a page is made of; `kept` is the query that keeps a language that was chosen on it. */
interface Framed {
  page: Page;
  language: Language;
  kept: string;
  fonts: string;
  body: string;
}

function framed(t: Translate, { page, language, kept, fonts, body }: Framed): string {
  const link = (href: string, text: string, more = '') => `<a href="${href}"${more}>${escapeHtml(text)}</a>`;
  const others = names.map((name) => link(`/${name}${kept}`, t(titles[name]), name === page ? ' aria-current="page"' : ''));
  const tongues = languages.map((one) =>
    link(`/${page}?language=${one}`, new Intl.DisplayNames(one, { type: 'language' }).of(one) ?? one, ` lang="${one}" hreflang="${one}"`),
  );
  // `preferences.js` writes the language of the app on the root; the body is in the language that was asked for.
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(t(titles[page]))} · Heartwood</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style>${fonts}
${style}</style>
<script src="/preferences.js"></script>
</head>
<body lang="${language}">
<header>${link('/', 'Heartwood')}</header>
<main>
${body}
</main>
<footer>${[...others, ...tongues].join('\n')}</footer>
</body>
</html>
`;
}
