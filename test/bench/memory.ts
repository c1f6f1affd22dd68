import { fresh, operation, run } from './contest.ts';
import { kith, remembering } from './contestants.ts';
import { rounded } from './load.ts';
import { type Query, queries } from './queries.ts';
import type { Upstream } from './upstream/server.ts';

/** What Kith holds after many mixed operations; megabytes after a full collection. */
export interface Heap {
  readonly operations: number;
  readonly beforeMb: number;
  readonly afterMb: number;
  readonly grownMb: number;
}
/** The most that it holds at once for one answer of 1,000 people, garbage included, above what it holds at rest. */
export interface Peak {
  readonly answerMb: number;
  /** What the upstream sent for it. */
  readonly upstreamMb: number;
  readonly peakMb: number;
  /** The peak as a multiple of the answer's JSON. */
  readonly multiple: number;
}

const megabytes = (bytes: number): number => rounded(bytes / 2 ** 20);
const named = (name: string): Query => {
  const found = queries.find((query) => query.name === name);
  if (!found) throw new TypeError(`There is no query ${name}.`);
  return found;
};

/** Of a thousand operations 700 are Q1, 200 Q4, 89 Q2, 10 Q5 and one Q3, from 64 credentials. */
const mixed = (i: number): Query => {
  const at = (i * 617) % 1000;
  if (at < 700) return named('Q1');
  if (at < 900) return named('Q4');
  if (at < 989) return named('Q2');
  return named(at < 999 ? 'Q5' : 'Q3');
};

/** Kith as it ships, its cache full before the first look (a tenth of the operations go before it). */
export async function heap(upstream: Upstream, operations: number, of = kith()): Promise<Heap> {
  const server = await run(remembering(of), upstream, true);
  let i = 0;
  const next = () => {
    const query = mixed(i);
    i += 1;
    return operation(query, fresh(query), server.contestant, `key-${i % 64}`);
  };
  try {
    await server.target.press(server.pid, { width: 16, until: { operations: operations / 10 }, next });
    const before = await server.probe('rest');
    await server.target.press(server.pid, { width: 16, until: { operations }, next });
    const after = await server.probe('rest');
    return { operations, beforeMb: megabytes(before), afterMb: megabytes(after), grownMb: megabytes(after - before) };
  } finally {
    await server.close();
  }
}

export async function peak(upstream: Upstream, of = kith()): Promise<Peak> {
  const server = await run(of, upstream, true);
  const query = named('Q3');
  const ask = () => server.target.perform(operation(query, fresh(query), server.contestant));
  try {
    for (let i = 0; i < 5; i += 1) await ask();
    const rest = await server.probe('rest');
    await server.probe('watch');
    upstream.reset();
    const [text = ''] = await ask();
    const most = (await server.probe('peak')) - rest;
    const bytes = Buffer.byteLength(text);
    return {
      answerMb: megabytes(bytes),
      upstreamMb: megabytes(upstream.tally.bytes),
      peakMb: megabytes(most),
      multiple: rounded(most / bytes),
    };
  } finally {
    await server.close();
  }
}
