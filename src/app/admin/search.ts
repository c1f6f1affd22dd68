import Type from 'typebox';
import { variables } from '../../config/settings.ts';
import type { SearchCluster } from '../../service/search/opensearch/open.ts';
import { CommandFailure } from '../command-failure.ts';
import { type CommandContext, command } from './command.ts';

/** Fills new indexes beside those in use, and lets searches go to them once they hold what the store holds. */
export const rebuildSearchCommand = command(Type.Object({}), async (context) => {
  const cluster = clusterOf(context);
  await cluster.rebuild({
    onProgress: ({ kind, done, total }) => context.onProgress({ step: kind, done, total }),
  });
  context.stdout(JSON.stringify(await cluster.health()));
});

/** Compares every record with the indexes in use, and mends them. */
export const checkSearchCommand = command(Type.Object({}), async (context) => {
  for (const result of await clusterOf(context).check()) context.stdout(JSON.stringify(result));
});

/** Removes the indexes: the store answers searches again. */
export const dropSearchCommand = command(Type.Object({}), async (context) => {
  await clusterOf(context).drop();
  context.stdout(JSON.stringify({ dropped: true }));
});

const clusterOf = ({ cluster }: CommandContext): SearchCluster => {
  if (cluster) return cluster;
  throw new CommandFailure(`${variables.service.searchUrls.name} does not name a search cluster.`);
};
