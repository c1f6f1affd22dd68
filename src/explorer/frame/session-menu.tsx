import { useEffect, useState } from 'preact/hooks';
import { Menu } from '../components/menu.tsx';
import { Viewer } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useQuery } from '../graph/use-query.ts';
import { say } from '../sentences.ts';
import { type ChildTeam, childTeams, useSession } from '../session/session.ts';
import { forgetDrafts } from './drafts.ts';

/** Stands for the key's own team among the ids of its child teams. */
const own = '';

/** Selects the team that all pages act for; shows its name only if the session has no choice. */
export const TeamSwitch = () => {
  const graph = useGraph();
  const session = useSession();
  const { data } = useQuery(Viewer, {});
  const [teams, setTeams] = useState<readonly ChildTeam[]>([]);
  const [failure, setFailure] = useState<keyof typeof say.team.failed>();

  useEffect(() => {
    // The child teams are read only once the graph has confirmed the session.
    if (data) childTeams().then(setTeams);
  }, [data !== undefined]);

  if (!data) return <div class="team-switch" />;
  const current = teams.find(({ id }) => id === data.viewer.id)?.id ?? own;
  if (teams.length === 0)
    return (
      <div class="team-switch">
        <bdi class="team-name">{data.viewer.name ?? say.team.own}</bdi>
      </div>
    );
  const change = async (chosen: string) => {
    if (chosen === current) return;
    const switched = await session.switchTeam(chosen === own ? undefined : chosen);
    // Reloads, so that no data of the previous team remains in memory.
    if (switched === 'switched') location.reload();
    else if (switched === 'ended') graph.signedOut.value = true;
    else setFailure(switched);
  };
  return (
    <div class="team-switch">
      <Menu
        label={
          teams.find(({ id }) => id === current)?.name ?? (current === own ? say.team.own : say.team.unnamed(current))
        }
        icon="down"
      >
        {(close) => (
          <ul class="menu-list" aria-label={say.team.label}>
            {[{ id: own, name: say.team.own }, ...teams].map(({ id, name }) => (
              <li key={id}>
                <button
                  type="button"
                  dir="auto"
                  aria-current={id === current ? 'true' : undefined}
                  onClick={() => {
                    close();
                    change(id);
                  }}
                >
                  {name ?? say.team.unnamed(id)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Menu>
      {failure && (
        <p class="notice-line" role="alert">
          {say.team.failed[failure]}
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
      <button type="button" class="nav-item" popovertarget="end-session">
        {say.session.end}
      </button>
      <div id="end-session" popover="auto" class="popover">
        <h2>{say.session.endTitle}</h2>
        <p>{say.session.endBody}</p>
        <div class="actions">
          <button type="button" class="button primary" onClick={end}>
            {say.session.endNow}
          </button>
          <button type="button" class="button" popovertarget="end-session" popovertargetaction="hide">
            {say.cancel}
          </button>
        </div>
      </div>
    </>
  );
};
