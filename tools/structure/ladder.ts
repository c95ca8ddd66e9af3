import type { Program } from 'oxc-parser';
import type { Problem, SourceFile, Tree } from './sources.ts';

/** Where the order of the features is written, and where it is shown. */
const listed = 'apps/server/src/app.ts';
const shown = 'docs/architecture.md';

/** Features that only the web has, each with the reason. `above` is the feature it stands on; without it, it stands above all. */
export const webOnly: Record<string, { reason: string; above?: string }> = {
  landing: { reason: 'a page for visitors, made of no data' },
  faq: { reason: 'a page for visitors, made of no data' },
  filming: { reason: 'a camera in the browser, whose film becomes a post like any other' },
  private: { reason: 'pages that several features make together: start, settings, first steps' },
  recipes: { reason: 'how a recipe, which is part of a post, is shown, cooked and written', above: 'treasures' },
  sending: { reason: 'what is on its way stays in the browser until it has arrived', above: 'uploads' },
};

/** The features from the ground up: each may know those on lower steps, none on its own step or above. */
export interface Ladder {
  features: readonly string[];
  /** The step of a feature; what only the web has stands above all unless `webOnly` says where. */
  stepOf(feature: string): number;
}

/** Reads the ladder: the list that app.ts gives to `combine`. */
export function readLadder({ sources }: Tree): Ladder {
  const app = sources.find(({ path }) => path === listed);
  const features = app ? listIn(app.program) : [];
  const stepOf = (feature: string): number => {
    const above = webOnly[feature]?.above;
    const step = features.indexOf(above ?? feature);
    return step === -1 ? features.length : above ? step + 0.5 : step;
  };
  return { features, stepOf };
}

function listIn(program: Program): string[] {
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { init } of declared.declarations) {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'combine') continue;
      const [list] = init.arguments;
      if (list?.type === 'ArrayExpression') return list.elements.flatMap((element) => nameOf(element));
    }
  }
  return [];
}

/** `postsFeature`, or `familyFeature({ ... })` where a feature is given something. */
function nameOf(element: SourceFile['program']['body'][number] | object | null): string[] {
  const node = element as { type: string; name?: string; callee?: object } | null;
  if (node?.type === 'CallExpression') return nameOf(node.callee ?? null);
  return node?.type === 'Identifier' && node.name?.endsWith('Feature') ? [node.name.slice(0, -'Feature'.length)] : [];
}

/** The list in app.ts, the folders of the features and the picture in the documentation are one. */
export function checkLadder(tree: Tree, { features }: Ladder): Problem[] {
  const folders = new Set(tree.paths.flatMap((path) => /^apps\/server\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? []));
  const picture = /^```ladder\n([^`]*)```/m.exec(tree.architecture)?.[1]?.match(/[a-z-]+/g) ?? [];
  const unlisted = [...folders].filter((folder) => !features.includes(folder));
  const undeclared = [...folders].filter((folder) => !tree.paths.includes(`apps/server/src/features/${folder}/feature.ts`));
  return [
    ...unlisted.map((folder) => problem(listed, `the feature '${folder}' is not in the list`)),
    ...undeclared.map((folder) => problem(`apps/server/src/features/${folder}`, 'a feature declares itself in feature.ts')),
    ...(picture.join() === features.join()
      ? []
      : [problem(shown, `the picture of the ladder is not the list in app.ts: ${features.join(' · ')}`)]),
  ];
}

const problem = (file: string, message: string): Problem => ({ file, rule: 'ladder', message });
