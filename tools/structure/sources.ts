import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import type { Comment, Program } from 'oxc-parser';

/** A file of ours, with paths relative to the repository and `/` between folders. */
export interface SourceFile {
  path: string;
  text: string;
  lines: number;
  imports: Import[];
  program: Program;
  comments: Comment[];
  /** The number of the line a position is on, from 1. */
  lineAt(position: number): number;
}

export interface Import {
  /** As it is written. */
  specifier: string;
  /** The file it means, when it is one of ours. */
  target?: string;
  /** Gone once the types are stripped. */
  typeOnly: boolean;
  /** Loaded when it is needed: `import()`. */
  dynamic: boolean;
}

/** A rule that is broken somewhere. */
export interface Problem {
  file: string;
  rule: string;
  message: string;
}

/** A style sheet of ours. */
export interface StyleSheet {
  path: string;
  text: string;
}

export interface Tree {
  /** Every file, whatever its kind. */
  paths: string[];
  /** Every style sheet. */
  sheets: StyleSheet[];
  /** The page in docs that shows how everything is put together; empty where there is none. */
  architecture: string;
  /** Those that are TypeScript or JavaScript and written by people. */
  sources: SourceFile[];
}

const folders = ['apps', 'packages', 'messages', 'tools', 'e2e', 'bench'];
const skipped = /(^|\/)(node_modules|dist|\.[^/]+|ios|android|www|test-results|playwright-report)$/;
const isCode = (file: string): boolean => /\.(ts|tsx|mts|js|mjs|jsx)$/.test(file) && !/\.(gen|d)\.ts$/.test(file);

/** Reads everything the rules are about. @throws Error when a file is not valid TypeScript */
export async function readTree(root: string): Promise<Tree> {
  const paths = (await Promise.all(folders.map((folder) => walk(root, folder)))).flat().toSorted();
  const known = new Set(paths);
  const sources = await Promise.all(paths.filter((file) => isCode(file)).map((file) => read(root, file, known)));
  const sheets = paths
    .filter((file) => file.endsWith('.css'))
    .map(async (file) => ({ path: file, text: await readFile(path.join(root, file), 'utf8') }));
  const architecture = await readFile(path.join(root, 'docs/architecture.md'), 'utf8').catch(() => '');
  return { paths, sheets: await Promise.all(sheets), architecture, sources };
}

async function walk(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
  const inside = entries.map(async (entry) => {
    const name = `${folder}/${entry.name}`;
    if (skipped.test(name)) return [];
    return entry.isDirectory() ? walk(root, name) : [name];
  });
  return (await Promise.all(inside)).flat();
}

async function read(root: string, file: string, known: Set<string>): Promise<SourceFile> {
  const text = await readFile(path.join(root, file), 'utf8');
  const { program, comments, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const starts = [...text.matchAll(/\n/g)].map((match) => match.index);
  const lineAt = (position: number): number => starts.filter((start) => start < position).length + 1;
  const imports = importsOf(program).map((found) => {
    const target = resolve(file, found.specifier, known);
    return target ? { ...found, target } : found;
  });
  return { path: file, text, lines: text === '' ? 0 : starts.length + (text.endsWith('\n') ? 0 : 1), imports, program, comments, lineAt };
}

function importsOf(program: Program): Import[] {
  const found: Import[] = [];
  const add = (specifier: unknown, typeOnly: boolean, dynamic = false): void => {
    if (typeof specifier === 'string') found.push({ specifier, typeOnly, dynamic });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source.value, node.importKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source.value, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => add(node.source?.value, node.exportKind === 'type'),
    ImportExpression: (node) => add(node.source.type === 'Literal' ? node.source.value : undefined, false, true),
    TSImportType: (node) => add(node.source.value, true),
  }).visit(program);
  return found;
}

/** The file an import means: relative, by one of the `#` names of the package it is in, or in the contract. */
function resolve(from: string, specifier: string, known: Set<string>): string | undefined {
  const [plain = specifier] = specifier.split('?');
  return [plain, `${plain}.ts`, `${plain}.tsx`, `${plain}/index.ts`, `${plain}/index.tsx`]
    .map((name) => locate(from, name))
    .find((name) => name !== undefined && known.has(name));
}

function locate(from: string, specifier: string): string | undefined {
  const app = /^apps\/[^/]+/.exec(from)?.[0];
  if (specifier.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier));
  if (specifier.startsWith('@heartwood/contract/')) return `packages/contract/src/${specifier.slice('@heartwood/contract/'.length)}`;
  if (specifier.startsWith('@heartwood/messages/')) return `messages/src/${specifier.slice('@heartwood/messages/'.length)}`;
  if (app && /^#(test|sample)\//.test(specifier)) return `${app}/${specifier.slice(1)}`;
  return app && specifier.startsWith('#') ? `${app}/src/${specifier.slice(1)}` : undefined;
}
