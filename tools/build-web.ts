import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inRoot, root } from './paths.ts';
import { runBin, say, secondsSince, withProgress } from './run.ts';

const dist = inRoot('apps/web/dist');
const stampFile = inRoot('.cache/web-build.json');
/** What the web app is made of. The route tree is made by the build itself. */
const sources = ['apps/web', 'packages/contract', 'messages', 'package-lock.json', 'tsconfig.base.json'];
const notSources = /(^|\/)(dist|node_modules)(\/|$)|\.test\.tsx?$|routeTree\.gen\.ts$|\.tsbuildinfo$/;

/**
 * Builds the web app into apps/web/dist if anything it is made of has changed since the last time. The build replaces the old one only
 * when it is complete.
 * @throws Error when it cannot be built; what Vite says about it is on the terminal
 */
export async function ensureWebBuilt(): Promise<void> {
  const wanted = await fingerprint();
  const stamp = JSON.parse(await readFile(stampFile, 'utf8').catch(() => '{}')) as { sources?: string; build?: string };
  if (stamp.sources === wanted && stamp.build !== undefined && stamp.build === (await buildId())) return;

  const began = performance.now();
  const fresh = inRoot(`.cache/web-build-${process.pid}`);
  await removeAbandoned();
  const args = ['build', '--outDir', path.relative(inRoot('apps/web'), fresh), '--emptyOutDir', '--logLevel', 'warn'];
  const { code, output } = await withProgress(
    existsSync(dist) ? 'Building the web app, because it has changed' : 'Building the web app',
    () => runBin('vite', args, { cwd: inRoot('apps/web'), env: { NODE_ENV: 'production' } }),
  );
  if (code !== 0 || !existsSync(path.join(fresh, 'index.html'))) {
    say(output);
    throw new Error(`The web app could not be built (Vite ended with code ${code})`);
  }
  await rm(dist, { recursive: true, force: true });
  await rename(fresh, dist);
  await mkdir(path.dirname(stampFile), { recursive: true });
  await writeFile(stampFile, JSON.stringify({ sources: wanted, build: await buildId() }));
  say(`Built in ${secondsSince(began)}.`);
}

/** Removes what builds that were killed have left. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(inRoot('.cache')).catch(() => [])) {
    const builder = /^web-build-(\d+)$/.exec(name)?.[1];
    if (builder && (Number(builder) === process.pid || !isAlive(Number(builder))))
      await rm(inRoot('.cache', name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A hash of everything the web app is made of. */
async function fingerprint(): Promise<string> {
  const files = (await Promise.all(sources.map((source) => filesIn(source)))).flat().toSorted();
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(await readFile(path.join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

async function filesIn(source: string): Promise<string[]> {
  const entries = await readdir(path.join(root, source), { withFileTypes: true }).catch(() => undefined);
  if (!entries) return [source];
  const inside = entries.filter((entry) => !notSources.test(`${source}/${entry.name}`));
  const found = inside.map(async (entry) => (entry.isDirectory() ? filesIn(`${source}/${entry.name}`) : [`${source}/${entry.name}`]));
  return (await Promise.all(found)).flat();
}

/** The id of the build that lies in apps/web/dist: somebody may have built by hand. */
async function buildId(): Promise<string | undefined> {
  const latest = await readFile(path.join(dist, 'builds/latest.json'), 'utf8').catch(() => '{}');
  return existsSync(path.join(dist, 'index.html')) ? (JSON.parse(latest) as { id?: string }).id : undefined;
}
