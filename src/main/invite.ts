import { type Command, Option } from 'commander';
import type { NewInvitation, ShownInvitation } from '../app/invite.ts';
import { variables } from '../config/settings.ts';
import { type GraphOptions, graphOption, insecureOption, keyedGraph, whole } from './given.ts';
import { quoted, type Terminal } from './terminal.ts';
import { shown } from './welcome.ts';

interface InviteOptions extends GraphOptions {
  readonly rights: NewInvitation['rights'];
  readonly total: number;
  readonly days: number;
  readonly team?: string;
}

const daySeconds = 86_400;

export const addInviteCommands = (kith: Command, terminal: Terminal): void => {
  const invite = kith
    .command('invite')
    .description(
      'invite people to a running graph’s explorer: prints a link that opens one session, within seven days',
    );
  const where = (command: Command): Command => command.option(...graphOption).option(...insecureOption);
  where(invite.command('link', { isDefault: true }))
    .description('print a link for somebody')
    .argument('<name>', 'who is invited, such as an e-mail address; the name of the session in lists')
    .addOption(
      new Option('--rights <right>', 'what the session may do: look, keep lists and exclusions, or act as the key may')
        .choices(['look', 'keep', 'act'])
        .default('keep'),
    )
    .option('--total <credits>', 'credit limit of the session', whole, 50)
    .option('--days <number>', 'lifetime of the session, 1 to 30', whole, 30)
    .option('--team <id>', 'id of the child team that the session is for')
    .action(async (label: string, { rights, total, days, team, ...place }: InviteOptions) => {
      const app = await import('../app/invite.ts');
      const asked = { label, rights, total, seconds: days * daySeconds, childTeamId: team };
      const { link, expiresAt } = await app.invite(await graphAt(terminal, place), asked);
      // As in `kith explore`: cookies belong to a host name, and `localhost` is the one that users type.
      const told = place.graph === undefined ? shown(link) : link;
      terminal.stdout(told);
      terminal.stderr(
        `Send this link to ${quoted(label)}: it works once, until ${expiresAt}. “kith invite revoke” takes it back, or ends its session.`,
      );
      if (new URL(told).hostname === 'localhost')
        terminal.stderr(
          `It leads to this machine alone: for others set ${variables.mapping.publicUrl.name} to the address that they reach.`,
        );
    });
  where(invite.command('list'))
    .description('list the invitations of the last weeks, with their sessions')
    .action(async (place: GraphOptions) => {
      const { listInvitations } = await import('../app/invite.ts');
      const invitations = await listInvitations(await graphAt(terminal, place));
      if (invitations.length === 0) terminal.stderr('This key has invited nobody.');
      for (const one of invitations) terminal.stdout(line(one));
    });
  where(invite.command('revoke'))
    .description('take an invitation back, or end the session that it opened')
    .argument('<id>', 'the invitation, as listed')
    .action(async (id: string, place: GraphOptions) => {
      const { revokeInvitation } = await import('../app/invite.ts');
      await revokeInvitation(await graphAt(terminal, place), id);
      terminal.stdout('Revoked.');
    });
};

const graphAt = (terminal: Terminal, place: GraphOptions) =>
  keyedGraph(terminal, place, `an invitation needs an API key: set ${variables.apiKey.name}.`);

/** Such as `Qx3…  used  keep  3 of 50 spent  until 2026-12-28T10:00:00.000Z  “ada@brightwater.example”`. */
const line = ({ id, label, rights, total, state, expiresAt, session }: ShownInvitation): string => {
  const spent = session?.spent === undefined ? `${total} credits` : `${session.spent} of ${total} spent`;
  const told = state === 'used' && !session ? 'ended' : state;
  const until = session?.expiresAt ?? (state === 'pending' ? expiresAt : undefined);
  return [id, told, rights, spent, ...(until === undefined ? [] : [`until ${until}`]), quoted(label)].join('  ');
};
