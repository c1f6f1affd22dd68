import Type from 'typebox';
import { variables } from '../../config/env.ts';
import type { SearchCluster } from '../../service/search/open.ts';
import { CommandFailure } from '../command-failure.ts';
import { command, type Desk } from './command.ts';

/** Fills new indexes beside those in use, and lets searches go to them once they hold what the store holds. */
export const rebuildSearchCommand = command(Type.Object({}), async (desk) => {
  const cluster = clusterOf(desk);
  await cluster.rebuild({
    onProgress: ({ kind, done, total }) => desk.onProgress({ step: kind, done, total }),
  });
  desk.say(JSON.stringify(await cluster.health()));
});

/** Compares every record with the indexes in use, and mends them. */
export const checkSearchCommand = command(Type.Object({}), async (desk) => {
  for (const result of await clusterOf(desk).check()) desk.say(JSON.stringify(result));
});

/** Removes the indexes: the store answers searches again. */
export const dropSearchCommand = command(Type.Object({}), async (desk) => {
  await clusterOf(desk).drop();
  desk.say(JSON.stringify({ dropped: true }));
});

const clusterOf = ({ cluster }: Desk): SearchCluster => {
  if (cluster) return cluster;
  throw new CommandFailure(`${variables.searchUrl.name} names no search cluster.`);
};
