import { useEffect, useState } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router } from 'preact-iso/router';
import { Notice } from './components/notice.tsx';
import { type Graph, GraphContext } from './graph/graph.ts';
import { HomePage } from './home/home-page.tsx';
import { Vocabulary, VocabularyContext } from './home/vocabulary.ts';
import { say } from './sentences.ts';
import { type Exchange, type Session, SessionContext } from './session/session.ts';
import { SignIn } from './session/sign-in.tsx';
import { Shell } from './shell/shell.tsx';

const NetworkPage = lazy(() => import('./people/network-page.tsx').then(({ NetworkPage }) => NetworkPage));
const EveryonePage = lazy(() => import('./people/everyone-page.tsx').then(({ EveryonePage }) => EveryonePage));
const PersonPage = lazy(() => import('./person/person-page.tsx').then(({ PersonPage }) => PersonPage));
const CompaniesPage = lazy(() => import('./company/companies-page.tsx').then(({ CompaniesPage }) => CompaniesPage));
const CompanyPage = lazy(() => import('./company/company-page.tsx').then(({ CompanyPage }) => CompanyPage));

const MapPage = lazy(() => import('./map/map-page.tsx').then(({ MapPage }) => MapPage));
const TasksPage = lazy(() => import('./tasks/tasks-page.tsx').then(({ TasksPage }) => TasksPage));
const SpendPage = lazy(() => import('./spend/spend-page.tsx').then(({ SpendPage }) => SpendPage));

const NotFoundPage = () => <Notice {...say.states.notFound} heading="h1" />;

interface AppProps {
  readonly graph: Graph;
  readonly session: Session;
  readonly code: string | undefined;
}

/** The page: signs in where the address brought a code, then routes by the address. */
export const App = ({ graph, session, code }: AppProps) => {
  const [exchange, setExchange] = useState<Exchange | 'pending'>(code === undefined ? 'accepted' : 'pending');

  useEffect(() => {
    if (code !== undefined && exchange === 'pending') session.exchange(code).then(setExchange);
  }, [code, exchange]);

  if (exchange === 'pending' || exchange === 'unavailable')
    return (
      <main class="sign-in">
        {exchange === 'pending' ? (
          <p role="status">{say.signIn.opening}</p>
        ) : (
          <Notice {...say.signIn.unavailable} heading="h1" role="alert">
            <button type="button" class="button" onClick={() => setExchange('pending')}>
              {say.states.again}
            </button>
          </Notice>
        )}
      </main>
    );
  const refused = exchange === 'refused';
  return (
    <SessionContext.Provider value={session}>
      <GraphContext.Provider value={graph}>
        {refused || graph.signedOut.value ? (
          // Loaded anew, so that nothing of an earlier session is left in memory.
          <SignIn refused={refused} onSignedIn={() => location.reload()} />
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
          <ErrorBoundary>
            <Router>
              <Route path="/" component={HomePage} />
              <Route path="/people" component={NetworkPage} />
              <Route path="/people/everyone" component={EveryonePage} />
              <Route path="/people/:id" component={PersonPage} />
              <Route path="/companies" component={CompaniesPage} />
              <Route path="/companies/:id" component={CompanyPage} />
              <Route path="/map" component={MapPage} />
              <Route path="/tasks" component={TasksPage} />
              <Route path="/spend" component={SpendPage} />
              <Route default component={NotFoundPage} />
            </Router>
          </ErrorBoundary>
        </Shell>
      </LocationProvider>
    </VocabularyContext.Provider>
  );
};
