import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { List } from '../components/list.tsx';
import type { Rows } from '../graph/use-pages.ts';
import { AddToList } from '../lists/add-to-list.tsx';
import { say } from '../sentences.ts';
import { useBestAsks } from './best-asks.ts';
import { idOf, type NetworkRow, networkColumns, networkFiles } from './network-columns.tsx';

interface NetworkListProps {
  readonly label: string;
  readonly source: Rows<NetworkRow>;
  readonly fileName: string;
  /** A prefix of its members in the address, where a page has several lists. */
  readonly name?: string;
  readonly children?: ComponentChildren;
}

/** People whom the network reaches: whom to ask for each, to pick, sort, plan and export. */
export const NetworkList = ({ label, source, fileName, name = '', children }: NetworkListProps) => {
  const ids = useMemo(() => source.rows.map(idOf), [source.rows]);
  const asks = useBestAsks(ids);
  const columns = useMemo(() => networkColumns(asks), [asks]);
  const files = useMemo(() => networkFiles(asks), [asks]);
  return (
    <List
      label={label}
      source={source}
      columns={columns}
      files={files}
      keyOf={idOf}
      fileName={fileName}
      counted={say.people}
      peekOf={(row) => `people/${idOf(row)}`}
      picking={{
        idOf,
        actions: (rows) => (
          <AddToList targets={rows.map(({ profile }) => ({ id: profile?.id ?? '', name: profile?.fullName ?? '' }))} />
        ),
      }}
      name={name}
    >
      {children}
    </List>
  );
};
