import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inRoot, root } from './paths.ts';

interface Ran {
  code: number;
  /** Both streams in the order of their arrival; empty when they went to the terminal. */
  output: string;
}

export interface RunOptions {
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** Show what it says as it says it, instead of keeping it. */
  show?: boolean;
}

/** Runs a program without input until it ends; it never throws: what cannot be run has code 127. */
export function run(file: string, args: string[], { env = {}, cwd = root, show = false }: RunOptions = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const stdio: SpawnOptions['stdio'] = show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'];
    const child = spawn(file, args, { cwd, stdio, env: { ...process.env, ...env } });
    let output = '';
    const keep = (chunk: Buffer): void => void (output += chunk.toString());
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const stop = (signal: NodeJS.Signals): void => void child.kill(signal);
    process.once('SIGTERM', stop);
    const end = (code: number): void => {
      process.off('SIGTERM', stop);
      resolve({ code, output });
    };
    child.once('error', (error) => {
      output += error.message;
      end(127);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

/**
 * The JavaScript file behind a program of an npm package, to be run by this very Node and not by whichever Node comes first in PATH.
 * @param name the package; @param bin the program, when it is not called like the package
 */
export async function binOf(name: string, bin = name): Promise<string> {
  const places = [inRoot('node_modules', name), inRoot('apps/web/node_modules', name), inRoot('apps/server/node_modules', name)];
  const folder = places.find((place) => existsSync(place));
  if (!folder) throw new Error(`${name} is not installed`);
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as { bin: string | Record<string, string> };
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin];
  if (!file) throw new Error(`${name} has no program ${bin}`);
  return path.join(folder, file);
}

/** Runs a program of an npm package. */
export async function runBin(name: string, args: string[], options?: RunOptions & { bin?: string }): Promise<Ran> {
  return run(process.execPath, [await binOf(name, options?.bin), ...args], options);
}

/** Says a line to the person at the terminal; results go to standard output, this does not. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Does something that takes long, and says so every ten seconds. */
export async function withProgress<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  say(`${what} ...`);
  const ticking = setInterval(() => say(`... ${what.charAt(0).toLowerCase()}${what.slice(1)} (${secondsSince(began)})`), 10_000);
  try {
    return await work();
  } finally {
    clearInterval(ticking);
  }
}

/** '3.4 s' since a value of `performance.now()`. */
export const secondsSince = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
