import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import type { ShownDelivery, ShownWatch } from '../app/watch.ts';
import { variables } from '../config/settings.ts';
import { type GraphOptions, graphOption, insecureOption, jsonOf, keyedGraph, whole } from './given.ts';
import { counted, quoted, type Terminal } from './terminal.ts';

interface CreateOptions extends GraphOptions {
  readonly dsl?: string;
  readonly search?: true;
  readonly every: number;
  readonly webhook?: string;
  readonly facts?: true;
}

/** Interval of polling the graph for new changes, in milliseconds. */
const askMs = 5_000;

export const addWatchCommands = (kith: Command, terminal: Terminal): void => {
  const watch = kith
    .command('watch')
    .description(
      `watch networks for changes, for the key in ${variables.apiKey.name}; needs a running graph with ${variables.access.watches.name}=on`,
    );
  const where = (command: Command): Command => command.option(...graphOption).option(...insecureOption);
  where(watch.command('create'))
    .description('watch the network, or a part of it; prints the id, and the secret of a webhook')
    .argument('<name>', 'name of the watch')
    .option('--dsl <file>', 'watch only people who match the query in this JSON file (the data service’s DSL)')
    .option('--search', 'watch everyone who matches, not only people in the network')
    .option('--every <minutes>', 'interval between two polls, 5 to 1440', whole, 60)
    .option('--webhook <url>', 'receiver of the changes, over https')
    .option('--facts', 'send titles and employers, not only ids and kinds')
    .action(async (name: string, { dsl, search, every, webhook, facts, ...place }: CreateOptions) => {
      const { createWatch } = await import('../app/watch.ts');
      const { watch: made, secret } = await createWatch(await graphAt(terminal, place), {
        name,
        of: search ? 'SEARCH' : 'NETWORK',
        ...(dsl !== undefined && { dsl: await jsonOf(terminal, '--dsl', dsl) }),
        everyMinutes: every,
        ...(webhook !== undefined && { webhook: { url: webhook, facts: facts ?? false } }),
      });
      if (made) terminal.stdout(line(made));
      if (secret) terminal.stdout(`webhook secret, shown once: ${secret}`);
    });
  where(watch.command('list'))
    .description('list the watches of the key')
    .action(async (place: GraphOptions) => {
      const { listWatches } = await import('../app/watch.ts');
      const all = await listWatches(await graphAt(terminal, place));
      if (all.length === 0) terminal.stderr('This key has no watches.');
      for (const one of all) terminal.stdout(line(one));
    });
  where(watch.command('pause'))
    .description('pause or resume a watch')
    .argument('<name>', 'name or id of the watch')
    .option('--resume', 'resume it, even after its key was refused')
    .action(async (name: string, { resume, ...place }: GraphOptions & { readonly resume?: true }) => {
      const { pauseWatch, watchIdOf } = await import('../app/watch.ts');
      const graph = await graphAt(terminal, place);
      const { watch: changed } = await pauseWatch(graph, await watchIdOf(graph, name), !resume);
      if (changed) terminal.stdout(line(changed));
    });
  where(watch.command('delete'))
    .description('delete a watch with everything it stores')
    .argument('<name>', 'name or id of the watch')
    .action(async (name: string, place: GraphOptions) => {
      const { deleteWatch, watchIdOf } = await import('../app/watch.ts');
      const graph = await graphAt(terminal, place);
      await deleteWatch(graph, await watchIdOf(graph, name));
      terminal.stdout('Deleted.');
    });
  where(watch.command('test'))
    .description('send a test message to the webhook of a watch')
    .argument('<name>', 'name or id of the watch')
    .action(async (name: string, place: GraphOptions) => {
      const { testWatch, watchIdOf } = await import('../app/watch.ts');
      const graph = await graphAt(terminal, place);
      const { delivered, outcome } = await testWatch(graph, await watchIdOf(graph, name));
      if (!delivered)
        throw new CommandFailure(`the webhook did not accept the message: ${outcome ?? 'nothing was sent'}`);
      terminal.stdout(`Delivered: ${outcome}`);
    });
  where(watch.command('deliveries'))
    .description('list the latest deliveries to the webhook of a watch')
    .argument('<name>', 'name or id of the watch')
    .action(async (name: string, place: GraphOptions) => {
      const { deliveriesOf, watchIdOf } = await import('../app/watch.ts');
      const graph = await graphAt(terminal, place);
      for (const one of await deliveriesOf(graph, await watchIdOf(graph, name))) terminal.stdout(deliveryLine(one));
    });
  where(watch.command('replay'))
    .description('send changes to the webhook of a watch again, under the same ids')
    .argument('<name>', 'name or id of the watch')
    .option('--since <id>', 'send all changes after this one; default: changes whose delivery has failed for good')
    .action(async (name: string, { since, ...place }: GraphOptions & { readonly since?: string }) => {
      const { replayWatch, watchIdOf } = await import('../app/watch.ts');
      const graph = await graphAt(terminal, place);
      const { replayed } = await replayWatch(graph, await watchIdOf(graph, name), since);
      terminal.stdout(`Sent again: ${replayed}.`);
    });
  where(watch.command('follow'))
    .description('print each change of a watch as a line of JSON, until it is stopped')
    .argument('<name>', 'name or id of the watch')
    .option('--since <id>', 'continue after this change; default: begin with the earliest that is kept')
    .action(async (name: string, { since, ...place }: GraphOptions & { readonly since?: string }) => {
      const [{ changesOf, watchIdOf }, { GraphAway }] = await Promise.all([
        import('../app/watch.ts'),
        import('../app/graph-channel.ts'),
      ]);
      const graph = await graphAt(terminal, place);
      const id = await watchIdOf(graph, name);
      let last = since;
      let isAway = false;
      // A reader such as `head` closes the pipe once it has seen enough.
      const unread = new AbortController();
      terminal.streams.output.once('error', () => unread.abort());
      const end = AbortSignal.any([terminal.stop, unread.signal]);
      while (!end.aborted) {
        const changes = await changesOf(graph, id, last).catch((error: unknown) => {
          if (!(error instanceof GraphAway)) throw error;
          if (!isAway) terminal.stderr(`${error.message} Following goes on once it answers.`);
          isAway = true;
          return undefined;
        });
        if (!changes) {
          await wait(askMs, undefined, { signal: end }).catch(() => undefined);
          continue;
        }
        isAway = false;
        for (const one of changes) terminal.stdout(JSON.stringify(one));
        last = changes.at(-1)?.id ?? last;
        if (changes.length === 0) await wait(askMs, undefined, { signal: end }).catch(() => undefined);
      }
    });
};

const graphAt = (terminal: Terminal, place: GraphOptions) =>
  keyedGraph(terminal, place, `watches need an API key: set ${variables.apiKey.name}.`);

/** Such as `0a1b…  CURRENT  1051 people, 12 calls, 4 kB today, 0 credits  “Champions”`. */
const line = ({ id, name, state, reason, people, callsToday, bytesToday }: ShownWatch): string => {
  const taken = `${people ?? 'no'} people, ${callsToday} calls, ${Math.ceil(bytesToday / 1000)} kB today, 0 credits`;
  return [id, state, taken, quoted(name), ...(reason === null ? [] : [reason])].join('  ');
};

const deliveryLine = ({ id, attempts, outcome, deliveredAt, nextAttemptAt }: ShownDelivery): string => {
  const state = deliveredAt !== null ? 'delivered' : nextAttemptAt !== null ? `again at ${nextAttemptAt}` : 'given up';
  return [id, state, counted(attempts, 'attempt'), outcome === null ? 'not tried yet' : quoted(outcome)].join('  ');
};
