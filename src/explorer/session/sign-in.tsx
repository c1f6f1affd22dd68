import { useEffect, useState } from 'preact/hooks';
import { say } from '../sentences.ts';
import { type DemoTeam, demoTeams, useSession } from './session.ts';

interface SignInProps {
  /** The address brought a code that the graph did not take. */
  readonly refused: boolean;
  readonly onSignedIn: () => void;
}

/** What stands in the place of every page while nobody is signed in. */
export const SignIn = ({ refused, onSignedIn }: SignInProps) => {
  const session = useSession();
  const [teams, setTeams] = useState<readonly DemoTeam[]>([]);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    document.title = `${say.signIn.title} · ${say.product}`;
    demoTeams().then(setTeams);
  }, []);

  const open = async ({ team }: DemoTeam) => {
    if (await session.openDemo(team)) onSignedIn();
    else setFailed(true);
  };
  return (
    <main id="content" class="sign-in" tabIndex={-1}>
      <div class="sign-in-card">
        <p class="brand">{say.product}</p>
        <h1>{say.signIn.title}</h1>
        {(refused || failed) && (
          <p class="notice-line" role="alert">
            {failed ? say.signIn.demoFailed : say.signIn.refused}
          </p>
        )}
        <p>{say.signIn.body}</p>
        <pre>
          <code>{say.signIn.command}</code>
        </pre>
        <p class="muted">{say.signIn.after}</p>
        {teams.length > 0 && (
          <>
            <h2>{say.signIn.demo}</h2>
            <ul class="sign-in-teams">
              {teams.map((team) => (
                <li key={team.team}>
                  <button type="button" class="button" onClick={() => open(team)}>
                    <span>{team.label}</span>
                    <span class="muted">{team.meaning}</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </main>
  );
};
