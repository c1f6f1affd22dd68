import Type from 'typebox';
import { remapConnectors } from '../../service/mapping/remap-connectors.ts';
import { createKey } from '../../store/team/key.ts';
import { Refused } from '../../store/team/refused.ts';
import { createTeam, listTeams } from '../../store/team/team.ts';
import { importExports } from '../../store/ties/import-exports.ts';
import { CommandFailure } from '../command-failure.ts';
import { unusable } from '../named-file.ts';
import { type CommandContext, command } from './command.ts';
import { teamId } from './shapes.ts';

/**
 * Imports exports of members' own connections, given by absolute paths; lines that identify nobody are written to
 * `rejects`. Prints one line per export, preceded by one with team and key if a team had to be created.
 */
export const importExportsCommand = command(
  Type.Object({
    exports: Type.Array(Type.Object({ path: Type.String(), name: Type.String(), of: Type.String() }), { minItems: 1 }),
    team: Type.Optional(teamId),
    names: Type.Optional(Type.Boolean()),
    rejects: Type.String(),
  }),
  async (context, { exports, team: given, names: withNames, rejects }) => {
    const { store, cluster, stdout, onProgress, signal } = context;
    const team = given ?? (await onlyTeam(context));
    const summaries = await importExports(store, exports, {
      team,
      withNames,
      rejectFile: rejects,
      signal,
      onProgress: ({ rows, totalRows }) => onProgress({ step: 'rows', done: rows, total: totalRows }),
      onConnector: async (trx, connector) => void (await remapConnectors(trx, new Date(), [connector])),
    }).catch((error: unknown) => {
      throw signal?.aborted ? new CommandFailure(stoppedEarly) : unusable(error);
    });
    await cluster?.drain();
    for (const summary of summaries)
      stdout(JSON.stringify({ team, ...summary, ...(summary.rejected > 0 && { rejects }) }));
    const empty = summaries.find(({ ties }) => ties === 0);
    if (empty)
      throw new CommandFailure(
        `${empty.file}: must have a row for each connection, with a page or an e-mail address, but none of its ${empty.rows} rows was taken${empty.rejected > 0 ? `, and ${rejects} says why` : ''}.`,
        2,
      );
  },
);

const stoppedEarly = 'the import was stopped after a complete batch: run the same command again.';

/** The owner account of a team that the import creates. */
const firstAccount = 'owner@localhost';

/** The store's only team; a store without any gets one, with a key. */
const onlyTeam = async ({ store: { db }, stdout, audit }: CommandContext): Promise<string> => {
  const [team, ...others] = await listTeams(db);
  if (others.length > 0)
    throw new Refused(
      'invalid',
      `--team: must be given, since connections are one team’s, and there are ${others.length + 1} teams: “kith team list” shows their ids`,
    );
  if (team) return team.id;
  const name = 'My team';
  const made = await db.transaction().execute(async (trx) => {
    const { id } = await createTeam(trx, { name, ownerEmail: firstAccount });
    return { id, key: await createKey(trx, { teamId: id, accountEmail: firstAccount }) };
  });
  audit?.('team.created', { team: made.id });
  audit?.('key.created', { key: made.key.id, team: made.id });
  stdout(JSON.stringify({ team: made.id, name, account: firstAccount, key: made.key.key }));
  return made.id;
};
