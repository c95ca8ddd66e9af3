import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { inRoot, root } from './paths.ts';
import { binOf, say } from './run.ts';

// `npm run dev`: the web app by Vite, which reloads it as it changes, and the server behind it, which starts again when it changes, with
// the sample family, the mailbox at /dev/mail and what a bank decides at /dev/payments.

const port = process.env.PORT || '3000';
const webPort = process.env.WEB_PORT || '5173';
const address = `http://localhost:${webPort}`;
const shared = { ...process.env, NODE_ENV: 'development', PORT: port };

const children: ChildProcess[] = [];
let stopping = false;

function start(args: string[], cwd: string, env: NodeJS.ProcessEnv): void {
  const child = spawn(process.execPath, args, { cwd, env: { ...shared, ...env }, stdio: 'inherit' });
  children.push(child);
  child.once('exit', (code) => {
    if (!stopping) say(`${args.at(-1)} has ended (code ${code}); stopping.`);
    stop(code ?? 1);
  });
}

function stop(code: number): void {
  process.exitCode ??= code;
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));

// Links in mails lead to Vite, which hands /api, /config.json and /dev on to the server.
start(['--watch', '--watch-preserve-output', inRoot('tools/dev-server.ts')], root, { PUBLIC_URL: process.env.PUBLIC_URL || address });
start([await binOf('vite'), '--port', webPort, '--strictPort'], inRoot('apps/web'), { HEARTWOOD_API: `http://127.0.0.1:${port}` });
say(
  `  Heartwood in development: ${address}   Sign in: ${address}/dev/sign-in   Mail: ${address}/dev/mail   Payments: ${address}/dev/payments`,
);
