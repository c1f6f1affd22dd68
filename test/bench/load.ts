import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

/** What a stretch of load came to. */
export interface Stretch {
  readonly operations: number;
  readonly seconds: number;
  /** CPU that the server's process used, in milliseconds. */
  readonly cpuMs: number;
  /** Milliseconds of each operation. */
  readonly times: readonly number[];
}

export interface Load {
  /** Operations at once. */
  readonly width: number;
  readonly forMs: number;
  /** The body and the credential of the next operation. */
  next(): { readonly body: string; readonly key: string };
}

const ticksPerSecond = 100;

/** User and system time of a process with all its threads, in milliseconds; the kernel tells it in hundredths. */
export const cpuOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (((user ?? 0) + (system ?? 0)) * 1000) / ticksPerSecond;
};

export interface Target {
  /** Asks once; rejects unless the answer is a 200. */
  ask(body: string, key: string): Promise<string>;
  /** Keeps `width` operations going for a while: each client asks again as soon as it is answered. */
  press(pid: number, load: Load): Promise<Stretch>;
  close(): Promise<void>;
}

export function openTarget(url: string): Target {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: 64 });

  const ask = async (body: string, key: string): Promise<string> => {
    const headers = { 'content-type': 'application/json', 'x-api-key': key, 'x-credit-budget': '10000' };
    const { statusCode, body: answer } = await pool.request({ path: pathname, method: 'POST', headers, body });
    const text = await answer.text();
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${text.slice(0, 300)}`);
    return text;
  };

  return {
    ask,
    async press(pid, { width, forMs, next }) {
      const times: number[] = [];
      const cpuBefore = cpuOf(pid);
      const start = performance.now();
      const client = async () => {
        while (performance.now() - start < forMs) {
          const { body, key } = next();
          const sent = performance.now();
          await ask(body, key);
          times.push(performance.now() - sent);
        }
      };
      await Promise.all(Array.from({ length: width }, client));
      const seconds = (performance.now() - start) / 1000;
      return { operations: times.length, seconds, cpuMs: cpuOf(pid) - cpuBefore, times };
    },
    close: () => pool.close(),
  };
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

export const quantile = (numbers: readonly number[], q: number): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
};
