import { Button } from '../components/button.tsx';
import { Field, Form } from '../components/form.tsx';
import { Section } from '../components/section.tsx';
import { number } from '../format.ts';
import { useSwitchTeam } from '../frame/session-menu.tsx';
import { ChildTeam, ChildTeams, type ChildTeamsQuery, CreateTeam } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useQuery } from '../graph/use-query.ts';
import { plural, say } from '../sentences.ts';

type Team = NonNullable<ChildTeamsQuery['viewer']['childTeams']>[number];

/** The partner's child teams; hidden if the team has none and may not create any. */
export const ChildTeamsSection = () => {
  const read = useQuery(ChildTeams, {});
  const { childTeams, can } = read.data?.viewer ?? {};
  const mayCreate = can?.manageTeams === true;
  if (!childTeams || (childTeams.length === 0 && !mayCreate)) return null;
  return (
    <Section title="Child teams" note={plural(childTeams.length, 'team', 'teams')}>
      {childTeams.length > 0 && (
        <div class="table-scroll">
          <table class="compact">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" class="number">
                  Connectors
                </th>
                <th scope="col" class="number">
                  People within reach
                </th>
                <th scope="col" class="number">
                  Credits this month
                </th>
                <th scope="col">
                  <span class="visually-hidden">Act for it</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {childTeams.map((team) => (
                <TeamRow key={team.id} team={team} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {mayCreate && <CreateForm onCreated={read.refresh} />}
    </Section>
  );
};

const TeamRow = ({ team: { id, name } }: { readonly team: Team }) => {
  const { change, failure } = useSwitchTeam();
  const read = useQuery(ChildTeam, { id });
  const { connectors, relationships, spentThisMonth } = read.data?.childTeam ?? {};
  const told = (count: number | undefined): string =>
    count === undefined ? (read.isLoading ? '…' : 'not known') : number(count);

  return (
    <tr>
      <th scope="row">
        <bdi>{name ?? say.unnamedTeam(id)}</bdi>
      </th>
      <td class="number">{told(connectors?.nodes.length)}</td>
      <td class="number">{told(relationships?.totalCount ?? undefined)}</td>
      <td class="number">{told(spentThisMonth ?? undefined)}</td>
      <td>
        <Button label="Open" fullLabel={`Open ${name ?? id}`} kind="small" onClick={() => void change(id)} />
        {failure && <span role="alert"> {failure}</span>}
      </td>
    </tr>
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
    <Form class="inline-form row wrap" draft="child team" button="Create" isPrimary={false} onSubmit={create}>
      <Field label="Name of a new team" name="name" />
    </Form>
  );
};
