import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import type { CompanyInput, ProfileInput } from '../record/write.ts';

/** Two people who are connected on the external network, by their ids. */
export interface SampleConnection {
  readonly from: string;
  readonly to: string;
}

/** The records of a sample, in the order in which they are written. */
export interface SampleRecords {
  readonly counts: { readonly companies: number; readonly profiles: number; readonly connections: number };
  readonly companies: Iterable<CompanyInput>;
  readonly profiles: Iterable<ProfileInput>;
  readonly connections: Iterable<SampleConnection>;
}

/** JSON lines: the counts, then so many companies, profiles and connections. `npm run sample` writes it. */
export const sampleFile = new URL('./records.ndjson.zst', import.meta.url);

/** Reads the sample that comes with the package. */
export function readSample(): SampleRecords {
  const lines = zstdDecompressSync(readFileSync(sampleFile)).toString('utf8').split('\n');
  const [first = ''] = lines;
  // The file is this package's own, and a test compares it with what writes it.
  const counts: SampleRecords['counts'] = JSON.parse(first);
  const between = function* <Value>(start: number, count: number): Generator<Value> {
    for (const line of lines.slice(start, start + count)) yield JSON.parse(line);
  };
  const { companies, profiles, connections } = counts;
  return {
    counts,
    companies: between<CompanyInput>(1, companies),
    profiles: between<ProfileInput>(1 + companies, profiles),
    connections: between<SampleConnection>(1 + companies + profiles, connections),
  };
}
