import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { useLoaded } from '../graph/use-loaded.ts';
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
    document.title = `${title} · Kith`;
  }, [title]);
  return (
    <main id="content" class="sign-in" tabIndex={-1}>
      <div class="sign-in-card stack loose">
        <p class="brand">Kith</p>
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

const promise = 'Kith shows whom your team knows, and whom to ask for an introduction.';

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
    <Card
      title="See who can introduce you"
      failure={
        failed
          ? 'The sample team could not be opened. Try again.'
          : refused
            ? 'This link has been used, or is more than a minute old. Ask for another.'
            : undefined
      }
    >
      <p>{promise}</p>
      {teams.length > 0 && (
        <>
          <h2>Open a sample team</h2>
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
      <p class={teams.length > 0 ? 'muted' : undefined}>
        To get in{teams.length > 0 && ' with your own team'}, ask a colleague who uses Kith here for an invitation:
        “Invite” on their page Team makes a link for you.
      </p>
      <p class="muted">You run this Kith? “Explorer” in its documentation says how to open the page.</p>
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
    setFailure(refusal || 'Kith is not answering, or is too busy. The link still works: try again.');
  };
  return (
    <Card title="You are invited to Kith" failure={failure}>
      <p>{promise}</p>
      <div class="actions row wrap">
        <Button label={isOpening ? 'Opening…' : 'Begin'} kind="primary" disabled={isOpening} onClick={begin} />
      </div>
      <p class="muted">The link works once, in this browser: do not pass it on.</p>
    </Card>
  );
};
