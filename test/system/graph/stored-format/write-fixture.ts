/** Writes `1.0.0-rc.1.json` and `1.0.0-rc.1.sqlite.br` anew: `KITH_TEST_REDIS_URL=… node write-fixture.ts`. */
import { writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Redis } from 'ioredis';
import { Database } from '../../../../src/graph/state/database.ts';
import { temporaryDirectory } from '../../../support/kith.ts';
import { dumpRedis } from './fixture.ts';
import { openEmbedded, openRedis, write } from './sample.ts';

const at = (name: string): string => join(import.meta.dirname, name);
await using directory = await temporaryDirectory();
const path = join(directory.path, 'graph.sqlite');
{
  using database = new Database(path);
  const stores = openEmbedded(database);
  await write(stores);
  await stores.purses.end();
}
writeFileSync(at('1.0.0-rc.1.sqlite.br'), brotliCompressSync(await readFile(path)));

const url = new URL('/11', process.env.KITH_TEST_REDIS_URL).href;
await using redis = Object.assign(new Redis(url), { [Symbol.asyncDispose]: async () => redis.disconnect() });
await redis.flushdb();
{
  await using stores = await openRedis(url);
  await write(stores);
}
await writeFile(at('1.0.0-rc.1.json'), `${JSON.stringify(await dumpRedis(redis), undefined, 2)}\n`);
await redis.flushdb();
