import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

// A repository in small, with an npm that only notes what it was asked and puts a Node into node_modules, as the real one would.
const npm = `
  const fs = require('node:fs'), path = require('node:path');
  fs.appendFileSync('npm.log', process.argv[2] + ' NODE_ENV=' + process.env.NODE_ENV + ' ' + process.argv.slice(3).join(' ') + '\\n');
  if (fs.existsSync('fail-once')) { fs.rmSync('fail-once'); process.exit(1); }
  if (process.argv[2] === 'ci') fs.rmSync('node_modules', { recursive: true, force: true });
  if (fs.existsSync('hang')) setInterval(() => {}, 1000);
  else {
    fs.mkdirSync('node_modules/node/bin', { recursive: true });
    fs.writeFileSync('node_modules/node/package.json', JSON.stringify({ version: process.env.FAKE_VERSION }));
    fs.rmSync('node_modules/node/bin/node', { force: true });
    fs.symlinkSync(process.execPath, 'node_modules/node/bin/node');
    fs.writeFileSync('node_modules/.package-lock.json', '{}');
  }
`;
const command = `
  const wait = process.argv.includes('wait');
  if (wait) {
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => { console.log(signal); process.exit(7); });
    setInterval(() => {}, 1000);
  }
  console.log(JSON.stringify({ args: process.argv.slice(2), pid: process.pid }));
  if (!wait) process.exit(5);
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heartwood-boot-'));
  await mkdir(path.join(folder, 'tools'));
  await cp(path.join(import.meta.dirname, 'boot.mjs'), path.join(folder, 'tools/boot.mjs'));
  await writeFile(path.join(folder, 'tools/check.ts'), command);
  await writeFile(path.join(folder, 'npm-cli.js'), npm);
  await writeFile(path.join(folder, 'package.json'), '{ "type": "commonjs" }');
  await writeFile(path.join(folder, 'package-lock.json'), '{ "version": 1 }');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function boot(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(folder, 'tools/boot.mjs'), ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? '', npm_execpath: path.join(folder, 'npm-cli.js'), FAKE_VERSION: process.versions.node, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  const saying = async (text: string): Promise<void> => {
    while (!said.includes(text)) await once(child.stdout, 'data');
  };
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, said }));
  return { child, saying, ended };
}

const calls = async (): Promise<string[]> =>
  (await readFile(path.join(folder, 'npm.log'), 'utf8').catch(() => '')).split('\n').filter(Boolean);

test('a fresh clone is installed once, with what building needs whatever NODE_ENV says, and the command gets its arguments', async () => {
  const { code, said } = await boot(['check', 'a', '--b'], { NODE_ENV: 'production' }).ended;
  expect(code).toBe(5);
  expect(said).toContain('Installing the packages');
  expect(said).toContain('"args":["a","--b"]');
  const [call = ''] = await calls();
  expect(call).toMatch(/^ci NODE_ENV= .*--include=dev --include=optional/);
  expect((await boot(['check']).ended).said).not.toContain('Installing');
  expect(await calls()).toHaveLength(1);
});

test('a changed lock file is brought up to date without beginning anew', async () => {
  await boot(['check']).ended;
  await writeFile(path.join(folder, 'package-lock.json'), '{ "version": 2 }');
  expect((await boot(['check']).ended).said).toContain('Updating the packages');
  expect((await calls()).map((call) => call.split(' ')[0])).toEqual(['ci', 'install']);
});

test('an interrupted installation begins anew', async () => {
  await writeFile(path.join(folder, 'hang'), '');
  const first = boot(['check']);
  while ((await calls()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  first.child.kill('SIGTERM');
  expect((await first.ended).code).toBe(143);
  expect(await calls()).toHaveLength(1);
  await rm(path.join(folder, 'hang'));
  // What an interruption may leave: something that looks whole.
  await mkdir(path.join(folder, 'node_modules/node/bin'), { recursive: true });
  await symlink(process.execPath, path.join(folder, 'node_modules/node/bin/node'));
  await writeFile(path.join(folder, 'node_modules/.package-lock.json'), '{}');
  expect((await boot(['check']).ended).code).toBe(5);
  expect((await calls()).map((call) => call.split(' ')[0])).toEqual(['ci', 'ci']);
});

test('a lock file that npm refuses is no reason not to start', async () => {
  await writeFile(path.join(folder, 'fail-once'), '');
  expect((await boot(['check']).ended).code).toBe(5);
  expect((await calls()).map((call) => call.split(' ')[0])).toEqual(['ci', 'install']);
});

test.for(['SIGTERM', 'SIGINT'] as const)('%s reaches the command, whether it is this process or another Node', async (signal) => {
  await boot(['check']).ended;
  const same = boot(['check', 'wait']);
  await same.saying(`"pid":${same.child.pid}`);
  same.child.kill(signal);
  expect(await same.ended).toMatchObject({ code: 7, said: expect.stringContaining(signal) });

  await writeFile(path.join(folder, 'node_modules/node/package.json'), '{ "version": "24.0.0" }');
  const other = boot(['check', 'wait']);
  await other.saying('"pid"');
  other.child.kill(signal);
  const { code, said } = await other.ended;
  expect(code).toBe(7);
  expect(said).toContain(signal);
  expect(said).not.toContain(`"pid":${other.child.pid}`);
});

test('an unknown command is refused before anything is installed', async () => {
  const { code, said } = await boot(['stat']).ended;
  expect(code).toBe(2);
  expect(said).toContain("There is no command 'stat'");
  expect(await calls()).toEqual([]);
});

test('every command that package.json has for operators goes through here', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(import.meta.dirname, '../package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  // These are called by other commands, once everything is installed.
  const inner = new Set(['build', 'types', 'lint', 'format']);
  for (const [name, script] of Object.entries(scripts)) if (!inner.has(name)) expect(script).toBe(`exec node tools/boot.mjs ${name}`);
  const { said } = await boot(['none']).ended;
  for (const name of Object.keys(scripts).filter((one) => !inner.has(one))) expect(said).toContain(name);
});
