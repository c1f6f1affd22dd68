import { createHmac } from 'node:crypto';
import type { ProfileSummary } from '../../../contract/record/relationship.ts';
import { employmentKey } from '../../../reading/names.ts';
import { slugFrom, slugOfUrl } from '../../../reading/page.ts';
import { foldedKeyOf, type Identifier, keyOf, otherSpelling } from '../../cache/record-key.ts';
import type { ConnectionNode } from '../../scope/connection-node.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import type { ProfileReference } from '../../scope/profile-reference.ts';
import type { RecordBy } from '../../scope/record-identifier.ts';
import { profileIdentifier } from '../../scope/record-identifier.ts';
import { exclusionsOf } from './team-exclusions.ts';

/** People and connectors, as an input names them. */
export interface Given {
  readonly profiles?: readonly RecordBy[] | null | undefined;
  readonly connectors?: readonly string[] | null | undefined;
}

/** The people and connectors that a query excludes, and those on the team's do-not-ask list. */
export class Exclusion {
  readonly #keys: Set<string>;
  readonly #people: readonly Identifier[];
  readonly #signs = new Set<string>();
  #space = '';

  /** @throws a BAD_USER_INPUT error unless each profile holds exactly one identifier */
  constructor(given: Given | null | undefined) {
    const people = (given?.profiles ?? []).map((by, at) => profileIdentifier(by, `exclude.profiles.${at}`));
    this.#people = people;
    this.#keys = new Set([...people.flatMap(personKeys), ...(given?.connectors ?? []).map(connectorKey)]);
  }

  /**
   * Adds the team's do-not-ask list. Numeric and entity ids are resolved by free searches, since no relationship shows
   * them.
   */
  async withKept(scope: CredentialScope): Promise<this> {
    const hidden = this.#people.filter(isHidden);
    this.#space = scope.services.space;
    for (const [key, { kind, value, signs }] of await exclusionsOf(scope)) {
      this.#keys.add(key);
      for (const sign of signs ?? []) this.#signs.add(sign);
      if (kind === 'connector') continue;
      for (const form of personKeys({ kind, value })) this.#keys.add(form);
      if (isHidden({ kind, value })) hidden.push({ kind, value });
    }
    const found = hidden.map(({ kind, value }) =>
      kind === 'ids' ? undefined : scope.profiles.identity.find({ kind, value }),
    );
    for (const id of await Promise.all(found))
      if (id !== undefined) this.#keys.add(personKey({ kind: 'ids', value: id }));
    return this;
  }

  /**
   * Whether a person is excluded, by any of their known identifiers. Someone on the list may be in the network by another
   * record, such as that of an import: then the slug tells, or if the record has no page, name and employer do.
   */
  excludes({ id, identifiers }: ProfileReference, summary?: ProfileSummary | null): boolean {
    if (this.#keys.size === 0) return false;
    return (
      (id !== undefined && this.excludesId(id)) ||
      identifiers.flatMap(personKeys).some((key) => this.#keys.has(key)) ||
      (this.#signs.size > 0 && summary ? this.#excludesBySign(summary) : false)
    );
  }

  #excludesBySign(summary: ProfileSummary): boolean {
    const { slug, employment } = personSigns(this.#space, summary);
    const sign = slug ?? employment;
    return sign !== undefined && this.#signs.has(sign);
  }

  get isEmpty(): boolean {
    return this.#keys.size === 0;
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

/** Keyed digests of a person's slug, and of name with employer: a list is no record of who they are. */
export function personSigns(
  space: string,
  { xnet_url: url, full_name: name, current_company_name: company }: ProfileSummary,
): { readonly slug: string | undefined; readonly employment: string | undefined } {
  const digest = (sign: string | undefined): string | undefined =>
    sign && createHmac('sha256', space).update(`excluded ${sign}`).digest('base64url');
  return { slug: digest(slugFrom(url ?? '', 'profile')), employment: digest(employmentKey(name, company)) };
}

/** Whether no relationship shows the identifier. */
const isHidden = ({ kind }: Identifier): boolean => kind === 'xnet_ids' || kind === 'xnet_entity_ids';

/** Comparison key of a person's identifier; slugs are compared without case. */
export const personKey = (identifier: Identifier): string => foldedKeyOf(keyOf(identifier));

/** Comparison keys of a given identifier: a slug may be percent-encoded, so its decoded form is added. */
const personKeys = (identifier: Identifier): readonly string[] =>
  [identifier, otherSpelling(identifier)].flatMap((form) => (form ? [personKey(form)] : []));

export const connectorKey = (id: string): string => `connector:${id.toLowerCase()}`;
