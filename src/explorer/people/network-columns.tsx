import type { FileKind, ListColumn } from '../components/list.tsx';
import { number } from '../format.ts';
import type { NetworkRowFragment } from '../generated/documents.ts';
import { say } from '../sentences.ts';
import type { BestAskById } from './best-asks.ts';
import { percentColumn, personColumns } from './person-cell.tsx';

export type NetworkRow = NetworkRowFragment;

export const idOf = ({ profile }: NetworkRow): string => profile?.id ?? '';

const connectorsOf = ({ connections }: NetworkRow): readonly string[] =>
  (connections ?? []).flatMap((connection) => connection?.connectorName ?? []);

/** Columns for people the network reaches, with the connector to ask. */
export const networkColumns = (
  asks: BestAskById,
  isOwn: (person: NetworkRow['profile']) => boolean,
): readonly ListColumn<NetworkRow>[] => {
  const askOf = (row: NetworkRow) => asks.get(idOf(row));
  return [
    ...personColumns(({ profile }: NetworkRow) => profile),
    {
      key: 'ask',
      name: 'Best ask',
      width: 'minmax(0, 1.5fr)',
      rank: 1,
      text: (row) => (isOwn(row.profile) ? say.unreached.CONNECTOR : (askOf(row)?.connector ?? '')),
      cell: (row) =>
        isOwn(row.profile) ? (
          <span class="muted">{say.unreached.CONNECTOR}</span>
        ) : (
          <Ask name={askOf(row)?.connector} others={connectorsOf(row)} />
        ),
    },
    percentColumn((row) => askOf(row)?.confidence),
  ];
};

/** The connector to ask first, and the number of others. */
const Ask = ({ name, others }: { readonly name: string | undefined; readonly others: readonly string[] }) => (
  <span title={others.join(', ')}>
    <bdi>{name}</bdi>
    {name !== undefined && others.length > 1 && <span class="muted"> +{number(others.length - 1)}</span>}
  </span>
);

/** Particles at the beginning of a family name. */
const particles = new Set('van von der den de da di del della la le al bin ben dos do du ten ter zu'.split(' '));

/**
 * Splits a name into first and family name: at the first particle, or before the second of two words. Both are empty
 * for longer names, such as Spanish double names, and for scripts without spaces or with the family name first.
 */
const nameParts = (full: string): readonly [first: string, last: string] => {
  const words = full.split(' ');
  if (words.length < 2 || /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(full))
    return ['', ''];
  const particle = words.findIndex((word, at) => at > 0 && particles.has(word.toLowerCase()));
  if (particle > 0) return [words.slice(0, particle).join(' '), words.slice(particle).join(' ')];
  return words.length === 2 ? [words[0] ?? '', words[1] ?? ''] : ['', ''];
};

/** The website of each employer: the most frequent host of e-mail addresses there, except public mailbox providers. */
const domainsOf = (rows: readonly NetworkRow[]): ReadonlyMap<string, string> => {
  const hosts = rows.flatMap(({ profile }) => {
    const host = profile?.workEmail?.split('@')[1];
    return host && profile?.currentCompanyName ? [[profile.currentCompanyName, host] as const] : [];
  });
  return new Map(
    [...Map.groupBy(hosts, ([company]) => company)].map(([company, all]) => {
      const counts = [...Map.groupBy(all, ([, host]) => host)].toSorted(([, a], [, b]) => b.length - a.length);
      return [company, counts[0]?.[0] ?? ''];
    }),
  );
};

/** A person in an exported file; other systems import these columns. */
const contactOf = (row: NetworkRow, asks: BestAskById, domains: ReadonlyMap<string, string>) => {
  const { profile } = row;
  const full = profile?.fullName ?? '';
  const [first, last] = nameParts(full);
  const email = profile?.workEmail ?? '';
  const ask = asks.get(idOf(row));
  return {
    id: idOf(row),
    url: profile?.xnetUrl ?? '',
    ...{ full, first, last },
    email,
    title: profile?.currentTitle ?? '',
    company: profile?.currentCompanyName ?? '',
    domain: domains.get(profile?.currentCompanyName ?? '') ?? '',
    ask: ask?.connector ?? '',
    confidence: ask ? ask.confidence.toFixed(2) : '',
    why: ask?.why ?? '',
    connectors: connectorsOf(row).join('; '),
  };
};

type Contact = ReturnType<typeof contactOf>;

/** Export formats for lists of people: other systems expect different column names. */
const kinds: Readonly<Record<string, readonly (readonly [string, (contact: Contact) => string])[]>> = {
  CSV: [
    ['id', ({ id }) => id],
    ['xnet_url', ({ url }) => url],
    ['full_name', ({ full }) => full],
    ['first_name', ({ first }) => first],
    ['last_name', ({ last }) => last],
    ['email', ({ email }) => email],
    ['title', ({ title }) => title],
    ['company', ({ company }) => company],
    ['company_domain', ({ domain }) => domain],
    ['best_connector', ({ ask }) => ask],
    ['confidence', ({ confidence }) => confidence],
    ['why', ({ why }) => why],
    ['connectors', ({ connectors }) => connectors],
  ],
  HubSpot: [
    ['First Name', ({ first, full }) => first || full],
    ['Last Name', ({ last }) => last],
    ['Email', ({ email }) => email],
    ['Job Title', ({ title }) => title],
    ['Company Name', ({ company }) => company],
    ['Company Domain Name', ({ domain }) => domain],
    ['Profile URL', ({ url }) => url],
    ['Introduced By', ({ ask }) => ask],
    ['Introduction Note', ({ why }) => why],
  ],
  Salesforce: [
    ['FirstName', ({ first }) => first],
    ['LastName', ({ last, full }) => last || full],
    ['Email', ({ email }) => email],
    ['Title', ({ title }) => title],
    ['Company', ({ company }) => company],
    ['Website', ({ domain }) => domain],
    ['Description', ({ ask, why }) => [ask, why].filter(Boolean).join(': ')],
  ],
  Attio: [
    ['Name', ({ full }) => full],
    ['Email addresses', ({ email }) => email],
    ['Job title', ({ title }) => title],
    ['Company', ({ domain, company }) => domain || company],
    ['Introducer', ({ ask }) => ask],
    ['Introduction note', ({ why }) => why],
  ],
  Affinity: [
    ['First Name', ({ first, full }) => first || full],
    ['Last Name', ({ last }) => last],
    ['Email', ({ email }) => email],
    ['Organization Name', ({ company }) => company],
    ['Organization Domain', ({ domain }) => domain],
    ['Notes', ({ ask, why }) => [ask, why].filter(Boolean).join(': ')],
  ],
};

export const networkFiles = (asks: BestAskById, rows: readonly NetworkRow[]): readonly FileKind<NetworkRow>[] => {
  const domains = domainsOf(rows);
  return Object.entries(kinds).map(([name, columns]) => ({
    name,
    columns: columns.map(([column, text]) => ({ name: column, text: (row) => text(contactOf(row, asks, domains)) })),
  }));
};
