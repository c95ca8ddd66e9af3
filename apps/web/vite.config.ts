import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Rolldown } from 'vite';
import { buildRecord } from './vite/build-record.ts';
import { compressed } from './vite/compressed.ts';
import { cutFonts } from './vite/cut-fonts.ts';
import { documentHead } from './vite/document-head.ts';
import { messageChunks, messages } from './vite/messages.ts';
import { prerender } from './vite/prerender.ts';
import { serviceWorker } from './vite/service-worker.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env['HEARTWOOD_API'] ?? 'http://127.0.0.1:3000';

// Files by what changes together: the packages that every page begins with, what the app has of its own below its features (both are
// loaded first), and the query library of members' pages. `queryOptions` hands back what it is given; pages for signing in use nothing else
// of it. The map of pages stays beside them, because it changes with every page.
const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  ...messageChunks,
  { name: 'packages', test: /\/node_modules\//, tags: ['$initial'], priority: 2 },
  { name: 'queries', test: /\/node_modules\/@tanstack\/(query-core|react-query)\/(?!.*\/queryOptions)/, priority: 2 },
  { name: 'shell', test: /\/(platform|ui|contract|messages)\/|preload-helper/, tags: ['$initial'], priority: 1 },
];

export default defineConfig({
  root: at('.'),
  plugins: [
    cutFonts({ sheet: at('src/styles/fonts.css'), cache: at('../../node_modules/.cache/heartwood-fonts') }),
    messages(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: at('src/routes'),
      generatedRouteTree: at('src/routeTree.gen.ts'),
    }),
    react(),
    tailwindcss(),
    documentHead(),
    buildRecord(),
    prerender(),
    serviceWorker(),
    compressed(),
  ],
  resolve: {
    alias: {
      '#ui': at('src/ui'),
      '#platform': at('src/platform'),
      '#features': at('src/features'),
      '#app': at('src/app'),
    },
  },
  // Everything is a file of its own: the content security policy allows no data: scripts, and small files cache well.
  build: {
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: { proxy: { '/api': api, '/config.json': api, '/dev': api } },
  preview: { proxy: { '/api': api, '/config.json': api, '/dev': api } },
});
