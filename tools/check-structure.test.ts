import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { checkStructure } from './check-structure.ts';
import { listedFiles } from './structure/nouns.ts';

type Files = Record<string, string>;

/** A repository in small that keeps every rule. */
const good: Files = {
  ...Object.fromEntries(listedFiles.map((file) => [file, ''])),
  'apps/server/migrations/0001_accounts.sql': 'create table users (id uuid);',
  'apps/server/migrations/0002_family.sql': 'create table families (id uuid);',
  'apps/server/src/app.ts':
    "import { postsFeature } from '#features/posts/feature.ts';\nimport { familyFeature } from '#features/family/feature.ts';\nimport { combine } from '#platform/feature.ts';\nexport const app = combine([familyFeature({ ports: 1 }), postsFeature]);\n",
  'docs/architecture.md': '# The house\n```ladder\nfamily · posts\n```\n',
  'apps/server/src/main.ts': "import { app } from './app.ts';\nconsole.log(app);\n",
  'apps/server/src/platform/clock.ts': 'export const now = () => new Date();\nexport const other = () => Date.now();\n',
  'apps/server/src/platform/feature.ts': 'export const combine = 1;\n',
  'apps/server/src/features/family/feature.ts': 'export const familyFeature = 1;\n',
  'apps/server/src/features/family/scope.ts': 'export interface FamilyScope { id: string }\n',
  'apps/server/src/features/family/tables.ts': "import { uuid } from 'drizzle-orm/pg-core';\nexport const families = uuid;\n",
  'apps/server/src/features/family/actions.ts': 'export const join = 1;\n',
  'apps/server/src/features/posts/routes.ts':
    "import { sharePost } from './actions.ts';\nexport const postsRoutes = { handle: () => sharePost, other: { handler: () => {\n  return sharePost;\n} } };\n",
  'apps/server/src/features/posts/actions.ts':
    "import { join } from '#features/family/actions.ts';\nimport { insert } from './store.ts';\nexport const sharePost = [join, insert];\n",
  'apps/server/src/features/posts/store.ts':
    "import { sql } from 'drizzle-orm';\nimport { families } from '#features/family/tables.ts';\nexport const insert = sql`insert into posts select ${families} where created_at < ${new Date(0)}`;\n",
  'apps/server/src/features/posts/queries.ts': "import { sql } from 'drizzle-orm';\nexport const feed = sql;\n",
  'apps/server/src/features/posts/feature.ts': "import { postsRoutes } from './routes.ts';\nexport const postsFeature = postsRoutes;\n",
  'apps/server/src/features/posts/rules.ts': "import { limit } from '@heartwood/contract/posts';\nexport const most = limit;\n",
  'apps/server/src/features/posts/routes.test.ts': "import { insert } from './store.ts';\nconsole.log(insert, new Date());\n",
  'apps/server/test/app.ts': "import { app } from '#app';\nimport '../src/main.ts';\nexport { app };\n",
  'packages/contract/src/family.ts': 'export const role = 1;\n',
  'packages/contract/src/endpoint.ts': 'export const endpoint = 1;\n',
  'messages/en/posts.json': '{}',
  'e2e/family.spec.ts': '',
  'e2e/posts.spec.ts': '',
  'e2e/posts-deleted.spec.ts': '',
  'packages/contract/src/posts.ts': "import { z } from 'zod';\nexport const limit = z;\nexport type Limit = z.ZodType;\n",
  'packages/contract/src/limits.ts': 'export const limit = 60;\n',
  'apps/web/vite.config.ts': "import './vite/plugin.ts';\n",
  'apps/web/vite/plugin.ts': 'export const plugin = 1;\n',
  'apps/web/src/ui/button.tsx': "import { useState } from 'react';\nexport const Button = useState;\n",
  'apps/web/src/platform/http.ts': "export const call = () => fetch('/api');\n",
  'apps/web/src/app/router.tsx': "import { Route } from '../routes/index.tsx';\nexport const router = Route;\n",
  'apps/web/src/routes/index.tsx': "import { Feed } from '#features/posts/screens/feed.tsx';\nexport const Route = Feed;\n",
  'apps/web/src/features/posts/api.ts':
    "import type { Limit } from '@heartwood/contract/posts';\nimport { limit } from '@heartwood/contract/limits';\nimport { call } from '#platform/http.ts';\nexport const api: Limit[] = [limit, call, { queryKey: ['comments'] }];\n",
  'apps/web/src/features/posts/screens/feed.tsx':
    "import { Avatar } from '#features/family/components/avatar.tsx';\nimport { Button } from '#ui/button.tsx';\nimport { api } from '../api.ts';\nexport const Feed = [Avatar, Button, api];\n",
  'apps/web/src/features/posts/state.ts': 'export const state = 1;\n',
  'apps/web/src/features/posts/hooks/use-feed.ts': "import { state } from '../state.ts';\nexport const useFeed = state;\n",
  'apps/web/src/features/family/components/avatar.tsx': 'export const Avatar = 1;\n',
  'apps/web/src/features/family/components/tree.svg': '<svg/>',
  'apps/web/src/features/private/screens/start.tsx': "import { api } from '#features/posts/api.ts';\nexport const Start = api;\n",
  'tools/thing.ts': "import '../apps/server/src/main.ts';\nexport const then = Date.now();\n",
};

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** Gives every export a docstring, on its own line, so that lines keep their numbers. */
const documented = (text: string): string => text.replaceAll(/^(?=export )/gm, '/** It is. */ ');

