/**
 * Writes the dictionary with which kept records are compressed: `node test/tools/dictionary.ts`, from invented records of the
 * sample. What is stored names its version, so that a new dictionary is a new file, and the earlier ones stay.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';

const root = join(import.meta.dirname, '../..');
const packed = await readFile(join(root, 'src/store/sample/records.ndjson.zst'));
const records = zstdDecompressSync(packed)
  .toString()
  .split('\n')
  .filter((line) => line.includes('_info"'))
  .map((line) => {
    const { id, profile_info, company_info } = JSON.parse(line);
    return JSON.stringify(profile_info ? { id, profile_info } : { id, company_info });
  });
const some = (member: string, count: number) => records.filter((record) => record.includes(member)).slice(0, count);
// What is most common comes last, where zstd refers to it with the fewest bits.
const text = [...some('"company_info"', 3), ...some('"profile_info"', 4)].join('\n');
await writeFile(
  join(root, 'src/graph/features/kept-records/generated/dictionary-1.ts'),
  `/** Invented records, the dictionary (version 1) of kept ones; written by test/tools/dictionary.ts. */\nexport const dictionary1: string = ${JSON.stringify(text)};\n`,
);
