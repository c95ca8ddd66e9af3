import type { Plugin } from 'vite';

/** Preloads the two fonts that every page shows at once: Figtree and upright Newsreader, latin. */
export function documentHead(): Plugin {
  return {
    name: 'heartwood:document-head',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const fonts = Object.keys(bundle ?? {}).filter((name) =>
          /\/(figtree-latin-wght-normal|newsreader-latin-opsz-normal)-.*\.woff2$/.test(name),
        );
        return {
          html,
          tags: fonts.map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
            injectTo: 'head-prepend' as const,
          })),
        };
      },
    },
  };
}
