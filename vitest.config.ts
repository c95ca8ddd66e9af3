import { defineConfig } from 'vitest/config';
import { messages } from './apps/web/vite/messages.ts';

// Three kinds of tests. `server` runs at the HTTP door on a real PostgreSQL, one cluster for the whole run and a database for each file;
// `unit` needs nothing but itself: the contract and the tools; `web` is what the web app decides without a browser.
export default defineConfig({
  test: {
    // Two cores are shared with PostgreSQL.
    maxWorkers: 2,
    // A job that is begun by a request is taken up when a core is free.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages/*,messages}/src/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts', 'apps/mobile/src/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['{src,test,sample}/**/*.test.ts'],
          globalSetup: ['test/cluster.ts'],
          // The files that one worker runs share its modules: loading the whole server anew for each of them was a third of the time. No test
          // replaces a module; what a test changes in one it puts back.
          isolate: false,
          // Jobs and children of other tests may have the cores meanwhile; what waits for something says how long itself.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        plugins: [messages()],
        test: {
          name: 'web',
          root: 'apps/web',
          setupFiles: ['test/language.ts'],
          include: ['{src,vite}/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
