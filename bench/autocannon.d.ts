// What the benchmarks use of autocannon, which brings no types.
declare module 'autocannon' {
  export interface Result {
    /** Per second. */
    requests: { average: number };
    /** Milliseconds. */
    latency: { p50: number; p99: number };
    /** Answers by the first digit of their status. */
    '2xx': number;
    non2xx: number;
    errors: number;
    /** Seconds. */
    duration: number;
  }
  export default function autocannon(options: {
    url: string;
    /** Kept open, each with one request at a time. */
    connections: number;
    /** Seconds. */
    duration: number;
    headers?: Record<string, string>;
    method?: 'GET' | 'POST';
    body?: string;
    /** Sent in turn by every connection. */
    requests?: { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body: string }[];
  }): Promise<Result>;
}
