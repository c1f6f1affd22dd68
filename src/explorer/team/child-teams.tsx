import { useState } from 'preact/hooks';
import { Section } from '../components/section.tsx';
import { number } from '../format.ts';
import { ChildTeam, ChildTeams, type ChildTeamsQuery, CreateTeam } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { failureAt, readable } from '../graph/outcome.ts';
import { useQuery } from '../graph/use-query.ts';
import { say } from '../sentences.ts';
import { useSession } from '../session/session.ts';
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
  const graph = useGraph();
  const session = useSession();
  const [failure, setFailure] = useState<keyof typeof say.team.failed>();
  const read = useQuery(ChildTeam, { id });
  const { connectors, relationships, spentThisMonth } = read.data?.childTeam ?? {};
  const told = (count: number | undefined): string =>
    count === undefined ? (read.isLoading ? '…' : sayTeam.childTeams.unknown) : number(count);

  const act = async () => {
    const switched = await session.switchTeam(id);
    // Reloads, so that nothing of the previous team remains in memory.
    if (switched === 'switched') location.reload();
    else if (switched === 'ended') graph.signedOut.value = true;
    else setFailure(switched);
  };
  return (
    <tr>
      <th scope="row">
        <bdi>{name ?? say.team.unnamed(id)}</bdi>
      </th>
      <td class="number">{told(connectors?.nodes.length)}</td>
      <td class="number">{told(relationships?.totalCount ?? undefined)}</td>
      <td class="number">{told(spentThisMonth ?? undefined)}</td>
      <td>
        <button type="button" class="button small" aria-label={sayTeam.childTeams.actFor(name ?? id)} onClick={act}>
          {sayTeam.childTeams.open}
        </button>
        {failure && <span role="alert"> {say.team.failed[failure]}</span>}
      </td>
    </tr>
  );
};

const CreateForm = ({ onCreated }: { readonly onCreated: () => void }) => {
  const graph = useGraph();
  const [name, setName] = useState('');
  const [told, setTold] = useState<string>();
  const [isCreating, setCreating] = useState(false);

  const create = async () => {
    const wanted = name.trim();
    if (wanted === '') return setTold(sayTeam.childTeams.enterName);
    setCreating(true);
    const outcome = await graph.run(CreateTeam, { name: wanted });
    setCreating(false);
    const made = outcome.kind === 'done' ? outcome.data.createTeam : undefined;
    const [problem] = made?.problems ?? [];
    if (made && !problem) {
      setName('');
      setTold(sayTeam.childTeams.created(wanted));
      return onCreated();
    }
    const failure = outcome.kind === 'failed' ? outcome.failure : failureAt(outcome.errors, 'createTeam');
    setTold(problem ? readable(problem.message) : failure?.message || sayTeam.childTeams.failed);
  };
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isCreating) void create();
      }}
    >
      <label>
        <span>{sayTeam.childTeams.name}</span>
        <input
          type="text"
          autocomplete="off"
          maxLength={200}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <button type="submit" class="button" disabled={isCreating}>
        {sayTeam.childTeams.create}
      </button>
      <p class="muted" role="status">
        {told}
      </p>
    </form>
  );
};
