import { setTimeout as sleep } from 'node:timers/promises';
import { goodPassword } from '../apps/server/test/people.ts';

// Who reads the feed while others are slow: benchmarks ask how long they wait.

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Registers a parent on an empty server. @returns their token */
export async function registerParent(base: string): Promise<string> {
  const body = { firstname: 'Nora', lastname: 'Whitlock', email: 'nora@example.com', password: goodPassword };
  const answer = await fetch(`${base}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, password_confirmation: goodPassword }),
  });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

/** Asks for the feed, `rate` times a second, whatever the answers do. @returns milliseconds of each; infinite where it was refused or not answered */
export async function askForFeed(base: string, token: string, { rate, seconds }: { rate: number; seconds: number }): Promise<number[]> {
  const answers: Promise<number>[] = [];
  for (let n = 0; n < rate * seconds; n += 1) {
    const began = performance.now();
    const answer = fetch(`${base}/api/posts`, { headers: bearer(token) }).then(async (one) => {
      await one.arrayBuffer();
      return one.ok ? performance.now() - began : Number.POSITIVE_INFINITY;
    });
    answers.push(answer.catch(() => Number.POSITIVE_INFINITY));
    await sleep(1_000 / rate);
  }
  return Promise.all(answers);
}
