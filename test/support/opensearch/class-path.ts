import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const pom = join(import.meta.dirname, 'pom.xml');
const cache = join(import.meta.dirname, '../../../node_modules/.cache/opensearch');

/**
 * The class path of an OpenSearch node. Maven fetches the jars (some 70 MB) on the first call; later ones find the answer
 * kept under the hash of `pom.xml`, and need neither Maven nor a network.
 */
export async function classPath(): Promise<string> {
  const kept = join(
    cache,
    createHash('sha256')
      .update(await readFile(pom))
      .digest('hex'),
  );
  if (existsSync(kept)) {
    const path = await readFile(kept, 'utf8');
    if (path.split(delimiter).every((jar) => existsSync(jar))) return path;
  }
  await mkdir(cache, { recursive: true });
  // Renamed when it is whole: several test files may ask at once.
  const written = `${kept}.${process.pid}`;
  await promisify(execFile)('mvn', [
    '-B',
    '-q',
    '-Dstyle.color=never',
    '-f',
    pom,
    'dependency:build-classpath',
    `-Dmdep.outputFile=${written}`,
  ]).catch((error: { readonly stdout?: string; readonly message: string }) => {
    throw new Error(`Maven could not resolve ${pom}: ${error.stdout || error.message}`);
  });
  await rename(written, kept);
  return readFile(kept, 'utf8');
}
