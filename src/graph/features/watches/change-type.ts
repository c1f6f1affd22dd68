import { summaryCoversProfile } from '../../../contract/coverage.ts';
import { builder } from '../../schema/builder.ts';
import { Connector, Profile } from '../../schema/refs.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { loadForSelection } from '../../scope/load-for-selection.ts';
import { profileOfSummary } from '../../scope/profile-reference.ts';
import { factsOf } from '../../scope/selection-facts.ts';
import type { Change, ChangeKind, Employment, Move, Presence, TieChange } from './change.ts';
import { eventIdOf } from './event-id.ts';
import type { Event } from './watch-store.ts';

/** A change of a watch, with the scope of its reader. */
export interface ChangeNode<Of extends Change = Change> {
  readonly scope: CredentialScope;
  readonly watch: string;
  readonly event: Event & { readonly change: Of };
}

const kinds: Readonly<Record<ChangeKind, { readonly description: string }>> = {
  JOINED: { description: 'The person is new in the network.' },
  LEFT: {
    description: 'The network no longer reaches the person: two complete listings, twelve hours apart, lack them.',
  },
  MOVED: { description: 'The person has another employer.' },
  RETITLED: { description: 'The person has another title at the same employer.' },
  CHANGED: {
    description:
      'The slug, e-mail address, or the name or website of the same employer has changed; or the filter no longer matches (`stillMatches`).',
  },
  TIE_ADDED: { description: 'Another connector knows the person.' },
  TIE_REMOVED: { description: 'A connector no longer knows the person, but others do.' },
  TIE_CHANGED: {
    description: 'The normalized strength, the strength set by hand or the origins of a connection have changed.',
  },
  RESET: { description: 'Earlier changes are not available: read the network again.' },
};

export const NetworkChangeKind = builder.enumType('NetworkChangeKind', {
  description: 'What has changed in a watched network.',
  values: kinds,
});

const EmploymentFacts = builder.objectRef<Employment>('EmploymentFacts').implement({
  description: 'A job, as a watch has seen it.',
  fields: (t) => ({
    title: t.string({
      description: 'The title, such as `VP of Engineering`; null if there was none.',
      resolve: ({ title }) => title || null,
    }),
    employer: t.string({
      description: 'The employer’s name, such as `Aurora Labs`; null if there was none.',
      resolve: ({ employer }) => employer || null,
    }),
  }),
});

const personIn = ({ event: { change } }: ChangeNode): string | undefined =>
  change.kind === 'RESET' || change.person === '' ? undefined : change.person;

export const NetworkChange = builder.interfaceRef<ChangeNode>('NetworkChange').implement({
  description:
    'A difference between two successive states of a watched network. The change stores no names: `profile` is read again for each request.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description:
        'The change’s id, opaque and unique over all watches, such as `2c1f6d5e-8b3a-4f7e-9c20-6a5d4e3f2b1c.1795648064515000-0000.0`; also the `webhook-id` of its delivery. Send it as `since`, or over server-sent events as `Last-Event-ID`, to continue after this change.',
      resolve: ({ watch, event }) => eventIdOf(watch, event.seq),
    }),
    kind: t.field({
      type: NetworkChangeKind,
      nullable: false,
      description: 'The kind of the change, such as a move.',
      resolve: ({ event }) => event.change.kind,
    }),
    seenAt: t.field({
      type: 'DateTime',
      nullable: false,
      description: 'When the graph saw the change, such as `2026-03-01T12:00:00.000Z`.',
      resolve: ({ event }) => new Date(event.at).toISOString(),
    }),
    profileId: t.id({
      description:
        'The id of the person’s profile, free: a uuid such as `9e396919-bd21-5a3e-8b17-b812c61e055e`. Null for a `RESET`, and after the person was purged.',
      resolve: (node) => personIn(node),
    }),
    profile: t.field({
      type: Profile,
      covers: summaryCoversProfile,
      description:
        'The person as the network shows them now; name, title, employer and slug are free, other fields load the record for 1 credit. Null if the network does not reach them, or after they were purged.',
      resolve: async (node, _args, _context, info) => {
        const person = personIn(node);
        if (person === undefined) return null;
        const found = await node.scope.relationships.load(person, factsOf(info).namedRecords);
        return found?.profile ? loadForSelection(profileOfSummary(node.scope, found.profile), info) : null;
      },
    }),
  }),
  resolveType: ({ event: { change } }) =>
    'before' in change
      ? 'PersonMoved'
      : 'connector' in change
        ? 'TieChanged'
        : change.kind === 'RESET'
          ? 'NetworkReset'
          : 'PersonChanged',
});

builder.objectRef<ChangeNode<Move>>('PersonMoved').implement({
  description: 'A person has a new employer (`MOVED`), or a new title at the same employer (`RETITLED`).',
  interfaces: [NetworkChange],
  fields: (t) => ({
    before: t.field({
      type: EmploymentFacts,
      nullable: false,
      description: 'Where the person worked before.',
      resolve: ({ event }) => event.change.before,
    }),
    after: t.field({
      type: EmploymentFacts,
      nullable: false,
      description: 'Where the person works now.',
      resolve: ({ event }) => event.change.after,
    }),
    stillMatches: t.boolean({
      nullable: false,
      description: 'Whether the watch’s filter still matches the person; false if they have left a watched company.',
      resolve: ({ event }) => event.change.stillMatches,
    }),
  }),
});

builder.objectRef<ChangeNode<TieChange>>('TieChanged').implement({
  description:
    'The connection between a connector and a person was added, removed or changed: `TIE_ADDED`, `TIE_REMOVED` or `TIE_CHANGED`.',
  interfaces: [NetworkChange],
  fields: (t) => ({
    connector: t.field({
      type: Connector,
      nullable: false,
      description: 'The connector; only the id is known if the connection is gone.',
      resolve: async ({ scope, event: { change } }, _args, _context, info) => {
        const found = await scope.relationships.load(change.person, factsOf(info).namedRecords);
        const connection = found?.connections?.find((one) => one?.connector_id?.toLowerCase() === change.connector);
        return { scope, value: connection ?? { connector_id: change.connector } };
      },
    }),
    normalizedStrengthBefore: t.int({
      description:
        'The connection’s normalized strength before, 0 to 3; null if the connector did not know the person.',
      resolve: ({ event }) => event.change.tierBefore,
    }),
    normalizedStrengthAfter: t.int({
      description:
        'The connection’s normalized strength now, 0 to 3; null if the connector no longer knows the person.',
      resolve: ({ event }) => event.change.tierAfter,
    }),
    origins: t.stringList({
      nullable: false,
      description: 'How the connection is, or was, found, such as `work_overlap`.',
      resolve: ({ event }) => event.change.origins,
    }),
  }),
});

builder.objectRef<ChangeNode<Presence>>('PersonChanged').implement({
  description: 'A person has `JOINED`, `LEFT`, or `CHANGED` in something other than title and employer.',
  interfaces: [NetworkChange],
  fields: (t) => ({
    stillMatches: t.boolean({
      nullable: false,
      description:
        'Whether the watch’s filter still matches the person; false for a `CHANGED` person who is in the network, but no longer found by the filter.',
      resolve: ({ event }) => event.change.stillMatches ?? event.change.kind !== 'LEFT',
    }),
  }),
});

builder.objectRef<ChangeNode>('NetworkReset').implement({
  description: 'Earlier changes are not available; the network as it is now is the new starting point.',
  interfaces: [NetworkChange],
});
