import { useEffect, useState } from 'preact/hooks';
import { LocationProvider, Route, Router, useRoute } from 'preact-iso/router';
import { Button } from './components/button.tsx';
import { MissingPage } from './components/head.tsx';
import { Notice } from './components/notice.tsx';
import { CompanyPage, PersonPage, page } from './frame/page.tsx';
import { Shell } from './frame/shell.tsx';
import { type Graph, GraphContext } from './graph/graph.ts';
import { HomePage } from './home/home-page.tsx';
import { Vocabulary, VocabularyContext } from './home/vocabulary.ts';
import { type Exchange, invitationToken, type Session, SessionContext } from './session/session.ts';

const SignIn = page(({ SignIn }) => SignIn);
const Invited = page(({ Invited }) => Invited);

interface AppProps {
  readonly graph: Graph;
  readonly session: Session;
  readonly code: string | undefined;
}

/** The root component: exchanges the code in the address for a session, then routes by the address. */
export const App = ({ graph, session, code }: AppProps) => {
  const isSignedOut = graph.signedOut.use();
  const [exchange, setExchange] = useState<Exchange | 'pending'>(code === undefined ? 'accepted' : 'pending');

  useEffect(() => {
    if (code !== undefined && exchange === 'pending') session.exchange(code).then(setExchange);
  }, [code, exchange]);

  if (exchange === 'pending' || exchange === 'unavailable')
    return (
      <main class="sign-in">
        {exchange === 'pending' ? (
          <p role="status">Opening your session…</p>
        ) : (
          <Notice
            title="Your session could not be opened"
            body="Kith is not answering, or is too busy. Your code is still good for a minute."
            heading="h1"
            role="alert"
          >
            <Button label="Try again" onClick={() => setExchange('pending')} />
          </Notice>
        )}
      </main>
    );
  const isRefused = exchange === 'refused';
  // Reloads, so that no data of an earlier session remains in memory.
  const enter = () => location.reload();
  const token = invitationToken();
  return (
    <SessionContext.Provider value={session}>
      <GraphContext.Provider value={graph}>
        {token !== undefined ? (
          <Invited token={token} onSignedIn={enter} />
        ) : isRefused || isSignedOut ? (
          <SignIn refused={isRefused} onSignedIn={enter} />
        ) : (
          <Pages />
        )}
      </GraphContext.Provider>
    </SessionContext.Provider>
  );
};

const Pages = () => {
  const [vocabulary] = useState(() => new Vocabulary());
  return (
    <VocabularyContext.Provider value={vocabulary}>
      <LocationProvider>
        <Shell>
          <Router>
            {routes.map(([path, component]) => (
              <Route key={path} path={path} component={component} />
            ))}
            <Route default component={NotFoundPage} />
          </Router>
        </Shell>
      </LocationProvider>
    </VocabularyContext.Provider>
  );
};

const useId = (): string => decodeURIComponent(useRoute().params.id ?? '');

const PersonRoute = () => {
  const id = useId();
  return <PersonPage key={id} id={id} />;
};

const CompanyRoute = () => {
  const id = useId();
  return <CompanyPage key={id} id={id} />;
};

const Approvals = page(({ ApprovalsPage }) => ApprovalsPage);

/** The pages by address; the first view has the code of Home alone. */
const routes = [
  ['/', HomePage],
  ['/lists', page(({ ListsPage }) => ListsPage)],
  ['/lists/new', page(({ PastePage }) => PastePage)],
  ['/lists/:id', page(({ KeptListPage }) => KeptListPage)],
  ['/people', page(({ PeoplePage }) => PeoplePage)],
  ['/people/:id', PersonRoute],
  ['/companies', page(({ CompaniesPage }) => CompaniesPage)],
  ['/companies/:id', CompanyRoute],
  ['/moves', page(({ MovesPage }) => MovesPage)],
  ['/activity', page(({ ActivityPage }) => ActivityPage)],
  ['/team', page(({ TeamPage }) => TeamPage)],
  ['/approvals', Approvals],
  ['/approve/:id', Approvals],
] as const;

const NotFoundPage = () => (
  <MissingPage title="Page not found" missing="There is nothing at this address." body="" href="/" label="Home" />
);
