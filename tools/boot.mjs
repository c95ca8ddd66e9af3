// The way in: `node tools/boot.mjs <command> [arguments]`. Plain JavaScript for any Node from 18 on. It installs what
// package-lock.json says when that is not there yet, and hands over to tools/<command>.ts on the Node of the package `node`.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import * as module from 'node:module';
import { constants } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const packagedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const stampFile = join(root, '.cache', 'installed.json');
const commands = [
  'start',
  'dev',
  'test',
  'bench',
  'check',
  'backup',
  'restore',
  'move-media',
  'reconcile',
  'stripe-setup',
  'vapid-keys',
  'sql',
  'mobile',
  'gallery',
];

/** The signal that is to end us, once there was one. */
let interrupted = '';
const [command = '', ...rest] = process.argv.slice(2);
if (!commands.includes(command)) fail(`There is no command '${command}': it is one of ${commands.join(', ')}.`, 2);
if (Number(process.versions.node.split('.')[0]) < 18)
  fail(`Heartwood needs Node 18 or newer to begin with; this is ${process.versions.node}.`);

endWithNpm();
// npm runs scripts in the folder of package.json; somebody who calls this file from elsewhere means the same.
process.chdir(root);
await install();
const script = join(root, 'tools', `${command}.ts`);
// What V8 made of the server's and its libraries' files, and what they are without their types: a third of a start otherwise.
const compiled = join(root, '.cache', 'compiled');
if (process.versions.node === versionOf('node')) {
  // Already the right Node: no second process between the terminal (or whoever sends signals) and the server.
  process.argv = [process.execPath, script, ...rest];
  module.enableCompileCache(compiled);
  await import(pathToFileURL(script).href);
} else {
  const path = [join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter);
  process.exitCode = await run(packagedNode, [script, ...rest], { PATH: path, NODE_COMPILE_CACHE: compiled });
}

/** Makes node_modules what package-lock.json says. A run that was interrupted is noticed by the stamp it left and done from the start. */
async function install() {
  const wanted = stampOf('installed');
  const found = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  if (found === wanted && existsSync(packagedNode)) return;
  const complete = existsSync(join(modules, '.package-lock.json')) && existsSync(packagedNode) && !found.includes('"installing"');
  const began = Date.now();
  say(
    complete
      ? 'Updating the packages Heartwood is made of ...'
      : 'Installing the packages Heartwood is made of (once; a minute or two) ...',
  );
  writeStamp(stampOf('installing'));
  // `install` changes only what differs; `ci` begins anew, which repairs everything but takes longer, and refuses a lock file that does
  // not fit package.json (somebody is working on it): then it is `install` on nothing.
  for (const how of complete ? ['install', 'ci'] : ['ci', 'install']) {
    const ticking = setInterval(() => say(`... still installing (${seconds(began)})`), 15_000);
    // Whatever NODE_ENV or npm's configuration say: the web app is built here, the database and the picture library are optional packages.
    const flags = ['--include=dev', '--include=optional', '--ignore-scripts=false', '--no-audit', '--no-fund', '--loglevel=error'];
    const code = await run(...npm(how, ...flags), { PATH: pathWithoutModules(), NODE_ENV: '' });
    clearInterval(ticking);
    if (interrupted) process.exit(128 + constants.signals[interrupted]);
    if (code === 0 && existsSync(packagedNode)) {
      writeStamp(wanted);
      say(`Installed in ${seconds(began)}.`);
      return;
    }
    say(`npm ${how} did not succeed (code ${code}).`);
    if (how === 'ci') rmSync(modules, { recursive: true, force: true });
  }
  fail('The packages could not be installed: see what npm says above; without a connection to its registry it cannot.');
}

/** npm, run by the Node it came with, as a command and its arguments. */
function npm(...args) {
  const { npm_execpath: cli = '', npm_node_execpath: node = '' } = process.env;
  if (/npm-cli\.[cm]?js$/.test(cli) && existsSync(cli)) {
    // The Node in node_modules is about to be replaced and cannot run its own replacement.
    const runner = [node, process.execPath].find((path) => path && existsSync(path) && !realpathSync(path).startsWith(modules + sep));
    if (runner) return [runner, [cli, ...args]];
  }
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args];
}

/** The search path without this project's programs, above all without its Node, which comes and goes while npm works. */
function pathWithoutModules() {
  const entries = (process.env.PATH ?? '').split(delimiter);
  return entries.filter((entry) => !join(entry, sep).startsWith(join(modules, sep))).join(delimiter);
}

/** npm that is killed cannot say so. A server without the npm that started it would hold the port, and nobody would know its number. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

function stampOf(state) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return JSON.stringify({ state, lock, system: `${process.platform}-${process.arch}` });
}

function writeStamp(stamp) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(`${stampFile}.new`, stamp);
  renameSync(`${stampFile}.new`, stampFile);
}

function versionOf(name) {
  return JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version;
}

/** Runs a program in our place: same terminal, signals passed on; resolves with its exit code, or 128 and the signal's number. */
function run(file, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'inherit', env: { ...process.env, ...env }, shell: file.endsWith('.cmd') });
    // Ctrl-C in a terminal reaches the child by itself; passed on as well it would count as the impatient second one.
    const atTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const pass = (signal) => {
      interrupted = signal;
      if (signal !== 'SIGINT' || !atTerminal) child.kill(signal);
    };
    for (const signal of signals) process.on(signal, pass);
    const end = (code) => {
      for (const signal of signals) process.off(signal, pass);
      resolve(code);
    };
    child.once('error', (error) => {
      say(`${file} cannot be run: ${error.message}`);
      end(1);
    });
    child.once('exit', (code, signal) => end(code ?? 128 + constants.signals[signal]));
  });
}

function seconds(since) {
  return `${Math.round((Date.now() - since) / 1000)} s`;
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function fail(line, code = 1) {
  say(line);
  process.exit(code);
}
