import { pathToFileURL } from 'node:url';
import type { BenchRow } from '../bench/statistics.ts';

// One benchmark (the default export of bench/<name>.bench.ts) in a process of its own, so that none warms up or weighs down the next. Its lines go to the process that started it.

const module = (await import(pathToFileURL(process.argv[2] ?? '').href)) as { default: () => Promise<BenchRow[]> };
const rows = await module.default();
await new Promise((resolve) => process.send?.(rows, resolve));
process.disconnect();