/** The rules that are broken, as `rule file`. With `asWritten` the change gets no docstrings. */
async function broken(change: Files, asWritten = false): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heartwood-structure-'));
  folders.push(folder);
  for (const [file, text] of Object.entries({ ...good, ...change })) {
    if (text === gone) continue;
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), /\.tsx?$/.test(file) && !(asWritten && file in change) ? documented(text) : text);
  }
  return (await checkStructure(folder)).map(({ rule, file }) => `${rule} ${file}`);
}

const gone = '\0gone';
const linesOf = (count: number): string => '// line\n'.repeat(count);
const posts = 'apps/server/src/features/posts';
const webPosts = 'apps/web/src/features/posts';

test('a repository that keeps the rules has no problem', async () => {
  expect(await broken({})).toEqual([]);
});

describe('names and sizes', () => {
  test.for<[string, Files, string]>([
    ['a file outside the vocabulary', { [`${posts}/service.ts`]: '' }, `vocabulary ${posts}/service.ts`],
    ['a folder in a server feature', { [`${posts}/routes/list.ts`]: '' }, `vocabulary ${posts}/routes/list.ts`],
    ['scope.ts of somebody else', { [`${posts}/scope.ts`]: '' }, `vocabulary ${posts}/scope.ts`],
    ['a file outside the web vocabulary', { [`${webPosts}/hooks.ts`]: '' }, `vocabulary ${webPosts}/hooks.ts`],
    ['a loose screen', { [`${webPosts}/feed.tsx`]: '' }, `vocabulary ${webPosts}/feed.tsx`],
    ['a folder outside the web vocabulary', { [`${webPosts}/stores/feed.ts`]: '' }, `vocabulary ${webPosts}/stores/feed.ts`],
    ['a utils file', { 'apps/server/src/platform/utils.ts': '' }, 'no-drawers apps/server/src/platform/utils.ts'],
    ['a helpers folder', { 'tools/helpers/x.ts': '' }, 'no-drawers tools/helpers/x.ts'],
    ['an index file', { 'apps/web/src/ui/index.ts': 'export const x = 1;\n' }, 'no-barrels apps/web/src/ui/index.ts'],
    [
      'a file that only hands on',
      { 'apps/web/src/ui/all.ts': "export { Button } from './button.tsx';\n" },
      'no-barrels apps/web/src/ui/all.ts',
    ],
    ['export *', { 'apps/web/src/ui/all.ts': "export * from './button.tsx';\nexport const x = 1;\n" }, 'no-barrels apps/web/src/ui/all.ts'],
    ['a long file', { 'tools/long.ts': linesOf(301) }, 'size tools/long.ts'],
    ['a long test', { 'tools/long.test.ts': linesOf(501) }, 'size tools/long.test.ts'],
    ['a long route file', { 'apps/web/src/routes/long.tsx': linesOf(26) }, 'size apps/web/src/routes/long.tsx'],
    ['two migrations of one number', { 'apps/server/migrations/0002_posts.sql': '' }, 'migrations apps/server/migrations/0002_posts.sql'],
    ['a migration without a name', { 'apps/server/migrations/0003.sql': '' }, 'migrations apps/server/migrations/0003.sql'],
  ])('%s', async ([, change, problem]) => {
    expect(await broken(change)).toEqual([problem]);
  });

  test('300 and 500 lines, 25 in a route, and any length for generated files are fine', async () => {
    const files = {
      'tools/a.ts': linesOf(300),
      'tools/a.test.ts': linesOf(500),
      'apps/web/src/routes/a.tsx': linesOf(25),
      'apps/web/src/routeTree.gen.ts': linesOf(900),
    };
    expect(await broken(files)).toEqual([]);
  });
});

