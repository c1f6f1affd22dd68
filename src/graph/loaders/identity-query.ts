import { identifyingNetwork } from '../../contract/identifier.ts';
import type { QueryDsl } from '../../contract/operation/parts.ts';
import type { Identifier } from '../cache/record-key.ts';
import type { RecordKind } from './record-kind.ts';

/** The member of a person's account that holds each kind of name on the external network. */
const accountMembers: Partial<Readonly<Record<Identifier['kind'], string>>> = {
  xnet_names: 'slug',
  xnet_ids: 'id',
  xnet_entity_ids: 'entity_id',
};

const accounts = 'profile_info.social_media';

/**
 * A query for the record that an identifier other than its id names; undefined where no searchable field holds such
 * names. The interface does not name these paths: an upstream may refuse the query, or find nothing by it.
 */
export function identityQuery(record: RecordKind['name'], { kind, value }: Identifier): QueryDsl | undefined {
  const spellings = kind === 'xnet_names' ? [...new Set([value, value.toLowerCase()])] : [value];
  if (record === 'company')
    return kind === 'xnet_names' ? { terms: { 'company_info.xnet_slugs': spellings } } : undefined;
  const member = accountMembers[kind];
  if (member === undefined) return undefined;
  const filter = [
    { term: { [`${accounts}.network`]: identifyingNetwork } },
    { terms: { [`${accounts}.${member}`]: spellings } },
  ];
  return { nested: { path: accounts, query: { bool: { filter } } } };
}
