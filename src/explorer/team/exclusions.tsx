import { Button } from '../components/button.tsx';
import { timeColumn } from '../components/columns.ts';
import { List, type ListColumn } from '../components/list.tsx';
import { ReadNotice } from '../components/notice.tsx';
import { Section } from '../components/section.tsx';
import { tell } from '../frame/toast.tsx';
import {
  Exclude,
  type ExcludeFromIntrosInput,
  Exclusions,
  type ExclusionsQuery,
  Include,
} from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useQuery } from '../graph/use-query.ts';
import { PersonCell } from '../people/person-cell.tsx';
import { say } from '../sentences.ts';
import { useRights } from '../session/session.ts';

type Exclusion = NonNullable<ExclusionsQuery['introExclusions']>[number];

/** The input of the mutations for an exclusion; undefined for an unknown kind. */
const inputs: Partial<Record<Exclusion['kind'], (value: string) => ExcludeFromIntrosInput>> = {
  PROFILE_ID: (id) => ({ profiles: [{ id }] }),
  PROFILE_XNET_SLUG: (xnetSlug) => ({ profiles: [{ xnetSlug }] }),
  PROFILE_XNET_ID: (xnetId) => ({ profiles: [{ xnetId: Number(xnetId) }] }),
  PROFILE_XNET_ENTITY_ID: (xnetEntityId) => ({ profiles: [{ xnetEntityId }] }),
  CONNECTOR_ID: (connector) => ({ connectors: [connector] }),
};

/**
 * Functions that exclude people from introductions, or include them again; each resolves with whether it succeeded.
 */
const useExclude = () => {
  const graph = useGraph();
  const exclude = async (input: ExcludeFromIntrosInput): Promise<boolean> =>
    ((await graph.change(Exclude, { input })).payload?.changed ?? 0) > 0;
  const include = async ({ reason: _reason, ...input }: ExcludeFromIntrosInput): Promise<boolean> =>
    (await graph.change(Include, { input })).refusal === undefined;
  return { exclude, include };
};

/** People who are not asked for introductions, or not introduced to. */
export const TeamExclusions = () => {
  const read = useQuery(Exclusions, {});
  const { exclude, include } = useExclude();
  const { keep } = useRights();
  const found = read.data?.introExclusions;

  const takeBack = async (one: Exclusion) => {
    const named = inputs[one.kind]?.(one.value);
    if (!named || !(await include(named))) return tell(say.unsaved);
    read.refresh();
    const again = { ...named, ...(one.reason !== null && { reason: one.reason }) };
    tell('Included in introductions again', () => void exclude(again).then(read.refresh));
  };
  const columns: readonly ListColumn<Exclusion>[] = [
    {
      key: 'name',
      name: 'Name',
      width: 'minmax(9rem, 1.5fr)',
      text: ({ name, value }) => name ?? value,
      cell: ({ kind, name, value }) =>
        kind === 'PROFILE_ID' || kind === 'PROFILE_XNET_SLUG' ? (
          <PersonCell id={value} name={name ?? value} />
        ) : (
          <bdi>{name ?? value}</bdi>
        ),
    },
    {
      key: 'reason',
      name: 'Reason',
      width: 'minmax(0, 2fr)',
      rank: 1,
      text: ({ reason }) => reason ?? '',
    },
    timeColumn({ key: 'since', name: 'Since' }, ({ excludedAt }) => excludedAt),
    ...(keep
      ? [
          {
            key: 'include',
            name: 'Change',
            width: '9rem',
            text: () => '',
            cell: (one: Exclusion) => <Button label="Include again" kind="small" onClick={() => void takeBack(one)} />,
          },
        ]
      : []),
  ];
  return (
    <Section
      title="Not to be asked"
      note={
        found &&
        (found.length === 0
          ? 'Nobody. “Exclude” on a person keeps them out of all introductions.'
          : say.people(found.length))
      }
    >
      {!found && <ReadNotice read={read} member="introExclusions" lines={2} />}
      {found && (
        <List
          label="Not to be asked"
          name="excluded"
          source={found}
          columns={columns}
          keyOf={({ kind, value }) => `${kind} ${value}`}
          fileName="do-not-ask"
        />
      )}
    </Section>
  );
};

/** Excludes a person from introductions. */
export const ExcludeButton = ({ id }: { readonly id: string }) => {
  const { exclude, include } = useExclude();
  const { keep } = useRights();
  if (!keep) return null;
  const named = { profiles: [{ id }] };
  const act = async () => {
    if (!(await exclude(named))) return tell(say.unsaved);
    tell('Excluded from all introductions', () => void include(named));
  };
  return <Button kind="bar" label="Exclude" icon="close" onClick={act} />;
};
