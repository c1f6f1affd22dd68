import type { TSchema } from 'typebox';
import { CompanyInfo } from './record/company.ts';
import { ProfileInfo } from './record/profile.ts';
import type { JsonSchema, SearchKind } from './schema.ts';
import { membersOf } from './schema.ts';

/**
 * The searchable fields: every leaf of `profile_info` and `company_info`, with its kind, derived from the records. The
 * specification lists only a few paths; the rest of the catalogue is ours.
 */
export type SearchableKind = 'profile' | 'company';

export interface SearchField {
  /** The path in a query, such as `profile_info.experience.title`. */
  readonly path: string;
  readonly kind: Exclude<SearchKind, 'nested'>;
  /** Whether queries ignore the case of its values: those of addresses and slugs. */
  readonly isCaseless?: boolean;
  /** Path of the nested list that contains the field; undefined for a field of the record itself. */
  readonly nestedIn: string | undefined;
}

export interface Catalogue {
  /** Every leaf by path. A text field's whole value is a keyword at `path.keyword`. */
  readonly fields: ReadonlyMap<string, SearchField>;
  /**
   * Paths of names, whose sub-field `path.folded` ignores accents. That sub-field is ours; other upstreams may refuse
   * it.
   */
  readonly folded: ReadonlySet<string>;
  /** Aliases of fields; one may stand for several fields. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  /** Paths that `nested` accepts. */
  readonly nested: ReadonlySet<string>;
}

/** Result of a walk over a record's schema. */
interface Found {
  readonly fields: SearchField[];
  readonly nested: Set<string>;
  readonly folded: Set<string>;
}

function collect(schema: JsonSchema, path: string, nestedIn: string | undefined, found: Found) {
  for (const [name, member] of membersOf(schema)) {
    const memberPath = `${path}.${name}`;
    const inner = member.type === 'array' ? member.items : member;
    const search = member['x-search'];
    if (search === 'nested') {
      found.nested.add(memberPath);
      collect(inner ?? {}, memberPath, memberPath, found);
    } else if (search === undefined) collect(inner ?? {}, memberPath, nestedIn, found);
    else {
      const isCaseless = member['x-caseless'] === true;
      found.fields.push({ path: memberPath, kind: search, nestedIn, ...(isCaseless && { isCaseless }) });
      if (member['x-folded']) found.folded.add(memberPath);
    }
  }
}

function catalogue(root: string, schema: TSchema, aliases: Readonly<Record<string, readonly string[]>>): Catalogue {
  const found: Found = { fields: [], nested: new Set(), folded: new Set() };
  collect(schema, root, undefined, found);
  return {
    fields: new Map(found.fields.map((field) => [field.path, field])),
    folded: found.folded,
    aliases: new Map(Object.entries(aliases)),
    nested: found.nested,
  };
}

/** The path of a name's folded sub-field. */
export const foldedPath = (path: string): string => `${path}.folded`;

/** The team's connections to a profile: a nested list that depends on the caller's team, not on the record. */
export const teamConnections = 'team_connections';
/** Members of a team connection; ours, except `origins` and `team_id`. */
export const teamConnectionMembers = [
  'team_connections.origins',
  'team_connections.team_id',
  'team_connections.connector_id',
] as const;
/** A person's accounts: a nested list. */
export const accountsPath = 'profile_info.social_media';
/** The slugs of a person's accounts on the external network, next to the nested accounts; records have no such member. */
export const usernamesPath = 'profile_info.xnet_usernames';
/** A person's e-mail addresses, at work and private; no record has such a member. */
export const emailsPath = 'profile_info.emails';
/** Ids of the caller's team's connectors who know a profile. */
export const connectedUsers = 'connected_users';

export const catalogues: Readonly<Record<SearchableKind, Catalogue>> = {
  profile: catalogue('profile_info', ProfileInfo, {
    id: ['profile_info.id'],
    'profile_info.job_title': ['profile_info.current_title'],
    [emailsPath]: ['profile_info.work_email', 'profile_info.personal_emails'],
    'profile_info.current_company_website': ['profile_info.current_company_websites'],
  }),
  company: catalogue('company_info', CompanyInfo, {
    id: ['company_info.id'],
    'company_info.industry': ['company_info.industries'],
  }),
};
