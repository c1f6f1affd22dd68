import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { useLoaded } from '../graph/use-loaded.ts';
import { say } from '../sentences.ts';
import { type DemoTeam, demoTeams, useSession } from './session.ts';

interface CardProps {
  readonly title: string;
  /** The failure, as a sentence. */
  readonly failure?: string | undefined;
  readonly children: ComponentChildren;
}

/** Shown instead of every page while nobody is signed in. */
const Card = ({ title, failure, children }: CardProps) => {
  useEffect(() => {
    document.title = `${title} · ${say.product}`;
  }, [title]);
  return (
    <main id="content" class="sign-in" tabIndex={-1}>
      <div class="sign-in-card stack loose">
        <p class="brand">{say.product}</p>
        <h1>{title}</h1>
        {failure && (
          <p class="notice-line" role="alert">
            {failure}
          </p>
        )}
        {children}
      </div>
    </main>
  );
};

interface SignInProps {
  /** Whether the graph has refused the code in the address. */
  readonly refused: boolean;
  readonly onSignedIn: () => void;
}

/** Explains how to get a session. */
export const SignIn = ({ refused, onSignedIn }: SignInProps) => {
  const session = useSession();
  const teams = useLoaded('teams', demoTeams).value ?? [];
  const [failed, setFailed] = useState(false);

  const open = async ({ team }: DemoTeam) => {
    if (await session.openDemo(team)) onSignedIn();
    else setFailed(true);
  };
  return (
    <Card title={say.signIn.title} failure={failed ? say.signIn.demoFailed : refused ? say.signIn.refused : undefined}>
      <p>{say.signIn.body}</p>
      <p>{say.signIn.ask}</p>
      {teams.length > 0 && (
        <>
          <h2>{say.signIn.demo}</h2>
          <ul class="sign-in-teams stack">
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
      <p class="muted">{say.signIn.operator}</p>
    </Card>
  );
};

interface InvitedProps {
  readonly token: string;
  readonly onSignedIn: () => void;
}

/** Accepts an invitation at the press of a button: programs that open links in mail do not press it. */
export const Invited = ({ token, onSignedIn }: InvitedProps) => {
  const session = useSession();
  const [failure, setFailure] = useState<string>();
  const [isOpening, setOpening] = useState(false);

  const begin = async () => {
    setOpening(true);
    setFailure(undefined);
    const refusal = await session.accept(token);
    if (refusal === undefined) return onSignedIn();
    setOpening(false);
    setFailure(refusal || say.invited.unavailable);
  };
  return (
    <Card title={say.invited.title} failure={failure}>
      <p>{say.invited.body}</p>
      <div class="actions row wrap">
        <Button
          label={isOpening ? say.invited.opening : say.invited.begin}
          kind="primary"
          disabled={isOpening}
          onClick={begin}
        />
      </div>
      <p class="muted">{say.invited.once}</p>
    </Card>
  );
};