describe('who knows whom', () => {
  const uses = (what: string): string => `import { x } from '${what}';\nconsole.log(x);\n`;
  test.for<[string, Files, string]>([
    [
      'platform knows a feature',
      { 'apps/server/src/platform/mail.ts': uses('#features/posts/rules.ts') },
      'layers apps/server/src/platform/mail.ts',
    ],
    [
      'by its relative path too',
      { 'apps/server/src/platform/mail.ts': uses('../features/posts/rules.ts') },
      'layers apps/server/src/platform/mail.ts',
    ],
    [
      'and when it is only a type',
      { 'apps/server/src/platform/mail.ts': "export type X = import('../features/posts/rules.ts').X;\n" },
      'layers apps/server/src/platform/mail.ts',
    ],
    ['a feature knows the app', { [`${posts}/jobs.ts`]: uses('#app.ts') }, `layers ${posts}/jobs.ts`],
    ['the server knows tests', { [`${posts}/jobs.ts`]: uses('#test/app.ts') }, `layers ${posts}/jobs.ts`],
    ['the server knows the web', { [`${posts}/jobs.ts`]: uses('../../../../web/src/ui/button.tsx') }, `layers ${posts}/jobs.ts`],
    [
      'the web knows the server',
      { [`${webPosts}/logic.ts`]: uses('../../../../server/src/platform/clock.ts') },
      `layers ${webPosts}/logic.ts`,
    ],
    ['the contract knows more than zod', { 'packages/contract/src/posts.ts': uses('date-fns') }, 'layers packages/contract/src/posts.ts'],
    ['the web loads schemas', { [`${webPosts}/logic.ts`]: uses('@heartwood/contract/posts') }, `no-schemas ${webPosts}/logic.ts`],
    ['ui knows platform', { 'apps/web/src/ui/card.tsx': uses('#platform/http.ts') }, 'layers apps/web/src/ui/card.tsx'],
    ['ui knows the contract', { 'apps/web/src/ui/card.tsx': uses('@heartwood/contract/limits') }, 'layers apps/web/src/ui/card.tsx'],
    ['web platform knows a feature', { 'apps/web/src/platform/x.ts': uses('#features/posts/api.ts') }, 'layers apps/web/src/platform/x.ts'],
    ['a web feature knows a route', { [`${webPosts}/logic.ts`]: uses('../../routes/index.tsx') }, `layers ${webPosts}/logic.ts`],
    [
      'up the ladder',
      { 'apps/server/src/features/family/jobs.ts': uses('#features/posts/actions.ts') },
      'ladder apps/server/src/features/family/jobs.ts',
    ],
    [
      'up the ladder on the web',
      { 'apps/web/src/features/family/logic.ts': uses('#features/posts/api.ts') },
      'ladder apps/web/src/features/family/logic.ts',
    ],
    [
      'a feature uses what only puts features together',
      { [`${webPosts}/logic.ts`]: uses('#features/private/screens/start.tsx') },
      `ladder ${webPosts}/logic.ts`,
    ],
    [
      "another feature's store",
      { [`${posts}/jobs.ts`]: uses('#features/family/store.ts'), 'apps/server/src/features/family/store.ts': '' },
      `own-affair ${posts}/jobs.ts`,
    ],
    [
      "another feature's routes",
      { [`${posts}/jobs.ts`]: uses('../family/routes.ts'), 'apps/server/src/features/family/routes.ts': '' },
      `own-affair ${posts}/jobs.ts`,
    ],
    [
      "another feature's screen",
      { 'apps/web/src/features/private/logic.ts': uses('#features/posts/screens/feed.tsx') },
      'own-affair apps/web/src/features/private/logic.ts',
    ],
    ['rules that act', { [`${posts}/rules.ts`]: uses('./store.ts') }, `pure-rules ${posts}/rules.ts`],
    ['a circle', { 'tools/a.ts': uses('./b.ts'), 'tools/b.ts': uses('./c.ts'), 'tools/c.ts': uses('./a.ts') }, 'no-cycles tools/a.ts'],
  ])('%s', async ([, change, problem]) => {
    expect(await broken(change)).toEqual([problem]);
  });

  test('a circle of types, or of what is loaded when needed, is none', async () => {
    expect(
      await broken({
        'tools/a.ts': "import type { B } from './b.ts';\nexport type A = B;\n",
        'tools/b.ts': "export type B = 1;\nawait import('./a.ts');\n",
      }),
    ).toEqual([]);
  });
});

