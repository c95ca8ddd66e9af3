import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The shell's own script: one file beside the built web app, which `npm run mobile` puts before the app's first script. */
export default defineConfig({
  root: at('.'),
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: at('www'),
    emptyOutDir: false,
    rolldownOptions: { input: at('src/main.ts'), output: { entryFileNames: 'shell.js', codeSplitting: false } },
    modulePreload: false,
  },
});
