import type { EmbeddingConfig } from '../../config/config.ts';
import { Seal } from '../../graph/state/seal/seal.ts';
import { type Owner, readOwner } from '../../store/owner/owner.ts';
import { CommandFailure } from '../command-failure.ts';
import { dataDirectoryFailure } from '../data-directory.ts';
import { secretsOf } from '../kept-secret.ts';
import { openAudit, openLog } from '../log.ts';
import { openConfiguredCluster } from '../search-cluster.ts';
import { openConfiguredStore } from '../store.ts';
import type { CommandContext } from './command.ts';
import { type CommandName, makesStore, perform } from './commands.ts';
import { forward } from './forward.ts';

/**
 * Runs a command on the configured store: in this process, or if a service has the embedded store open, in that
 * service, since an embedded store has a single owner.
 *
 * @throws {CommandFailure} for errors that the person at the terminal can fix
 */
export const administer = async (
  config: EmbeddingConfig,
  context: Omit<CommandContext, 'store' | 'cluster' | 'audit'>,
  name: CommandName,
  argument: unknown,
): Promise<void> => {
  const { store: choice } = config.service;
  const owner = choice.kind === 'pglite' ? await ownerOf(choice.dataDir) : undefined;
  if (owner === undefined) {
    const log = openLog(config.telemetry.logLevel, 'kith');
    await using store = await openConfiguredStore(config, log, { mustExist: !makesStore.has(name) });
    await using cluster = await openConfiguredCluster(config, store, log);
    return await perform({ ...context, store, cluster, audit: openAudit(log, config) }, name, argument);
  }
  if (owner.address === undefined) {
    throw new CommandFailure(`Process ${owner.pid} has ${config.dataDir} open and is still starting: try again soon.`);
  }
  const seal = new Seal(await secretsOf(config));
  await forward({ url: owner.address, seal }, context, name, argument);
};

const ownerOf = (dataDir: string): Promise<Owner | undefined> =>
  readOwner(dataDir).catch((error: unknown) => {
    throw dataDirectoryFailure(error, dataDir);
  });
