import { join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

/**
 * A plugin that works on the whole build once everything is written, after those before it in the list. It does nothing where the build has
 * failed, and for code that a server runs.
 * @param work gets the folder of the build and the configuration
 */
export function afterBuild(name: string, work: (dist: string, config: ResolvedConfig) => Promise<void>): Plugin {
  let config: ResolvedConfig;
  return {
    name: `heartwood:${name}`,
    apply: (user, { command }) => command === 'build' && !user.build?.ssr,
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async (error?: Error) => {
        if (!error) await work(join(config.root, config.build.outDir), config);
      },
    },
  };
}
