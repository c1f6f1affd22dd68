import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import type { CompanyInput, ProfileInput } from '../record/write.ts';

/** A connection of two people on the external network, by ids. */
export interface SampleConnection {
  readonly from: string;
  readonly to: string;
}

/** The records of a sample, in the order of writing. */
export interface SampleRecords {
  readonly counts: { readonly companies: number; readonly profiles: number; readonly connections: number };
  readonly companies: Iterable<CompanyInput>;
  readonly profiles: Iterable<ProfileInput>;
  readonly connections: Iterable<SampleConnection>;
}

/** JSON lines: the counts, then the companies, profiles and connections. Written by `npm run sample`. */
export const sampleFile = new URL('./records.ndjson.zst', import.meta.url);

/**
 * A store with these records and no demo teams as a compressed archive, in the form of `newDatabase`: a start unpacks it in a
 * tenth of the time that writing them takes. Written by `npm run sample`, too; later migrations run on it like on any
 * store.
 */
export const sampleDatabase = fileURLToPath(new URL('./database.tar.zst', import.meta.url));

/** Reads the sample in the package. */
export function readSample(): SampleRecords {
  const lines = zstdDecompressSync(readFileSync(sampleFile)).toString('utf8').split('\n');
  const [first = ''] = lines;
  // Safe: the file is part of the package, and a test compares it with its generator.
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
