import { page } from './frame/page.tsx';

const further = () => import('./further-pages.ts').then(({ furtherPages }) => furtherPages);

/** Pages that the first view does not need. */
export const PersonPage = page(() => further().then(({ PersonPage }) => PersonPage));
export const CompanyPage = page(() => further().then(({ CompanyPage }) => CompanyPage));
export const CompaniesPage = page(() => further().then(({ CompaniesPage }) => CompaniesPage));
export const PeoplePage = page(() => further().then(({ PeoplePage }) => PeoplePage));
export const ListsPage = page(() => further().then(({ ListsPage }) => ListsPage));
export const KeptListPage = page(() => further().then(({ KeptListPage }) => KeptListPage));
export const PastePage = page(() => further().then(({ PastePage }) => PastePage));
export const MovesPage = page(() => further().then(({ MovesPage }) => MovesPage));
export const ActivityPage = page(() => further().then(({ ActivityPage }) => ActivityPage));
export const ApprovalsPage = page(() => further().then(({ ApprovalsPage }) => ApprovalsPage));
export const SignIn = page(() => further().then(({ SignIn }) => SignIn));
export const Invited = page(() => further().then(({ Invited }) => Invited));
export const TeamPage = page(() => further().then(({ TeamPage }) => TeamPage));
