import { DataTable, type TableColumn } from '../components/data-table.tsx';
import { PersonLink } from '../components/person-link.tsx';
import { percent } from '../format.ts';
import type { NetworkQuery } from '../generated/documents.ts';
import { say } from '../sentences.ts';

type Relationship = NonNullable<NetworkQuery['relationships']>['nodes'][number];

const strengthOf = ({ connections }: Relationship): number =>
  Math.max(0, ...(connections ?? []).map((connection) => connection?.connectionStrengthNormalized ?? 0));

const connectorsOf = ({ connections }: Relationship): readonly string[] =>
  (connections ?? []).flatMap((connection) => connection?.connectorName ?? []);

const columns: readonly TableColumn<Relationship>[] = [
  {
    name: say.list.name,
    text: ({ profile }) => profile?.fullName ?? '',
    cell: ({ profile }) => <PersonLink id={profile?.id} name={profile?.fullName} />,
  },
  { name: say.list.role, text: ({ profile }) => profile?.currentTitle ?? '' },
  {
    name: say.list.employer,
    text: ({ profile }) => profile?.currentCompanyName ?? '',
    cell: ({ profile }) =>
      profile?.currentCompanyName && (
        <a class="plain" href={`/companies?name=${encodeURIComponent(profile.currentCompanyName)}`}>
          {profile.currentCompanyName}
        </a>
      ),
  },
  { name: say.list.connectors, text: (row) => connectorsOf(row).join(', ') },
  {
    name: say.list.strength,
    numeric: true,
    order: strengthOf,
    text: (row) => percent(strengthOf(row)),
  },
];

/** People of the network, with who knows them. */
export const NetworkTable = ({
  relationships,
  fileName,
}: {
  readonly relationships: readonly Relationship[];
  readonly fileName: string;
}) => (
  <DataTable
    caption={say.list.caption(relationships.length)}
    columns={columns}
    rows={relationships}
    keyOf={({ profile }) => profile?.id ?? ''}
    fileName={fileName}
  />
);
