import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Value from 'typebox/value';
import { type Config, embedsService } from '../../config/config.ts';
import { administer } from '../admin/administer.ts';
import { CommandFailure } from '../command-failure.ts';
import { graphPlace } from '../graph-channel.ts';
import { checkDirectory } from './check-directory.ts';
import { checkGraph } from './check-graph.ts';
import { Finding, problem } from './finding.ts';

/** Checks all storage: the data directory, the store, the graph's own database, and Redis. */
export async function* examine(config: Config, graphUrl: string | undefined): AsyncGenerator<Finding> {
  const { dataDir, redisUrl } = config;
  yield* await checkDirectory(dataDir);
  const holdsStore =
    embedsService(config) && (config.service.store.kind === 'postgres' || existsSync(join(dataDir, 'pglite')));
  if (holdsStore && embedsService(config)) yield* await throughOwner(config);
  if (existsSync(join(dataDir, 'graph.sqlite'))) {
    yield await checkGraph({ ...(await graphPlace(config, graphUrl)), dataDir });
  }
  if (redisUrl !== undefined) {
    const { checkRedis } = await import('./check-redis.ts');
    yield* await checkRedis(redisUrl);
  }
}

/** Runs the check of the store in the process that has it open. */
async function throughOwner(config: Parameters<typeof administer>[0]): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const stdout = (line: string) => findings.push(Value.Parse(Finding, JSON.parse(line)));
  try {
    await administer(config, { stdout, onProgress: () => undefined }, 'doctor', {});
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    findings.push(problem(`The store cannot be checked: ${error.message}`));
  }
  return findings;
}
