import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Pool } from 'undici';

/** What a stretch of load came to. */
export interface Stretch {
  readonly operations: number;
  readonly seconds: number;
  /** CPU that the server's processes used, in milliseconds. */
  readonly cpuMs: number;
  /** Milliseconds of each operation. */
  readonly times: readonly number[];
}

/** Bodies that are sent one after another, and the credential that sends them. */
export interface Operation {
  readonly bodies: readonly string[];
  readonly key: string;
}

export interface Load {
  /** Operations at once. */
  readonly width: number;
  /** Milliseconds, or a number of operations. */
  readonly until: { readonly ms: number } | { readonly operations: number };
  next(): Operation;
}

/** CPU time of all threads that a process and its children have, in milliseconds; the kernel tells it in nanoseconds. */
export const cpuOf = (pid: number): number => {
  let milliseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const tell = (file: string) => {
      const path = `/proc/${pid}/task/${thread}/${file}`;
      return existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ') : [];
    };
    milliseconds += Number(tell('schedstat')[0] ?? 0) / 1e6;
    for (const child of tell('children')) if (child !== '') milliseconds += cpuOf(Number(child));
  }
  return milliseconds;
};

export interface Target {
  /** Performs an operation, and answers with the bodies; rejects unless each is a 200. */
  perform(operation: Operation): Promise<readonly string[]>;
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
  const perform = async ({ bodies, key }: Operation): Promise<readonly string[]> => {
    const texts: string[] = [];
    for (const body of bodies) texts.push(await ask(body, key));
    return texts;
  };

  return {
    perform,
    async press(pid, { width, until, next }) {
      const times: number[] = [];
      let begun = 0;
      const cpuBefore = cpuOf(pid);
      const start = performance.now();
      const goesOn = () => ('ms' in until ? performance.now() - start < until.ms : begun < until.operations);
      const client = async () => {
        while (goesOn()) {
          begun += 1;
          const operation = next();
          const sent = performance.now();
          await perform(operation);
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

/** To four digits: more would be noise. */
export const rounded = (value: number): number => Number(value.toPrecision(4));
