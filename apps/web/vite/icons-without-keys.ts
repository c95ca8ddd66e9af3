import type { Plugin } from 'vite';

/**
 * The pieces of an icon carry keys for React, which wants none where they are handed over as they stand: random letters that do not
 * compress, two kilobytes over the icons of the app.
 */
export function iconsWithoutKeys(): Plugin {
  return {
    name: 'heartwood:icons-without-keys',
    apply: 'build',
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/ },
      handler: (code) => ({ code: code.replaceAll(/,\s*key: "[a-z0-9]+"/g, ''), map: null }),
    },
  };
}