describe('one noun, one ladder', () => {
  const chat = 'apps/server/src/features/chat';
  const app = (list: string): Files => ({
    'apps/server/src/app.ts': `import { combine } from '#platform/feature.ts';\nexport const app = combine([${list}]);\n`,
  });
  test.for<[string, Files, string[]]>([
    [
      'a feature that is not in the list of app.ts',
      { [`${chat}/feature.ts`]: '', [`${chat}/rules.ts`]: '' },
      ['ladder apps/server/src/app.ts'],
    ],
    ['a feature that does not declare itself', { [`${posts}/feature.ts`]: gone }, [`ladder ${posts}`]],
    ['the picture shows another order', { 'docs/architecture.md': '```ladder\nposts · family\n```\n' }, ['ladder docs/architecture.md']],
    ['the picture is missing', { 'docs/architecture.md': gone }, ['ladder docs/architecture.md']],
    [
      'app.ts has another order than the imports allow',
      { ...app('postsFeature, familyFeature({})'), 'docs/architecture.md': '```ladder\nposts · family\n```\n' },
      [`ladder ${posts}/actions.ts`, `ladder ${posts}/store.ts`, `ladder ${webPosts}/screens/feed.tsx`],
    ],
    ['no contract', { 'packages/contract/src/family.ts': gone }, ['nouns contract']],
    [
      'no web',
      {
        'apps/web/src/features/family/components/avatar.tsx': gone,
        'apps/web/src/features/family/components/tree.svg': gone,
        [`${webPosts}/screens/feed.tsx`]: gone,
        'apps/web/src/routes/index.tsx': 'export const Route = 1;\n',
      },
      ['nouns web'],
    ],
    ['no journey', { 'e2e/family.spec.ts': gone }, ['nouns journeys']],
    ['another noun in the contract', { 'packages/contract/src/chat.ts': '' }, ['nouns packages/contract/src/chat.ts']],
    ['another noun on the web', { 'apps/web/src/features/chat/logic.ts': '' }, ['nouns apps/web/src/features/chat/logic.ts']],
    ['another noun in the journeys', { 'e2e/chat.spec.ts': '' }, ['nouns e2e/chat.spec.ts']],
    ['a name that is listed and has no file', { 'messages/en/dates.json': gone }, ['nouns messages/en/dates.json']],
    ['another noun in the catalogues', { 'messages/en/chat.json': '' }, ['nouns messages/en/chat.json']],
  ])('%s', async ([, change, problems]) => {
    expect(await broken(change)).toEqual(problems);
  });

  test('what only the web has stands above all, or where it is said to stand', async () => {
    const uses = (what: string): string => `import { x } from '${what}';\nconsole.log(x);\n`;
    const sending = 'apps/web/src/features/sending/logic.ts';
    const uploads: Files = {
      ...app('familyFeature, uploadsFeature, postsFeature'),
      'docs/architecture.md': '```ladder\nfamily · uploads · posts\n```\n',
      'apps/server/src/features/uploads/feature.ts': '',
      'packages/contract/src/uploads.ts': '',
      'apps/web/src/features/uploads/logic.ts': '',
      'e2e/uploads.spec.ts': '',
    };
    const inPosts = { [sending]: 'export const x = 1;\n', [`${webPosts}/logic.ts`]: uses('#features/sending/logic.ts') };
    expect(await broken({ ...uploads, ...inPosts })).toEqual([]);
    expect(await broken({ ...uploads, [sending]: uses('#features/posts/api.ts') })).toEqual([`ladder ${sending}`]);
  });
});

