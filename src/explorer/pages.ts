import { page } from './frame/page.tsx';

/** Pages of their own chunks: what the first view does not need. */
export const PersonPage = page(() => import('./person/person-page.tsx').then(({ PersonPage }) => PersonPage));
export const CompanyPage = page(() => import('./company/company-page.tsx').then(({ CompanyPage }) => CompanyPage));
export const CompaniesPage = page(() =>
  import('./company/companies-page.tsx').then(({ CompaniesPage }) => CompaniesPage),
);
export const PeoplePage = page(() => import('./people/people-page.tsx').then(({ PeoplePage }) => PeoplePage));
export const ListsPage = page(() => import('./lists/lists-page.tsx').then(({ ListsPage }) => ListsPage));
export const ListPage = page(() => import('./lists/list-page.tsx').then(({ ListPage }) => ListPage));
export const PastePage = page(() => import('./lists/paste-page.tsx').then(({ PastePage }) => PastePage));
export const ReachPage = page(() => import('./reach/reach-page.tsx').then(({ ReachPage }) => ReachPage));
export const MovesPage = page(() => import('./moves/moves-page.tsx').then(({ MovesPage }) => MovesPage));
export const ActivityPage = page(() => import('./activity/activity-page.tsx').then(({ ActivityPage }) => ActivityPage));
export const TeamPage = page(() => import('./team/team-page.tsx').then(({ TeamPage }) => TeamPage));
