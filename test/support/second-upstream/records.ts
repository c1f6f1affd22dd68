import { companyIdentifiers, profileIdentifiers } from '../../../src/contract/identifier.ts';
import type { Company } from '../../../src/contract/record/company.ts';
import type { Profile } from '../../../src/contract/record/profile.ts';
import { lowerSeniorities } from './documented.ts';
import type { ContraryTeam, ContraryWorld } from './world.ts';

type Kind = 'profiles' | 'companies';
type Found = Readonly<Record<string, readonly unknown[]>>;
type Body = Readonly<Record<string, unknown>>;

interface Indexed {
  readonly id: string;
  readonly info: object;
}

/** The records of a contrary upstream by their names; a slug is taken as it is written, and a uuid in any case. */
export class ContraryRecords {
  readonly #byName: Readonly<Record<Kind, ReadonlyMap<string, Indexed>>>;

  constructor({ profiles, companies, documented }: ContraryWorld) {
    this.#byName = {
      profiles: indexOf(profiles, profileIdentifiers, (one) => ({
        ...one.profile_info,
        ...(one.profile_info?.xnet_url && { xnet_url: written(one.profile_info.xnet_url) }),
        social_media: [null, elsewhere, ...(one.profile_info?.social_media ?? [])],
        ...(documented && lowerSeniorities(one.profile_info)),
      })),
      companies: indexOf(companies, companyIdentifiers, (one) => ({ summary: null, ...one.company_info })),
    };
  }

  /** The records that a fetch's identifiers name, last first, and the identifiers that name none. */
  find(kind: Kind, request: Body, team: ContraryTeam): { results: object[]; missing: string[] } {
    const missing: string[] = [];
    const found = new Map<Indexed, Record<string, unknown[]>>();
    for (const [array, identifiers] of Object.entries(request)) {
      if (array === 'fields' || !Array.isArray(identifiers)) continue;
      for (const identifier of identifiers) {
        const record = this.#byName[kind].get(nameOf(array, identifier));
        if (!record) missing.push(String(identifier).toUpperCase());
        else {
          const by = found.get(record) ?? {};
          by[array] = [...(by[array] ?? []), identifier];
          found.set(record, by);
        }
      }
    }
    const results = [...found].map(([record, by]) => shown(kind, record, by, team, request.fields));
    return { results: results.toReversed(), missing };
  }
}

function indexOf<One extends (Profile | Company) & { readonly id: string }>(
  records: readonly One[],
  identifiersOf: (record: One) => Readonly<Record<string, readonly unknown[]>> | object,
  infoOf: (record: One) => object,
): ReadonlyMap<string, Indexed> {
  const byName = new Map<string, Indexed>();
  for (const record of records) {
    const indexed = { id: record.id, info: { headline: null, skills: null, shoe_size: 42, ...infoOf(record) } };
    byName.set(nameOf('ids', record.id), indexed);
    for (const [array, values] of Object.entries(identifiersOf(record)))
      for (const value of Array.isArray(values) ? values : []) byName.set(nameOf(array, value), indexed);
  }
  return byName;
}

const nameOf = (array: string, identifier: unknown): string =>
  `${array}:${array === 'ids' ? String(identifier).toLowerCase() : String(identifier)}`;

/** The groups of fields that were asked for; says of what is not known that it is null, and more than anybody asked. */
function shown(kind: Kind, { id, info }: Indexed, found_by: Found, team: ContraryTeam, fields: unknown): object {
  const group = kind === 'profiles' ? 'profile_info' : 'company_info';
  const asked: readonly unknown[] = Array.isArray(fields) ? fields : [group];
  const labelled = <Label extends { recordId: string; name: string }>(labels: readonly Label[]) => {
    const own = labels.filter(({ recordId }) => recordId === id);
    return own.length > 0 ? own.map(({ recordId: _, ...label }, at) => ({ id: labelId(at), ...label })) : null;
  };
  return {
    id,
    ...(asked.includes(group) && { [group]: info }),
    ...(asked.includes('tags') && { tags: labelled(team.tags) }),
    ...(asked.includes('lists') && { lists: labelled(team.lists) }),
    found_by: { ids: null, ...found_by },
    colour: 'blue',
  };
}

const labelId = (at: number): string => `dddddddd-0000-4000-8000-${String(at).padStart(12, '0')}`;

/** An account on another network, whose names are no identifiers. */
const elsewhere = { network: 'otherbook', id: '1001', entity_id: 'ACoAA2', slug: 'ben-okafor', url: null };

/** A URL with hexadecimal digits in the other case, and a slash at its end. */
const written = (url: string): string => `${url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())}/`;
