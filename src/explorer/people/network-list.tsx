import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { List, type ListColumn } from '../components/list.tsx';
import { useGraph } from '../graph/graph.ts';
import type { Rows } from '../graph/use-pages.ts';
import { AddToList } from '../lists/add-to-list.tsx';
import { bestAsksOf, useBestAsks, useOwnTeam } from './best-asks.ts';
import { idOf, type NetworkRow, networkColumns, networkFiles } from './network-columns.tsx';

interface NetworkListProps {
  readonly label: string;
  readonly source: Rows<NetworkRow>;
  readonly fileName: string;
  /** A prefix of its members in the address, where a page has several lists. */
  readonly name?: string;
  /** Further columns, behind the name. */
  readonly extra?: readonly ListColumn<NetworkRow>[];
  readonly children?: ComponentChildren;
}

/** People whom the network reaches: whom to ask for each, to pick, sort, plan and export. */
export const NetworkList = ({ label, source, fileName, name = '', extra, children }: NetworkListProps) => {
  const graph = useGraph();
  const ids = useMemo(() => source.rows.map(idOf), [source.rows]);
  const asks = useBestAsks(ids);
  const isOwn = useOwnTeam();
  const columns = useMemo(() => {
    const [first, ...others] = networkColumns(asks, isOwn ?? (() => false));
    return first ? [first, ...(extra ?? []), ...others] : [];
  }, [asks, isOwn === undefined, extra]);
  const files = useMemo(() => networkFiles(asks, source.rows), [asks, source.rows]);
  return (
    <List
      label={label}
      source={source}
      columns={columns}
      files={files}
      filled={async (rows) => networkFiles(await bestAsksOf(rows.map(idOf), graph), rows)}
      keyOf={idOf}
      fileName={fileName}
      peekOf={(row) => `people/${idOf(row)}`}
      actions={(rows) => (
        <AddToList targets={rows.map(({ profile }) => ({ id: profile?.id ?? '', name: profile?.fullName ?? '' }))} />
      )}
      name={name}
    >
      {children}
    </List>
  );
};
