import type { RuntimeConfig } from '@heartwood/contract/service';

const defaults: RuntimeConfig = {
  api_base: '',
  build_id: '',
  stripe_publishable_key: null,
  firebase: null,
  vapid_public_key: null,
  sample: false,
};
let config = defaults;
let loading: Promise<RuntimeConfig> | undefined;

/** What the server says before anything else is called; its defaults (the page's own origin) until it has answered. */
export const runtimeConfig = (): RuntimeConfig => config;

/** Loads `/config.json` once, with the client's own way of fetching. Without an answer the defaults stay, and the next call tries again. */
export function loadRuntimeConfig(fetchFile: (path: string) => Promise<Partial<RuntimeConfig>>): Promise<RuntimeConfig> {
  loading ??= fetchFile('/config.json')
    .then((answer) => {
      config = { ...defaults, ...answer, api_base: (answer.api_base ?? '').replace(/\/+$/, '') };
      return config;
    })
    .catch(() => {
      loading = undefined;
      return config;
    });
  return loading;
}
