import { slugOfUrl } from '../../../contract/identifier.ts';
import { foldedKeyOf, type Identifier, keyOf } from '../../cache/record-key.ts';
import { builder } from '../builder.ts';
import { ProfileBy, profileIdentifier } from '../profile/profile-lookup.ts';
import type { ProfileReference } from '../profile/profile-reference.ts';
import type { RecordBy } from '../record-identifier.ts';
import type { ConnectionNode } from '../relationship/connection-node.ts';

export const IntroExclusion = builder.inputType('IntroExclusion', {
  description: 'Who is neither asked for an introduction nor named as one who may know somebody.',
  fields: (t) => ({
    profiles: t.field({
      type: [ProfileBy],
      description: 'People, by any identifier; a connector among them is known by the slug.',
    }),
    connectors: t.idList({ description: 'Connectors, by their own ids.' }),
  }),
});

interface Given {
  readonly profiles?: readonly RecordBy[] | null | undefined;
  readonly connectors?: readonly string[] | null | undefined;
}

/** The people and connectors that a question leaves out. */
export class Exclusion {
  readonly #people: ReadonlySet<string>;
  readonly #connectors: ReadonlySet<string>;

  /** @throws a BAD_USER_INPUT error unless each profile holds exactly one identifier */
  constructor(given: Given | null | undefined) {
    const people = (given?.profiles ?? []).map((by, at) => profileIdentifier(by, `exclude.profiles.${at}`));
    this.#people = new Set(people.map(nameOf));
    this.#connectors = new Set((given?.connectors ?? []).map((id) => id.toLowerCase()));
  }

  excludes({ identifiers }: ProfileReference): boolean {
    return identifiers.some((identifier) => this.#people.has(nameOf(identifier)));
  }

  /** Whether a person is left out by the id. */
  excludesId(id: string): boolean {
    return this.#people.has(nameOf({ kind: 'ids', value: id }));
  }

  /** The connections of connectors that are not left out. */
  connections(connections: readonly ConnectionNode[]): readonly ConnectionNode[] {
    if (this.#people.size + this.#connectors.size === 0) return connections;
    return connections.filter(({ value: { connector_id: id, connector_xnet_url: url } }) => {
      const slug = url ? slugOfUrl(url) : undefined;
      if (id && this.#connectors.has(id.toLowerCase())) return false;
      return slug === undefined || !this.#people.has(nameOf({ kind: 'xnet_names', value: slug }));
    });
  }
}

const nameOf = (identifier: Identifier): string => foldedKeyOf(keyOf(identifier));
