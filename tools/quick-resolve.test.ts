import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inRoot } from './paths.ts';

const run = promisify(execFile);
const folder = inRoot('node_modules/drizzle-orm');

test('every .js file of the query builder is a module', async () => {
  expect(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))).toMatchObject({ type: 'module' });
  const files = await readdir(folder, { recursive: true });
  expect(files.filter((file) => path.basename(file) === 'package.json')).toEqual(['package.json']);
});

test('the query builder is the same whichever way it is found', async () => {
  const resolve = `
    const seen = [];
    module.registerHooks({ load(url, context, next) { if (url.includes('/drizzle-orm/')) seen.push(url); return next(url, context); } });
    const one = await import('drizzle-orm'), two = await import('drizzle-orm/node-postgres'), three = await import('drizzle-orm/pg-core');
    const query = new three.PgDialect().sqlToQuery(one.sql\`select \${7}\`);
    process.stdout.write(JSON.stringify({ query, seen: seen.sort(), names: [one, two, three].map((all) => Object.keys(all).sort()) }));`;
  const quickly = `import { resolveQuickly } from ${JSON.stringify(inRoot('tools/quick-resolve.ts'))}; resolveQuickly();`;
  const answers = await Promise.all(
    ['', quickly].map(async (first) => {
      const words = `import module from 'node:module'; ${first} ${resolve}`;
      return (await run(process.execPath, ['--input-type=module', '--eval', words], { cwd: inRoot('.'), maxBuffer: 10_000_000 })).stdout;
    }),
  );
  expect(JSON.parse(answers[1] ?? '')).toEqual(JSON.parse(answers[0] ?? ''));
  expect((JSON.parse(answers[1] ?? '') as { seen: string[] }).seen.length).toBeGreaterThan(50);
});