describe('packages', () => {
  const files = (manifest: object, lines: string): Files => ({
    'package.json': JSON.stringify({ workspaces: ['apps/web'], devDependencies: { '@types/node': '1' } }),
    'apps/web/package.json': JSON.stringify(manifest),
    'docs/decisions/083-packages.md': `| server | for |\n|---|---|\n${lines}\n`,
  });

  test('each has its line', async () => {
    const manifest = { dependencies: { react: '1', 'react-dom': '1' }, devDependencies: { vite: '1' } };
    expect(await broken(files(manifest, '| `react`, `react-dom` | screens |\n| `vite` | the build |'))).toEqual([]);
    expect(await broken(files(manifest, '| `react`, `react-dom` | screens |'))).toEqual(['packages apps/web/package.json']);
  });

  test('each line has its package', async () => {
    expect(await broken(files({}, '| `react` | screens |'))).toEqual(['packages docs/decisions/083-packages.md']);
  });
});

describe('the lock file', () => {
  const lock = (packages: object): Files => ({ 'package-lock.json': JSON.stringify({ packages }) });
  const linter = { version: '1.0.0', optionalDependencies: { '@lint/linux-x64': '1.0.0' } };

  test('a package for another system that npm forgot', async () => {
    expect(await broken(lock({ 'node_modules/lint': linter }))).toEqual(['lock package-lock.json']);
    expect(await broken(lock({ 'apps/web/node_modules/lint': linter, 'apps/server/node_modules/@lint/linux-x64': {} }))).toEqual([
      'lock package-lock.json',
    ]);
  });

  test('one that is there, beside or inside', async () => {
    expect(await broken(lock({ 'node_modules/lint': linter, 'node_modules/@lint/linux-x64': {} }))).toEqual([]);
    expect(
      await broken(lock({ 'apps/web/node_modules/lint': linter, 'apps/web/node_modules/lint/node_modules/@lint/linux-x64': {} })),
    ).toEqual([]);
    expect(await broken(lock({ 'apps/web/node_modules/lint': linter, 'node_modules/@lint/linux-x64': {} }))).toEqual([]);
  });
});

