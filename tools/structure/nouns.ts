import { webOnly } from './ladder.ts';
import type { Ladder } from './ladder.ts';
import type { Problem, Tree } from './sources.ts';

// [Note: One noun on every level]
// A feature has the same name in the contract, on the server, on the web, in its journeys and in the catalogues of words. What has a name of
// its own on one level only, and what is missing on another, stands here with its reason.

interface Level {
  /** Where its names are. The first group is the name. */
  pattern: RegExp;
  /** A file of a name. */
  file(name: string): string;
  /** Names that are no feature's. */
  also: Record<string, string>;
  /** Features that have nothing here; undefined where they need not. */
  without?: Record<string, string>;
  /** Whether what only the web has may be here. */
  hasWebOnly: boolean;
}

const levels: Record<string, Level> = {
  contract: {
    pattern: /^packages\/contract\/src\/([^/.]+)\.ts$/,
    file: (name) => `packages/contract/src/${name}.ts`,
    hasWebOnly: false,
    also: {
      endpoint: 'how an endpoint is declared',
      failures: 'what the client says where the server says nothing',
      fields: 'what fields of several features are made of',
      'form-data': 'how a form is sent',
      heir: 'a rule of families that web and server share',
      ideas: 'a long list that belongs to inspiration',
      languages: 'which languages there are, and which one somebody reads',
      days: 'what both ends count calendar days with, without a schema',
      limits: 'the numbers both ends know, without a schema',
      milestones: 'a long list that belongs to moments',
      'notification-events': 'what can be told of, without a schema',
      recipes: 'what a post of the kind recipe holds, served with the posts',
      relationships: 'a long list that belongs to people',
      routes: 'every endpoint by its route, types alone',
      service: 'health, configuration and builds of the process',
      slug: 'how a name becomes part of an address',
      suggestions: 'a long list that belongs to questions',
      tus: 'what is spoken in resumable uploads',
      validation: 'the rules of forms and their messages',
    },
    without: {},
  },
  web: {
    pattern: /^apps\/web\/src\/features\/([^/]+)\//,
    file: (name) => `apps/web/src/features/${name}/api.ts`,
    hasWebOnly: true,
    also: {},
    without: {
      activity: 'what happened reaches the pages through platform/live.ts',
      replies: 'what comes by mail is shown with questions and comments',
    },
  },
  journeys: {
    // A second file of a feature has its name and more: posts-deleted.spec.ts.
    pattern: /^e2e\/([a-z]+)(?:-[a-z-]+)?\.spec\.ts$/,
    file: (name) => `e2e/${name}.spec.ts`,
    hasWebOnly: true,
    also: {
      client: 'the HTTP client and the forms, whatever page they are on',
      journey: 'from the first page to the first memory, through many features',
      languages: 'every screen in the made-up languages',
      routes: 'every address once',
    },
    without: {
      addresses: 'walked through with accounts',
      replies: 'comes by mail, past every page',
      passwords: 'walked through with accounts',
    },
  },
  messages: {
    pattern: /^messages\/[^/]+\/([^/.]+)\.json$/,
    file: (name) => `messages/en/${name}.json`,
    hasWebOnly: true,
    also: {
      app: 'the frame around every page',
      dates: 'days, ages and how long ago something was',
      ideas: 'a long list that belongs to inspiration',
      legal: 'the pages that the server writes by itself',
      milestones: 'a long list that belongs to moments',
      suggestions: 'a long list that belongs to questions',
      ui: 'buttons, fields and dialogs',
      failures: 'what the app says when the server gives no message',
      validation: 'rules of forms and names of fields',
    },
  },
};

/** A file of every name that is listed as no feature's. */
export const listedFiles = Object.values(levels).flatMap(({ also, file }) => Object.keys(also).map(file));

/** Every level has the nouns of the ladder, and no others. */
export function checkNouns({ paths }: Tree, { features }: Ladder): Problem[] {
  return Object.entries(levels).flatMap(([level, { pattern, file: fileOf, also, without, hasWebOnly }]) => {
    const found = new Map(paths.flatMap((file) => (file.endsWith('.test.ts') ? [] : [[pattern.exec(file)?.[1] ?? '', file] as const])));
    found.delete('');
    const isKnown = (name: string): boolean => features.includes(name) || name in also || (hasWebOnly && name in webOnly);
    const unknown = [...found].filter(([name]) => !isKnown(name));
    const missing = without ? features.filter((name) => !found.has(name) && !(name in without)) : [];
    const idle = features.filter((name) => found.has(name) && without && name in without);
    const gone = Object.keys(also).filter((name) => !found.has(name));
    return [
      ...gone.map((name) => problem(fileOf(name), 'there is no such file: take it out of the names in tools/structure/nouns.ts')),
      ...unknown.map(([name, file]) => problem(file, `'${name}' is no feature of the ladder; a noun is the same on every level`)),
      ...missing.map((name) => problem(level, `the feature '${name}' has nothing here`)),
      ...idle.map((name) =>
        problem(found.get(name) ?? level, `'${name}' is there: take it out of the exceptions in tools/structure/nouns.ts`),
      ),
    ];
  });
}

const problem = (file: string, message: string): Problem => ({ file, rule: 'nouns', message });
