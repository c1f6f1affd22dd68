import { Button } from '../components/button.tsx';
import { numberColumn } from '../components/columns.ts';
import { Field, Form } from '../components/form.tsx';
import { List, type ListColumn } from '../components/list.tsx';
import { Section } from '../components/section.tsx';
import { useSwitchTeam } from '../frame/session-menu.tsx';
import {
  ChildTeam,
  type ChildTeamQuery,
  ChildTeams,
  type ChildTeamsQuery,
  CreateTeam,
} from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useLoaded } from '../graph/use-loaded.ts';
import { useQuery } from '../graph/use-query.ts';
import { plural, say } from '../sentences.ts';

type Team = NonNullable<ChildTeamsQuery['viewer']['childTeams']>[number];

/** Connectors, reach and spend of each team; undefined while they are read. */
const useTeams = (teams: readonly Team[] | null | undefined) => {
  const graph = useGraph();
  const ids = teams?.map(({ id }) => id);
  return useLoaded(ids?.join(), async () => {
    const all = (ids ?? []).map(async (id) => {
      const outcome = await graph.run(ChildTeam, { id });
      return [id, outcome.kind === 'done' ? outcome.data.childTeam : null] as const;
    });
    return new Map(await Promise.all(all));
  }).value;
};

/** The partner's child teams; hidden if the team has none and may not create any. */
export const ChildTeamsSection = () => {
  const read = useQuery(ChildTeams, {});
  const { childTeams, can } = read.data?.viewer ?? {};
  const { change, failure } = useSwitchTeam();
  const known = useTeams(childTeams);
  const nameOf = ({ id, name }: Team): string => name ?? say.unnamedTeam(id);
  const factOf =
    (pick: (team: NonNullable<ChildTeamQuery['childTeam']>) => number | null | undefined) =>
    ({ id }: Team) => {
      const team = known?.get(id);
      return known && ((team && pick(team)) ?? null);
    };
  const columns: readonly ListColumn<Team>[] = [
    { key: 'name', name: 'Name', width: 'minmax(9rem, 2fr)', text: nameOf },
    numberColumn(
      { key: 'connectors', name: 'Connectors' },
      factOf((team) => team.connectors?.nodes.length),
    ),
    numberColumn(
      { key: 'reach', name: 'Within reach' },
      factOf((team) => team.relationships?.totalCount),
    ),
    numberColumn(
      { key: 'credits', name: 'Credits this month' },
      factOf((team) => team.spentThisMonth),
    ),
    {
      key: 'act',
      name: 'Act for it',
      width: '7rem',
      text: () => '',
      cell: (team) => (
        <Button label="Open" fullLabel={`Open ${nameOf(team)}`} kind="small" onClick={() => change(team.id)} />
      ),
    },
  ];
  const mayCreate = can?.manageTeams === true;
  if (!childTeams || (childTeams.length === 0 && !mayCreate)) return null;
  return (
    <Section title="Child teams" note={plural(childTeams.length, 'team', 'teams')}>
      <List
        label="Child teams"
        name="teams"
        source={childTeams}
        columns={columns}
        keyOf={({ id }) => id}
        fileName="child-teams"
        isTall
      />
      {failure && (
        <p class="notice-line" role="alert">
          {failure}
        </p>
      )}
      {mayCreate && <CreateForm onCreated={read.refresh} />}
    </Section>
  );
};

const CreateForm = ({ onCreated }: { readonly onCreated: () => void }) => {
  const graph = useGraph();
  const create = async (field: (name: string) => string, form: HTMLFormElement): Promise<string> => {
    const name = field('name');
    if (name === '') return 'Enter a name.';
    const { refusal } = await graph.change(CreateTeam, { name });
    if (refusal !== undefined) return refusal;
    form.reset();
    onCreated();
    return `“${name}” was created.`;
  };
  return (
    <Form class="inline-form row wrap above" draft="child team" button="Create" isPrimary={false} onSubmit={create}>
      <Field label="Name of a new team" name="name" />
    </Form>
  );
};
