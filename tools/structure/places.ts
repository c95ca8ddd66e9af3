/** Where a file belongs. */
export interface Place {
  app: 'server' | 'web' | 'contract' | 'messages' | 'other';
  /** `features`, `platform`, `app` (with main and the like), on the web also `ui` and `routes`; `test` and `sample` on the server. */
  layer: string;
  feature?: string;
  /** Inside the feature: the file's name on the server, the folder or file on the web. */
  part?: string;
  isTest: boolean;
}

export function placeOf(file: string): Place {
  const isTest = /\.(test|spec)\.tsx?$/.test(file);
  const [top, name, ...inside] = file.split('/');
  if (top === 'packages' && name === 'contract') return { app: 'contract', layer: 'contract', isTest };
  if (top === 'messages') return { app: 'messages', layer: 'messages', isTest };
  if (top !== 'apps' || (name !== 'server' && name !== 'web')) return { app: 'other', layer: top ?? '', isTest };
  const [base = '', layer = '', feature, part] = inside;
  // Beside src: the build (vite.config.ts and its plug-ins), tests, the sample, the catalogue of the ui kit.
  if (base !== 'src') return { app: name, layer: inside.length === 1 ? 'vite' : base, isTest };
  if (layer === 'features') return { app: name, layer, isTest, ...(feature ? { feature } : {}), ...(part ? { part } : {}) };
  // src/main.ts and src/app.ts put things together, like src/app/ on the web; so does the route tree that is generated beside them.
  return { app: name, layer: inside.length === 2 ? 'app' : layer, isTest };
}
