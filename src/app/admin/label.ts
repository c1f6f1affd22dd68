import Type from 'typebox';
import type { Store } from '../../store/open.ts';
import { resolveRecords } from '../../store/record/resolve.ts';
import { listConnectors } from '../../store/team/connector.ts';
import { putListEntries, removeListEntry } from '../../store/team/list.ts';
import { putManualStrength } from '../../store/team/manual-strength.ts';
import { putNotes, removeNote } from '../../store/team/note.ts';
import { Refused } from '../../store/team/refused.ts';
import { putTags, removeTag } from '../../store/team/tag.ts';
import { requireTeam } from '../../store/team/team.ts';
import { command } from './command.ts';
import { teamId } from './shapes.ts';

/** Sets a team's labels on records and connectors; records are named by id, slug or URL. */

const reference = Type.String({ minLength: 1 });
const remove = Type.Optional(Type.Boolean());

export const putOnListCommand = command(
  Type.Object({
    team: teamId,
    list: Type.String({ minLength: 1 }),
    profile: reference,
    status: Type.Optional(Type.String()),
    remove,
  }),
  async ({ store, stdout }, { team, list, profile, status, remove: off }) => {
    await requireTeam(store.db, team);
    const entry = { teamId: team, name: list, profileId: await recordNamed(store, 'profile', profile) };
    if (!off) await putListEntries(store.db, [{ ...entry, status }]);
    else if (!(await removeListEntry(store.db, entry))) throw notThere('list', list);
    stdout(JSON.stringify({ list, profile: entry.profileId, ...(off ? { removed: true } : { status }) }));
  },
);

export const tagCommand = command(
  Type.Object({
    team: teamId,
    tag: Type.String({ minLength: 1 }),
    profile: Type.Optional(reference),
    company: Type.Optional(reference),
    remove,
  }),
  async ({ store, stdout }, { team, tag, profile, company, remove: off }) => {
    await requireTeam(store.db, team);
    if ((profile === undefined) === (company === undefined)) {
      throw new Refused('invalid', 'tag: must have one of profile and company, but has both or none');
    }
    const kind = profile === undefined ? 'company' : 'profile';
    const tagging = { teamId: team, name: tag, recordId: await recordNamed(store, kind, profile ?? company ?? '') };
    if (!off) await putTags(store.db, kind, [tagging]);
    else if (!(await removeTag(store.db, kind, tagging))) throw notThere('tag', tag);
    stdout(JSON.stringify({ tag, [kind]: tagging.recordId, ...(off && { removed: true }) }));
  },
);

export const putNoteCommand = command(
  Type.Object({ team: teamId, profile: reference, content: Type.String({ minLength: 1 }), private: remove }),
  async ({ store, stdout }, { team, profile, content, private: isPrivate = false }) => {
    await requireTeam(store.db, team);
    const profileId = await recordNamed(store, 'profile', profile);
    const id = await putNotes(store.db, [{ teamId: team, profileId, content, isPrivate }]);
    stdout(JSON.stringify({ id: id[0], profile: profileId, is_private: isPrivate }));
  },
);

export const removeNoteCommand = command(
  Type.Object({ team: teamId, note: Type.String({ format: 'uuid' }) }),
  async ({ store, stdout }, { team, note }) => {
    if (!(await removeNote(store.db, { teamId: team, id: note }))) throw notThere('note', note);
    stdout(JSON.stringify({ id: note, removed: true }));
  },
);

export const listConnectorsCommand = command(Type.Object({ team: teamId }), async ({ store, stdout }, { team }) => {
  for (const connector of await listConnectors(store.db, team)) stdout(JSON.stringify(connector));
});

/** Sets how well a connector knows a profile. The connector is named by its own id, or by its profile's slug or URL. */
export const strengthCommand = command(
  Type.Object({
    team: teamId,
    connector: reference,
    profile: reference,
    strength: Type.Union([Type.Number(), Type.Null()]),
  }),
  async ({ store, stdout }, { team, connector, profile, strength }) => {
    const profileId = await recordNamed(store, 'profile', profile);
    const connectors = await listConnectors(store.db, team);
    const byId = connectors.find(({ id }) => id === connector.toLowerCase());
    const behind = byId === undefined ? await recordNamed(store, 'profile', connector) : undefined;
    const { id: connectorId } = byId ?? connectors.find((known) => known.profile_id === behind) ?? {};
    if (connectorId === undefined) throw notThere('connector', connector);
    await putManualStrength(store.db, { teamId: team, connectorId, profileId, strength });
    stdout(JSON.stringify({ connector: connectorId, profile: profileId, manual_strength: strength }));
  },
);

const recordNamed = async ({ db }: Store, kind: 'profile' | 'company', name: string): Promise<string> => {
  const id = (await resolveRecords(db, kind, [name]))(name);
  if (id !== undefined) return id;
  throw new Refused('not-found', `${kind}: must name a ${kind} by id, slug or URL, but no ${kind} has "${name}"`);
};

const notThere = (what: string, name: string): Refused =>
  new Refused('not-found', `${what}: must exist already, but the team has no ${what} "${name}"`);
