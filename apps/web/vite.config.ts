import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { buildRecord } from './vite/build-record.ts';
import { compressed } from './vite/compressed.ts';
import { contractWithoutSchemas } from './vite/contract-without-schemas.ts';
import { cutFonts } from './vite/cut-fonts.ts';
import { documentHead } from './vite/document-head.ts';
import { iconsWithoutKeys } from './vite/icons-without-keys.ts';
import { messageChunks, messages } from './vite/messages.ts';
import { prerender } from './vite/prerender.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env['HEARTWOOD_API'] ?? 'http://127.0.0.1:3000';

// What every page loads anyway comes in few files: they compress better together, and change at different times.
const chunkGroups = [
  ...messageChunks,
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store))\/(?!.*useBlocker)/,
    priority: 5,
  },
  {
    name: 'shell',
    test: /src\/ui\/(button|icon-button|spinner|class-names|brand|logo-mark|banner|page|toast)\.tsx?$|src\/platform\/(http|session|storage|navigation|runtime-config|own-path|device|toasts|online|builds|title|crawler|prefetch|addresses)\.ts$|contract\/src\/(failures|fields|form-data|endpoint)\.ts$|src\/app\/(banners|bare-layouts|retry)\.tsx?$|contract\/src\/(accounts|addresses|passwords|profiles)\.ts$|react-query\/.*queryOptions|vite\/preload-helper|rolldown\/runtime|node_modules\/ofetch\/|esm\/icons\/(sparkles|arrow-left|x|octagon-[a-z-]+|wifi-off|mail|lock|eye|eye-off)\.mjs$/,
    priority: 4,
  },
  {
    // Shared by several pages, and small: many files would cost more than they hold.
    name: 'icons',
    test: /lucide-react\/dist\/esm\/icons\//,
    minShareCount: 2,
    priority: 0,
  },
  {
    name: 'reading',
    test: /node_modules\/@tanstack\/(query-core|react-query)\/(?!.*(queryOptions|queriesObserver|useQueries|useSuspenseQueries))|contract\/src\/(posts|media|family|people|billing)\.ts$|src\/ui\/(skeleton|empty-state|list-row|card|chip|avatar|age-rings|page-head|photo-frame)\.tsx$|src\/ui\/clock-time\.ts$|src\/app\/(queries|reading-layouts|layout)\.tsx?$|src\/platform\/(dates|keys|kept)\.ts$|features\/family\/(api|words)\.ts$/,
    minShareCount: 2,
    priority: 2,
  },
  {
    // What every list of posts is made of.
    name: 'feed',
    test: /features\/posts\/(api|words|logic)\.ts$|features\/posts\/components\/(post-list|virtual-posts|post-card|attached|keep-sending|lazy-[a-z-]+|use-draft|outbox|feed-filters|filter-chips|post-photos)\.tsx?$|src\/ui\/(photo-grid|heart-button)\.tsx$|node_modules\/@tanstack\/(virtual-core|react-virtual)\//,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'accounts',
    test: /features\/accounts\/((api|words)\.ts|components\/scenes\.ts)$/,
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'forms',
    test: /node_modules\/react-hook-form\/|src\/platform\/form(-rules)?\.ts$|src\/ui\/field\.tsx$|form-problem\.tsx$|contract\/src\/validation\.ts$/,
    priority: 3,
  },
];

export default defineConfig({
  root: at('.'),
  plugins: [
    cutFonts({ sheet: at('src/styles/fonts.css'), cache: at('../../node_modules/.cache/heartwood-fonts') }),
    messages(),
    contractWithoutSchemas(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: at('src/routes'),
      generatedRouteTree: at('src/routeTree.gen.ts'),
    }),
    react(),
    tailwindcss(),
    iconsWithoutKeys(),
    documentHead(),
    buildRecord(),
    prerender(),
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
