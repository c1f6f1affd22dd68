/**
 * Writes a sample: `npm run sample` the two files that the package ships, `npm run sample -- --profiles N [--seed N] FILE` the people
 * and companies of a larger one as a file for `kith import`.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { constants, zstdCompressSync } from 'node:zlib';
import { readSample, sampleDatabase, sampleFile } from '../../../src/store/sample/records.ts';
import { writeSampleDatabase } from './database.ts';
import { generatedRecords, linesOf, writeForImport } from './records.ts';

const { values, positionals } = parseArgs({
  options: { profiles: { type: 'string' }, companies: { type: 'string' }, seed: { type: 'string' } },
  allowPositionals: true,
});
const [file] = positionals;
const size = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
const records = generatedRecords(size);

if (file === undefined) {
  const params = { [constants.ZSTD_c_compressionLevel]: 19 };
  await writeFile(sampleFile, zstdCompressSync([...linesOf(records)].join('\n'), { params }));
  await writeSampleDatabase(sampleDatabase, readSample());
} else await writeForImport(file, records);
