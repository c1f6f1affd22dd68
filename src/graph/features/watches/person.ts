import type { Connection, Relationship } from '../../../contract/record/relationship.ts';
import { slugKey, slugOfUrl } from '../../../reading/page.ts';
import { type Name, nameDigest, shortDigest } from '../../state/people/purged-people.ts';

/** The compared fields of a connection, without raw strength and months of overlap: these drift with the calendar. */
export interface Tie {
  /** The connector's id. */
  readonly connector: string;
  /** The strength in tiers, 0 to 3. */
  readonly tier: number;
  /** The strength set by hand. */
  readonly manual: number | null;
  /** The origins of its sources in alphabetical order, separated by commas. */
  readonly origins: string;
}

/** The stored state of a person, without the name. */
export interface Person {
  readonly id: string;
  readonly title: string;
  readonly employer: string;
  /** Short digests of slug, e-mail address and employer's website, separated by commas; empty for an absent value. */
  readonly marks: string;
  /** Sorted by connector id. */
  readonly ties: readonly Tie[];
}

/** The person of a relationship; undefined if its profile has no id. */
export function personOf({ profile, connections }: Relationship): Person | undefined {
  if (!profile?.id) return undefined;
  const slug = profile.xnet_url ? slugOfUrl(profile.xnet_url, 'profile') : undefined;
  const { work_email: email, current_company_website: website } = profile;
  return {
    id: profile.id.toLowerCase(),
    title: textIn(profile.current_title),
    employer: textIn(profile.current_company_name),
    marks: [
      slug ? mark({ kind: 'slug', value: slugKey(slug) }) : '',
      email ? mark({ kind: 'email', value: email.toLowerCase() }) : '',
      website ? shortDigest(nameDigest({ kind: 'slug', value: `website ${website}` })) : '',
    ].join(','),
    ties: (connections ?? [])
      .flatMap((one) => (one?.connector_id ? tieOf(one, one.connector_id) : []))
      .toSorted((one, other) => (one.connector < other.connector ? -1 : 1)),
  };
}

/** Composed and decomposed accents are the same text; absent, null and empty are the same nothing. */
const textIn = (text: string | null | undefined): string => text?.normalize('NFC').trim() ?? '';

const tieOf = (connection: Connection, connector: string): Tie => ({
  connector: connector.toLowerCase(),
  tier: Math.round(connection.connection_strength_normalized ?? 0),
  manual: connection.manual_strength ?? null,
  origins: [...new Set((connection.sources ?? []).flatMap((source) => source?.origin ?? []))].toSorted().join(','),
});

const mark = (name: Name): string => shortDigest(nameDigest(name));

/** Whether a person was purged, by id, slug or e-mail address. */
export function isPurged({ id, marks }: Pick<Person, 'id' | 'marks'>, purged: ReadonlySet<string>): boolean {
  if (purged.size === 0) return false;
  const [slug = '', email = ''] = marks.split(',');
  return purged.has(slug) || purged.has(email) || purged.has(mark({ kind: 'id', value: id }));
}