describe('styles', () => {
  const button = 'apps/web/src/ui/button.tsx';
  const look = (classes: string): Files => ({ [button]: `export const Button = () => <b className="${classes}">x</b>;\n` });

  test.for([
    'pl-2',
    'mr-auto',
    '-ml-2.5',
    'lg:pr-4!',
    '[&>*+*]:-ml-[9px]',
    'left-1/2',
    'max-sm:-right-[70px]',
    'text-left',
    'border-l',
    'border-r-2',
    'rounded-l-md',
    'rounded-tr',
    'scroll-ml-4',
    'float-right',
    'origin-top-left',
    'object-right',
    'bg-left-top',
    '-translate-x-1/2',
    'data-checked:translate-x-5',
    '-translate-1/2',
  ])('%s', async (name) => {
    expect(await broken(look(`flex ${name} gap-2`))).toEqual([`logical-sides ${button}`]);
  });

  test.for([
    'ps-2',
    'me-auto',
    '-ms-2.5',
    'start-1/2',
    'text-start',
    'border-s',
    'rounded-ss',
    'rounded-lg',
    'border-line',
    'left',
    'plain',
    'left-overs',
    'px-2',
    'origin-top',
    'object-cover',
    'bg-line',
    'translate-x-px',
    'translate-y-1/2',
    '-translate-1/2 rtl:translate-x-1/2',
  ])('%s is fine', async (name) => {
    expect(await broken(look(`flex ${name} gap-2`))).toEqual([]);
  });

  test('left and right in a style sheet, in a style attribute, in a template', async () => {
    const sheet = 'apps/web/src/styles/page.css';
    expect(await broken({ [sheet]: '.a { margin-inline-start: 1px; inset-inline-end: 0; text-align: start; }\n' })).toEqual([]);
    expect(await broken({ [sheet]: '.a { margin-left: 1px;right:0; text-align: left }\n' })).toEqual(
      Array(3).fill(`logical-sides ${sheet}`),
    );
    expect(await broken({ [button]: 'export const Button = () => <b style={{ left: 1, paddingRight: 2, top: 3 }} />;\n' })).toEqual(
      Array(2).fill(`logical-sides ${button}`),
    );
    expect(await broken({ [button]: 'export const Button = (a: string) => `flex ${a} pl-2`;\n' })).toEqual([`logical-sides ${button}`]);
  });
});

describe('texts', () => {
  const button = 'apps/web/src/ui/button.tsx';
  test.for([
    '<b>Save</b>',
    '<b title="Save" />',
    "<b aria-label={open ? 'Close' : 'Open'} />",
    '<b aria-valuetext="Half" />',
    "<b>{busy && 'Saving'}</b>",
    '<b>{`${count} photos`}</b>',
    "{ said: 'This could not be saved.' }",
    '{ said: `${name} could. ` + `Photos of ${name} are kept here.` }',
  ])('%s', async (code) => {
    const problems = await broken({ [button]: `export const Button = (open, busy, count, name) => (${code});\n` });
    expect([...new Set(problems)]).toEqual([`texts ${button}`]);
  });

  test.for([
    "<b>{t('posts.save')}</b>",
    '<b>Heartwood</b>',
    '<b className="flex gap-2" type="button">· {name}, 12</b>',
    "<b title={t('posts.save')}>{open ? <i /> : null}</b>",
    "{ code: 'not_found', path: '/api/posts?sort=newest.' }",
  ])('%s is fine', async (code) => {
    expect(await broken({ [button]: `export const Button = (open, name, t) => (${code});\n` })).toEqual([]);
  });

  test('a test may say what it looks for', async () => {
    expect(await broken({ 'apps/web/src/ui/button.test.tsx': 'export const x = <b>Save</b>;\n' })).toEqual([]);
  });
});

