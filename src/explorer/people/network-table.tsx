import { CompanyLink } from '../company/company-link.tsx';
import { DataTable, type TableColumn } from '../components/data-table.tsx';
import { PersonLink } from '../components/person-link.tsx';
import type { NetworkRowFragment } from '../generated/documents.ts';
import { say } from '../sentences.ts';
import { strengthOf, tierOf } from './strength.ts';

type Relationship = NetworkRowFragment;

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
    cell: ({ profile }) => <CompanyLink name={profile?.currentCompanyName} />,
  },
  {
    name: say.list.connectors,
    text: (row) => connectorsOf(row).join(', '),
    cell: (row) => <Names names={connectorsOf(row)} />,
  },
  {
    name: say.list.strength,
    numeric: true,
    order: strengthOf,
    text: tierOf,
  },
];

const mostNamed = 2;

/** The first of several names, and how many there are beside them. */
const Names = ({ names }: { readonly names: readonly string[] }) => (
  <span title={names.join(', ')}>
    <bdi>{names.slice(0, mostNamed).join(', ')}</bdi>
    {names.length > mostNamed && <span class="muted"> {say.list.others(names.length - mostNamed)}</span>}
  </span>
);

interface NetworkTableProps {
  readonly label: string;
  readonly relationships: readonly Relationship[];
  readonly fileName: string;
}

/** People of the network, with who knows them. */
export const NetworkTable = ({ label, relationships, fileName }: NetworkTableProps) => (
  <DataTable
    label={label}
    caption={say.list.caption(relationships.length)}
    columns={columns}
    rows={relationships}
    keyOf={({ profile }) => profile?.id ?? ''}
    fileName={fileName}
  />
);
