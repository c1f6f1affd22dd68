import { slugOfUrl } from '../../reading/page.ts';
import { foldedKeyOf, type Identifier, keyOf, otherSpelling } from '../cache/record-key.ts';
import type { ConnectionNode } from '../scope/connection-node.ts';
import type { CredentialScope } from '../scope/credential-scope.ts';
import type { ProfileReference } from '../scope/profile-reference.ts';
import type { RecordBy } from '../scope/record-identifier.ts';
import { profileIdentifier } from '../scope/record-identifier.ts';
import { exclusionsOf } from './team-exclusions.ts';

interface Given {
  readonly profiles?: readonly RecordBy[] | null | undefined;
  readonly connectors?: readonly string[] | null | undefined;
}

/** The people and connectors that a query excludes, and those on the team's do-not-ask list. */
export class Exclusion {
  readonly #keys: Set<string>;

  /** @throws a BAD_USER_INPUT error unless each profile holds exactly one identifier */
  constructor(given: Given | null | undefined) {
    const people = (given?.profiles ?? []).map((by, at) => profileIdentifier(by, `exclude.profiles.${at}`));
    this.#keys = new Set([...people.flatMap(personKeys), ...(given?.connectors ?? []).map(connectorKey)]);
  }

  /** Adds the team's do-not-ask list. */
  async withKept(scope: CredentialScope): Promise<this> {
    for (const [key, { kind, value }] of await exclusionsOf(scope)) {
      this.#keys.add(key);
      if (kind !== 'connector') for (const form of personKeys({ kind, value })) this.#keys.add(form);
    }
    return this;
  }

  excludes({ identifiers }: ProfileReference): boolean {
    return identifiers.some((identifier) => this.#keys.has(personKey(identifier)));
  }

  /** Whether a person's uuid is excluded. */
  excludesId(id: string): boolean {
    return this.#keys.has(personKey({ kind: 'ids', value: id }));
  }

  /** The connections whose connector is not excluded, by id or by the slug in its URL. */
  connections(connections: readonly ConnectionNode[]): readonly ConnectionNode[] {
    if (this.#keys.size === 0) return connections;
    return connections.filter(({ value: { connector_id: id, connector_xnet_url: url } }) => {
      const slug = url ? slugOfUrl(url, 'profile') : undefined;
      if (id && this.#keys.has(connectorKey(id))) return false;
      return slug === undefined || !this.#keys.has(personKey({ kind: 'xnet_names', value: slug }));
    });
  }
}

/** Comparison key of a person's identifier; slugs are compared without case. */
export const personKey = (identifier: Identifier): string => foldedKeyOf(keyOf(identifier));

/** Comparison keys of a given identifier: a slug may be percent-encoded, so its decoded form is added. */
const personKeys = (identifier: Identifier): readonly string[] =>
  [identifier, otherSpelling(identifier)].flatMap((form) => (form ? [personKey(form)] : []));

export const connectorKey = (id: string): string => `connector:${id.toLowerCase()}`;