describe('what is inside', () => {
  test.for<[string, Files, string]>([
    ['new Date()', { [`${posts}/actions.ts`]: 'export const x = new Date();\n' }, `clock ${posts}/actions.ts`],
    ['Date.now()', { 'apps/server/src/platform/mail.ts': 'export const x = Date.now();\n' }, 'clock apps/server/src/platform/mail.ts'],
    ['SQL that asks for the time', { [`${posts}/store.ts`]: 'export const insert = `select NOW()`;\n' }, `clock ${posts}/store.ts`],
    [
      'a route for developers',
      { 'apps/server/src/main.ts': "export const mail = '/dev/mail';\n" },
      'no-dev-routes apps/server/src/main.ts',
    ],
    [
      'SQL outside the store',
      { [`${posts}/actions.ts`]: "import { sql } from 'drizzle-orm';\nexport const sharePost = sql;\n" },
      `sql-in-store ${posts}/actions.ts`,
    ],
    [
      'a thick handler',
      { [`${posts}/routes.ts`]: `export const postsRoutes = { handle: () => {\n${'  console.log(1);\n'.repeat(7)}} };\n` },
      `thin-handlers ${posts}/routes.ts`,
    ],
    [
      'a page whose messages are not loaded',
      {
        'apps/web/src/routes/_clean/post.tsx':
          "import { Stop } from '#features/posts/components/stop.tsx';\nexport const Route = { component: Stop };\n",
        [`${webPosts}/components/stop.tsx`]: "export const Stop = () => 'accounts.login.title';\n",
      },
      'loaded-messages apps/web/src/routes/_clean/post.tsx',
    ],
    ['a long function', { 'tools/long.ts': `export const long = () => {\n${linesOf(79)}};\n` }, 'function-size tools/long.ts'],
    ['a second client', { [`${webPosts}/logic.ts`]: "export const api = fetch('/api');\n" }, `one-client ${webPosts}/logic.ts`],
  ])('%s', async ([, change, problem]) => {
    expect(await broken(change)).toEqual([problem]);
  });

  test('a part that is loaded with its messages needs them from no page; one that is there at once does', async () => {
    const page = (imported: string) => ({
      'apps/web/src/routes/_clean/post.tsx':
        "import { Lazy } from '#features/posts/components/lazy.tsx';\nexport const Route = { component: Lazy };\n",
      [`${webPosts}/components/lazy.tsx`]: `${imported}\n`,
      [`${webPosts}/components/stop.tsx`]: "export const Stop = () => 'accounts.login.title';\n",
    });
    const later = "export const Lazy = () => Promise.all([import('./stop.tsx'), language.need('visitor')]);";
    expect(await broken(page(later))).toEqual([]);
    const atOnce = "import { Stop } from './stop.tsx';\nexport const Lazy = () => [Stop, language.need('visitor')];";
    expect(await broken(page(atOnce))).toEqual(['loaded-messages apps/web/src/routes/_clean/post.tsx']);
  });

  test('a function may have 80 lines', async () => {
    expect(await broken({ 'tools/long.ts': `export const long = () => {\n${linesOf(78)}};\n` })).toEqual([]);
  });

  test('words about time are not time', async () => {
    expect(await broken({ [`${posts}/emails.ts`]: "// new Date(), now()\nexport const text = 'Look at it now (or later)';\n" })).toEqual(
      [],
    );
  });
});

describe('docstrings', () => {
  const file = `${posts}/rules.ts`;
  const bare = [`docstrings ${file}`];
  test.for<[string, string[]]>([
    ['export function may() {}\n', bare],
    ['// Not one.\nexport const may = 1;\n', bare],
    ['/* Not one. */\nexport interface May { it: 1 }\n', bare],
    ['/** Of another. */\nconst x = 1;\nexport default () => x;\n', bare],
    ['/** Whether one may. */\nexport const may = 1;\n', []],
    ['const may = 1;\nexport { may };\n', []],
  ])('%j', async ([text, problems]) => {
    expect(await broken({ [file]: text }, true)).toEqual(problems);
  });

  test('nobody else has to have one', async () => {
    const bareOnes = { 'tools/x.ts': 'export const x = 1;\n', [`${posts}/rules.test.ts`]: 'export const x = 1;\n' };
    expect(await broken(bareOnes, true)).toEqual([]);
  });
});

describe('fields', () => {
  test.for([
    ['<input maxLength={40} />', 'no-cutting'],
    ['<input {...{ maxLength: 40 }} />', 'no-cutting'],
    ["<Field {...form.text('name')} label={t('posts.name')} />", 'one-name'],
    ["<Field {...form.date('day')} label={t('posts.day')} />", 'one-name'],
  ] as const)('%s', async ([code, rule]) => {
    expect(await broken({ [`${webPosts}/components/field.tsx`]: `export const Field = (form, t) => ${code};\n` })).toEqual([
      `${rule} ${webPosts}/components/field.tsx`,
    ]);
  });

  test.for(["<Field {...form.text('name')} />", "<Field label={t('posts.name')} />"])('%s is fine', async (code) => {
    expect(await broken({ [`${webPosts}/components/field.tsx`]: `export const Field = (form, t) => ${code};\n` })).toEqual([]);
  });
});
