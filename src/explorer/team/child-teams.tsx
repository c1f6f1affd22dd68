import { Button } from '../components/button.tsx';
import { Field, Form } from '../components/form.tsx';
import { Section } from '../components/section.tsx';
import { number } from '../format.ts';
import { useSwitchTeam } from '../frame/session-menu.tsx';
import { ChildTeam, ChildTeams, type ChildTeamsQuery, CreateTeam } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useQuery } from '../graph/use-query.ts';
import { say } from '../sentences.ts';
import { sayTeam } from './sentences.ts';

type Team = NonNullable<ChildTeamsQuery['viewer']['childTeams']>[number];

/** The partner's child teams; hidden if the team has none and may not create any. */
export const ChildTeamsSection = () => {
  const read = useQuery(ChildTeams, {});
  const { childTeams, can } = read.data?.viewer ?? {};
  const mayCreate = can?.manageTeams === true;
  if (!childTeams || (childTeams.length === 0 && !mayCreate)) return null;
  return (
    <Section title={sayTeam.childTeams.title} note={sayTeam.childTeams.count(childTeams.length)}>
      {childTeams.length > 0 && (
        <div class="table-scroll">
          <table class="compact">
            <thead>
              <tr>
                <th scope="col">{say.list.name}</th>
                <th scope="col" class="number">
                  {sayTeam.childTeams.connectors}
                </th>
                <th scope="col" class="number">
                  {sayTeam.childTeams.reach}
                </th>
                <th scope="col" class="number">
                  {sayTeam.childTeams.credits}
                </th>
                <th scope="col">
                  <span class="visually-hidden">{sayTeam.childTeams.act}</span>
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
    count === undefined ? (read.isLoading ? '…' : sayTeam.childTeams.unknown) : number(count);

  return (
    <tr>
      <th scope="row">
        <bdi>{name ?? say.team.unnamed(id)}</bdi>
      </th>
      <td class="number">{told(connectors?.nodes.length)}</td>
      <td class="number">{told(relationships?.totalCount ?? undefined)}</td>
      <td class="number">{told(spentThisMonth ?? undefined)}</td>
      <td>
        <Button
          label={sayTeam.childTeams.open}
          fullLabel={sayTeam.childTeams.actFor(name ?? id)}
          kind="small"
          onClick={() => void change(id)}
        />
        {failure && <span role="alert"> {failure}</span>}
      </td>
    </tr>
  );
};

const CreateForm = ({ onCreated }: { readonly onCreated: () => void }) => {
  const graph = useGraph();
  const create = async (field: (name: string) => string, form: HTMLFormElement): Promise<string> => {
    const name = field('name');
    if (name === '') return sayTeam.childTeams.enterName;
    const { refusal } = await graph.change(CreateTeam, { name }, sayTeam.childTeams.failed);
    if (refusal !== undefined) return refusal;
    form.reset();
    onCreated();
    return sayTeam.childTeams.created(name);
  };
  return (
    <Form
      class="inline-form row wrap"
      draft="child team"
      button={sayTeam.childTeams.create}
      isPrimary={false}
      onSubmit={create}
    >
      <Field label={sayTeam.childTeams.name} name="name" />
    </Form>
  );
};
