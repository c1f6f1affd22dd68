import Type from 'typebox';
import { rotateCallbackSecret, showCallbackSecret } from '../../store/team/callback-secret.ts';
import { listMembers, putMember, removeMember, roles } from '../../store/team/member.ts';
import { createTeam, listTeams, updateTeam } from '../../store/team/team.ts';
import { CommandFailure } from '../command-failure.ts';
import { command } from './command.ts';
import { teamId } from './shapes.ts';

const plan = {
  isPartner: Type.Optional(Type.Boolean()),
  apiAccess: Type.Optional(Type.Boolean()),
  allowance: Type.Optional(Type.Union([Type.Integer(), Type.Literal('none')])),
  overageAllowed: Type.Optional(Type.Boolean()),
  overageProtection: Type.Optional(Type.Boolean()),
  anchorDay: Type.Optional(Type.Integer()),
};

/** The members of a plan that audit lines contain. */
const planOf = (changes: object): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([member, value]) => (member in plan ? [[member, String(value)]] : [])),
  );

const limit = ({ allowance }: { readonly allowance?: number | 'none' }) => ({
  allowance: allowance === 'none' ? null : allowance,
});

export const listTeamsCommand = command(Type.Object({}), async ({ store, stdout }) => {
  for (const team of await listTeams(store.db)) stdout(JSON.stringify(team));
});

export const createTeamCommand = command(
  Type.Object({
    name: Type.String(),
    owner: Type.Optional(Type.String()),
    partner: Type.Optional(teamId),
    ...plan,
  }),
  async ({ store, stdout, audit }, { owner, partner, ...team }) => {
    const made = await createTeam(store.db, { ...team, ...limit(team), ownerEmail: owner, partnerId: partner });
    audit?.('team.created', { team: made.id, partner, ...planOf(team) });
    stdout(JSON.stringify(made));
  },
);

export const updateTeamCommand = command(
  Type.Object({ team: teamId, name: Type.Optional(Type.String()), ...plan }),
  async ({ store, stdout, audit }, { team, ...changes }) => {
    if (Object.keys(changes).length === 0)
      throw new CommandFailure('team: must have at least one change, such as a name or an allowance.');
    await updateTeam(store.db, team, { ...changes, ...limit(changes) });
    audit?.('team.updated', { team, ...planOf(changes) });
    stdout(JSON.stringify({ id: team }));
  },
);

/** Prints the secret that signs the team's callbacks, or replaces it. */
export const teamSecretCommand = command(
  Type.Object({ team: teamId, rotate: Type.Optional(Type.Boolean()) }),
  async ({ store, stdout, audit }, { team, rotate }) => {
    stdout(await (rotate ? rotateCallbackSecret : showCallbackSecret)(store.db, team));
    if (rotate) audit?.('team.secret_rotated', { team });
  },
);

export const listMembersCommand = command(Type.Object({ team: teamId }), async ({ store, stdout }, { team }) => {
  for (const member of await listMembers(store.db, team)) stdout(JSON.stringify(member));
});

/** Sets an account's role in a team; `none` removes it from the team and revokes its keys. */
export const putMemberCommand = command(
  Type.Object({ team: teamId, account: Type.String(), role: Type.Enum([...roles, 'none']) }),
  async ({ store, stdout, audit }, { team, account, role }) => {
    if (role === 'none') await removeMember(store.db, { teamId: team, email: account });
    else await putMember(store.db, { teamId: team, email: account, role });
    audit?.('team.member_changed', { team, role });
    stdout(JSON.stringify({ email: account, role }));
  },
);
