import type { Command } from 'commander';
import type { KeptSummary } from '../app/records.ts';
import { configured } from './configuration.ts';
import { graphOption } from './given.ts';
import { counted, type Terminal } from './terminal.ts';

interface Where {
  readonly graph?: string;
}

export const addRecordsCommands = (kith: Command, terminal: Terminal): void => {
  const records = kith
    .command('records')
    .description(
      'print which paid records are kept (KITH_KEEP_DAYS), and what they saved this month; needs a running graph',
    )
    .option(...graphOption)
    .action(async ({ graph }: Where) => {
      const { keptSummary } = await import('../app/records.ts');
      for (const line of linesOf(await keptSummary(await configured(terminal), graph))) terminal.stdout(line);
    });
  records
    .command('adopt')
    .description('let a rotated API key take over the records that the old one paid for; both must still be accepted')
    .argument('<old>', 'the API key that paid')
    .argument('<new>', 'the API key that replaces it')
    .action(async (from: string, to: string) => {
      const { adoptRecords } = await import('../app/records.ts');
      // An option that both commands have belongs to the first one.
      const adopted = await adoptRecords(await configured(terminal), records.opts<Where>().graph, from, to);
      terminal.stdout(`${counted(adopted, 'record')} taken over.`);
    });
};

function linesOf({ profiles, companies, oldestAt, newestAt, bytes, savedThisMonth }: KeptSummary): readonly string[] {
  const dates = oldestAt === null || newestAt === null ? '' : `, fetched ${dayOf(oldestAt)} to ${dayOf(newestAt)}`;
  const size = bytes === null ? '' : `, ${Math.ceil(bytes / 1024)} kB`;
  return [
    `${profiles} people and ${companies} companies kept${dates}${size}`,
    `${savedThisMonth} credits saved this month`,
  ];
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
