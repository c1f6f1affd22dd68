import { useEffect, useState } from 'preact/hooks';
import { Viewer } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useQuery } from '../graph/use-query.ts';
import { say } from '../sentences.ts';
import { type ChildTeam, childTeams, useSession } from '../session/session.ts';

/** The key's own team, among the ids of its child teams. */
const own = '';

/** Chooses the team for which all pages act; nothing where the session has no choice. */
export const TeamSwitch = () => {
  const graph = useGraph();
  const session = useSession();
  const { outcome } = useQuery(Viewer, {});
  const [teams, setTeams] = useState<readonly ChildTeam[]>([]);
  const [failure, setFailure] = useState<keyof typeof say.team.failed>();

  useEffect(() => {
    childTeams().then(setTeams);
  }, []);

  if (teams.length === 0 || outcome.kind !== 'done') return null;
  const current = teams.find(({ id }) => id === outcome.data.viewer.id)?.id ?? own;
  const submit = async (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const chosen = String(new FormData(event.currentTarget).get('team') ?? own);
    if (chosen === current) return;
    const switched = await session.switchTeam(chosen === own ? undefined : chosen);
    // Loaded anew, so that nothing of the team before is left in memory.
    if (switched === 'switched') location.reload();
    else if (switched === 'ended') graph.signedOut.value = true;
    else setFailure(switched);
  };
  return (
    <form class="form-row team-switch" onSubmit={submit}>
      <label class="field">
        {say.team.label}
        <select name="team" dir="auto">
          {[{ id: own, name: say.team.own }, ...teams].map(({ id, name }) => (
            <option key={id} value={id} selected={id === current}>
              {name ?? say.team.unnamed(id)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="button">
        {say.team.go}
      </button>
      {failure && (
        <p class="notice-line" role="alert">
          {say.team.failed[failure]}
        </p>
      )}
    </form>
  );
};
