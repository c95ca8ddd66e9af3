import type { Plugin } from 'vite';

/** Preloads the two files of fonts that every page shows at once: the letters of the interface in Figtree and in upright Newsreader. */
export function documentHead(): Plugin {
  return {
    name: 'heartwood:document-head',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const fonts = Object.keys(bundle ?? {}).filter((name) =>
          /\/(figtree-latin-wght-normal|newsreader-latin-opsz-normal)\.first-.*\.woff2$/.test(name),
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
