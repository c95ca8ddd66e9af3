import { fork } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import type { BenchRow } from '../bench/statistics.ts';
import { ensureWebBuilt } from './build-web.ts';
import { inRoot } from './paths.ts';
import { say, secondsSince } from './run.ts';

// `npm run bench`: every benchmark, one after another, and a table of what they came to. `npm run bench -- feed` runs bench/feed.bench.ts.

const words = process.argv.slice(2);
const files = (await readdir(inRoot('bench'))).filter((file) => file.endsWith('.bench.ts')).toSorted();
const chosen = files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
if (chosen.length === 0) say(`There is no such benchmark; there are: ${files.map((file) => file.replace('.bench.ts', '')).join(', ')}.`);

// What is measured is what stands in the sources.
await ensureWebBuilt();
const rows: BenchRow[] = [];
const broken: string[] = [];
for (const file of chosen) {
  const began = performance.now();
  say(`${file} ...`);
  const measured = await measure(inRoot('bench', file));
  if (measured) rows.push(...measured);
  else broken.push(file);
  say(`${file}: ${measured ? 'done' : 'FAILED'} (${secondsSince(began)})`);
}
process.stdout.write(`\n${table(rows)}\n`);
for (const file of broken) process.stdout.write(`${file} did not come to an end.\n`);
process.exit(chosen.length > 0 && broken.length === 0 && rows.every((row) => row.ok) ? 0 : 1);

/** The lines of one benchmark, or undefined when it failed. */
function measure(file: string): Promise<BenchRow[] | undefined> {
  return new Promise((resolve) => {
    let result: BenchRow[] | undefined;
    const child = fork(inRoot('tools/bench-one.ts'), [file], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    child.on('message', (message) => void (result = message as BenchRow[]));
    child.once('exit', (code) => resolve(code === 0 ? result : undefined));
  });
}

function table(lines: BenchRow[]): string {
  const head = ['', 'measured', 'value', 'against', 'ratio', 'goal'];
  const body = lines.map(({ ok, name, value, unit, peer, ratio, goal }) => [
    ok ? '✓' : '✗',
    name,
    `${figure(value)} ${unit}`,
    figure(peer),
    `${(ratio * 100).toFixed(0)} %`,
    goal,
  ]);
  const all = [head, ...body];
  const widths = head.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
  return all
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function figure(value: number): string {
  return Number(value.toPrecision(4)).toLocaleString('en');
}
