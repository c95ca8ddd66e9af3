import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const compiled = process.env['NODE_COMPILE_CACHE'];

/** A real server process on a folder of its own, as an operator starts it, that a test may kill. */
export class ServerProcess {
  readonly dataDir: string;
  readonly port: number;
  readonly base: string;
  /** What it said last, for when a test fails. */
  output = '';
  private readonly env: Record<string, string>;
  private readonly command: string[];
  private child: ChildProcess | undefined;

  /** @param command what Node runs, with its arguments */
  constructor(
    dataDir: string,
    port: number,
    env: Record<string, string> = {},
    command: string[] = [join(import.meta.dirname, '../src/main.ts')],
  ) {
    this.dataDir = dataDir;
    this.port = port;
    this.base = `http://127.0.0.1:${port}`;
    this.env = env;
    this.command = command;
  }

  /** Starts it and waits until it is ready, at most `timeoutMs`. @returns milliseconds that took */
  async start(timeoutMs = 120_000): Promise<number> {
    const begun = performance.now();
    const child = spawn(process.execPath, this.command, {
      env: {
        PATH: process.env['PATH'] ?? '',
        // Starts as `npm start` does: what V8 made of its files is there from the start before. It is a third of a start.
        ...(compiled && { NODE_COMPILE_CACHE: compiled }),
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        LOG_LEVEL: 'warn',
        RATE_LIMITS: 'off',
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-4_000)));
    await this.ready(child, timeoutMs);
    return performance.now() - begun;
  }

  private async ready(child: ChildProcess, timeoutMs: number): Promise<void> {
    for (const deadline = performance.now() + timeoutMs; ;) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${this.output}`);
      const answer = await fetch(`${this.base}/api/health/ready`).catch(() => undefined);
      if (answer?.status === 200) return;
      if (performance.now() > deadline) throw new Error(`the server is not ready after ${timeoutMs / 1_000} s: ${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Registers Nora, a parent with a family of her own: once on one database. @returns her token */
  async register(password: string): Promise<string> {
    const nora = { firstname: 'Nora', lastname: 'Whitlock', email: 'nora@example.com' };
    const answer = await fetch(`${this.base}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...nora, password, password_confirmation: password }),
    });
    if (!answer.ok) throw new Error(`registering answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: { token: string } }).data.token;
  }

  /** Its process id while it runs. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Kills the server as the kernel would. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Asks it to stop. @returns its exit code */
  async stop(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    return child.exitCode;
  }

  /** Kills the database alone. */
  async killDatabase(): Promise<void> {
    const pidFile = await readFile(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(pidFile.split('\n')[0]);
    if (!(pid > 0)) return;
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // It had ended by itself.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  /** Ends the server, its database, and what both have on the disk. */
  async remove(): Promise<void> {
    await this.kill();
    await this.killDatabase();
    // What the two had started ends by itself a moment later, and may still write until then.
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** A port nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
