import type { RuntimeConfig } from '@heartwood/contract/service';
import { device } from './device.ts';

const defaults: RuntimeConfig = {
  api_base: '',
  build_id: '',
  stripe_publishable_key: null,
  firebase: null,
  vapid_public_key: null,
  purchase_storefronts: [],
  apps: null,
  sample: false,
};
let config = defaults;
let loading: Promise<RuntimeConfig> | undefined;

/** What the server says before anything else is called; its defaults (the page's own origin, or the shell's server) until it has answered. */
export const runtimeConfig = (): RuntimeConfig => (config === defaults ? { ...defaults, api_base: serverOfShell() } : config);

/** Where the server of a shell is; empty in a browser, whose page comes from it. */
const serverOfShell = (): string => (device.plugins?.server ?? '').replace(/\/+$/, '');

/** Milliseconds for which a server that did not answer is not asked again: what a page asks for at once is not held up by it one after the other. */
const pause = 1_000;

/** Loads the server's `/config.json` once, with the client's own way of fetching. Without an answer the defaults stay, and a later call tries again. */
export function loadRuntimeConfig(fetchFile: (path: string) => Promise<Partial<RuntimeConfig>>): Promise<RuntimeConfig> {
  loading ??= fetchFile(`${serverOfShell()}/config.json`)
    .then((answer) => {
      config = { ...defaults, ...answer, api_base: (answer.api_base ?? serverOfShell()).replace(/\/+$/, '') };
      return config;
    })
    .catch(() => {
      setTimeout(() => (loading = undefined), pause);
      return runtimeConfig();
    });
  return loading;
}
