import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Choices } from '../components/menu.tsx';
import { Viewer } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useLoaded } from '../graph/use-loaded.ts';
import { useQuery } from '../graph/use-query.ts';
import { say } from '../sentences.ts';
import { type ChildTeam, childTeams, useSession } from '../session/session.ts';
import { forgetDrafts } from './drafts.ts';

/** Stands for the key's own team among the ids of its child teams. */
const own = '';

const nameOf = ({ id, name }: ChildTeam): string => name ?? say.unnamedTeam(id);

/** Has all pages act for a child team, or for the key's own; `failure` is the sentence if that was refused. */
export const useSwitchTeam = () => {
  const graph = useGraph();
  const session = useSession();
  const [failure, setFailure] = useState<string>();
  const change = async (id: string | undefined) => {
    const switched = await session.switchTeam(id);
    // Reloads, so that no data of the previous team remains in memory.
    if (switched === 'switched') location.reload();
    else if (switched === 'ended') graph.signedOut.value = true;
    else setFailure(switched === 'refused' ? 'The key may not act for this team.' : say.unanswered);
  };
  return { change, failure };
};

/** Selects the team that all pages act for; shows its name only if the session has no choice. */
export const TeamSwitch = () => {
  const { change, failure } = useSwitchTeam();
  const { data } = useQuery(Viewer, {});
  // The child teams are read only once the graph has confirmed the session.
  const teams = useLoaded(data && 'teams', childTeams).value ?? [];

  if (!data) return <div class="team-switch" />;
  const current = teams.find(({ id }) => id === data.viewer.id)?.id ?? own;
  if (teams.length === 0)
    return (
      <div class="team-switch">
        <bdi class="team-name cut">{data.viewer.name ?? 'Our own team'}</bdi>
      </div>
    );
  const all: readonly ChildTeam[] = [{ id: own, name: 'Our own team' }, ...teams];
  return (
    <div class="team-switch">
      <Choices
        label={nameOf(all.find(({ id }) => id === current) ?? { id: current })}
        icon="down"
        choices={all.map((team) => ({
          name: nameOf(team),
          isCurrent: team.id === current,
          choose: () => team.id !== current && change(team.id === own ? undefined : team.id),
        }))}
      />
      {failure && (
        <p class="notice-line" role="alert">
          {failure}
        </p>
      )}
    </div>
  );
};

/** Ends the session after a confirmation. */
export const EndSession = () => {
  const graph = useGraph();
  const session = useSession();
  const end = async () => {
    if (!(await session.end())) return;
    forgetDrafts();
    graph.signedOut.value = true;
  };
  return (
    <>
      <button type="button" class="nav-item row" popovertarget="end-session">
        End session
      </button>
      <div id="end-session" popover="auto" class="popover">
        <h2>End this session?</h2>
        <p>You will be signed out in all tabs. Records you bought may cost again.</p>
        <div class="actions row wrap">
          <Button label="End session" kind="primary" onClick={end} />
          <button type="button" class="button" popovertarget="end-session" popovertargetaction="hide">
            Cancel
          </button>
        </div>
      </div>
    </>
  );
};
