import type { Command } from 'commander';
import { demandIdentifiers } from '../app/identifiers-given.ts';
import { configuredToEmbed } from './configuration.ts';
import { graphOption } from './given.ts';
import { purgedSentence } from './purge.ts';
import type { Terminal } from './terminal.ts';

export const addForgetCommand = (kith: Command, terminal: Terminal): void => {
  kith
    .command('forget')
    .description(
      'delete people from the embedded service’s store and purge them from the graph; later imports skip them',
    )
    .argument('<people...>', 'people, by id, slug, URL, e-mail address, number:N or entity:ID')
    .option(...graphOption)
    .action((people: readonly string[], { graph }: { readonly graph?: string }) => forget(terminal, people, graph));
};

const forget = async (terminal: Terminal, people: readonly string[], graph: string | undefined): Promise<void> => {
  demandIdentifiers('<people>', people);
  const [{ administer }, { readForgotten }, { purgeKept }] = await Promise.all([
    import('../app/admin/administer.ts'),
    import('../app/admin/forget.ts'),
    import('../app/purge.ts'),
  ]);
  const config = await configuredToEmbed(terminal);
  const lines: string[] = [];
  const context = { stdout: (line: string) => void lines.push(line), onProgress: () => undefined };
  await administer(config, context, 'forget', { people });
  const forgotten = readForgotten(lines.join(''));
  terminal.stdout(
    `Forgotten by the service. People deleted: ${forgotten.people}. Companies whose funding rounds named them: ${forgotten.companies}.`,
  );
  for (const unknown of forgotten.unknown)
    terminal.stderr(`kith: ${unknown} matches nobody on record; imports will skip anyone with this identifier.`);
  for (const sentence of forgotten.remains) terminal.stdout(sentence);
  const names = [...new Set([...people, ...forgotten.names])];
  const purged = await purgeKept(config, graph, {
    ...{ profiles: names, names: forgotten.fullNames },
    ...{ companies: [], all: false },
  });
  terminal.stdout(`Forgotten by the graph: ${purgedSentence(purged)}`);
};
