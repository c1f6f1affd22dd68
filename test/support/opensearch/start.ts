/**
 * Starts OpenSearch nodes, one or as many as the argument says, prints the address of each once they are green, and runs
 * until it is ended by a signal.
 */
import { once } from 'node:events';
import { openCluster } from './cluster.ts';

const ended = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
await using cluster = await openCluster({ nodes: Number(process.argv[2] ?? 1) });
process.stdout.write(cluster.nodes.map(({ url }) => `${url}\n`).join(''));
// A signal's listener does not keep the process alive.
const alive = setInterval(() => {}, 60_000);
await ended;
clearInterval(alive);
