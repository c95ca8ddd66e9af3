import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** One answer, or none: then the status is 0. */
export interface Answered {
  status: number;
  milliseconds: number;
  retryAfter: number;
}

/** What came of asking. */
export interface Asked {
  answers: Answered[];
  /** How many requests were to be sent and were not, since every connection waited for an answer. */
  unsent: number;
}

/** Milliseconds between two bursts of requests. */
const tick = 5;
/** Milliseconds after the last request until what is not answered counts as no answer. */
const answerTimeoutMs = 10_000;

/**
 * Asks for one address so many times a second, whether or not earlier requests have been answered, over connections that are kept open, as a
 * proxy does. It writes and reads bytes by itself: Node's own client costs as much as the server that is asked.
 */
export class Asking {
  private readonly open: Connection[] = [];
  private readonly idle: Connection[] = [];

  /** Opens the connections, and waits until the server has accepted each. @param headers sent with every request */
  static async over(connections: number, url: string, headers: Record<string, string>): Promise<Asking> {
    const asking = new Asking();
    const { hostname, port, pathname, host } = new URL(url);
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const requestOf = (path: string) => `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
    for (let n = 0; n < connections; n += 1) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      const one = new Connection(socket, requestOf(pathname), () => asking.idle.push(one));
      asking.open.push(one);
      await new Promise<Answered>((accepted) => one.ask(accepted, requestOf('/api/health/live')));
    }
    return asking;
  }

  /** @param rate requests a second @param seconds for so long */
  async ask(rate: number, seconds: number): Promise<Asked> {
    const asked: Asked = { answers: [], unsent: 0 };
    const began = performance.now();
    for (let sent = 0; performance.now() - began < seconds * 1_000; await sleep(tick)) {
      const due = ((performance.now() - began) / 1_000) * rate;
      for (; sent < due; sent += 1) {
        const one = this.idle.shift();
        if (one) one.ask((answer) => asked.answers.push(answer));
        else asked.unsent += 1;
      }
    }
    for (const deadline = performance.now() + answerTimeoutMs; this.idle.length < this.open.length && performance.now() < deadline;)
      await sleep(tick);
    for (const one of this.open) one.giveUp();
    return asked;
  }

  close(): void {
    for (const one of this.open) one.close();
  }
}

/** A connection with one request at a time. */
class Connection {
  private readonly socket: Socket;
  private readonly request: string;
  private readonly done: () => void;
  private read = '';
  private asked: { began: number; tell: (answer: Answered) => void } | undefined;

  constructor(socket: Socket, request: string, done: () => void) {
    this.socket = socket
      .setNoDelay()
      .setEncoding('latin1')
      .on('data', (text: string) => this.hear(text));
    this.socket.on('error', () => undefined).on('close', () => this.giveUp());
    this.request = request;
    this.done = done;
  }

  ask(tell: (answer: Answered) => void, request = this.request): void {
    this.asked = { began: performance.now(), tell };
    this.socket.write(request);
  }

  private hear(text: string): void {
    this.read += text;
    const head = this.read.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.read.slice(0, head))?.[1]);
    if (this.read.length < head + 4 + length) return;
    const retryAfter = Number(/\r\nretry-after: (\d+)/i.exec(this.read.slice(0, head))?.[1] ?? 0);
    const status = Number(this.read.slice(9, 12));
    this.read = '';
    this.tell({ status, retryAfter });
    this.done();
  }

  /** What has not been answered by now is no answer. */
  giveUp(): void {
    this.tell({ status: 0, retryAfter: 0 });
  }

  private tell(answer: Omit<Answered, 'milliseconds'>): void {
    const { asked } = this;
    this.asked = undefined;
    asked?.tell({ ...answer, milliseconds: performance.now() - asked.began });
  }

  close(): void {
    this.socket.destroy();
  }
}
