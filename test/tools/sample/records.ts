import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SampleRecords } from '../../../src/store/sample/records.ts';
import { castCompanies, castPeople } from './cast.ts';
import { defaultSample, type PeopleSize, sampleCompanies, sampleConnections, sampleProfiles } from './generate.ts';

/** So many that a company is not crowded, up to what memory holds with ease. */
const companiesFor = (profiles: number): number =>
  Math.max(defaultSample.companies, Math.min(20_000, Math.round(profiles * 0.15)));

/**
 * The records of a sample of any size.
 *
 * @throws {RangeError} for a sample too small to hold the cast
 */
export function generatedRecords(given: Partial<PeopleSize> = {}): SampleRecords {
  const { seed = defaultSample.seed, profiles = defaultSample.profiles } = given;
  const size = { seed, profiles, companies: given.companies ?? companiesFor(profiles) };
  for (const [name, least] of [
    ['profiles', castPeople.length],
    ['companies', castCompanies.length],
  ] as const)
    if (!(size[name] >= least)) throw new RangeError(`${name}: must be at least ${least}, but got ${size[name]}.`);
  const connections = [...sampleConnections(size)];
  return {
    counts: { companies: size.companies, profiles: size.profiles, connections: connections.length },
    companies: sampleCompanies(size),
    profiles: sampleProfiles(size),
    connections,
  };
}

/** As the package ships them: JSON lines. */
export function* linesOf({ counts, companies, profiles, connections }: SampleRecords): Generator<string> {
  yield JSON.stringify(counts);
  for (const record of [...companies, ...profiles, ...connections]) yield JSON.stringify(record);
}

/** Writes people, companies and their connections as `kith import` reads them. */
export async function writeForImport(file: string, { companies, profiles, connections }: SampleRecords): Promise<void> {
  const lines = function* () {
    for (const record of companies) yield `${JSON.stringify(record)}\n`;
    for (const record of profiles) yield `${JSON.stringify(record)}\n`;
    for (const connection of connections) yield `${JSON.stringify({ connection })}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(file));
}
