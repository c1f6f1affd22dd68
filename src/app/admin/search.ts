import Type from 'typebox';
import { variables } from '../../config/settings.ts';
import type { SearchCluster } from '../../service/search/opensearch/open.ts';
import { CommandFailure } from '../command-failure.ts';
import { type CommandContext, command } from './command.ts';

/** Builds new indexes, and switches searches to them once they contain everything that the store does. */
export const rebuildSearchCommand = command(Type.Object({}), async (context) => {
  const cluster = clusterOf(context);
  await cluster.rebuild({
    onProgress: ({ kind, done, total }) => context.onProgress({ step: kind, done, total }),
  });
  context.stdout(JSON.stringify(await cluster.health()));
});

/** Compares every record with the indexes in use, and repairs differences. */
export const checkSearchCommand = command(Type.Object({}), async (context) => {
  for (const result of await clusterOf(context).check()) context.stdout(JSON.stringify(result));
});

/** Deletes the indexes; the store answers searches again. */
export const dropSearchCommand = command(Type.Object({}), async (context) => {
  await clusterOf(context).drop();
  context.stdout(JSON.stringify({ dropped: true }));
});

const clusterOf = ({ cluster }: CommandContext): SearchCluster => {
  if (cluster) return cluster;
  throw new CommandFailure(`${variables.service.searchUrls.name} does not name a search cluster.`);
};
