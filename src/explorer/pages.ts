import { page } from './frame/page.tsx';

/** Pages that the first view does not need. */
export const PersonPage = page(({ PersonPage }) => PersonPage);
export const CompanyPage = page(({ CompanyPage }) => CompanyPage);
export const CompaniesPage = page(({ CompaniesPage }) => CompaniesPage);
export const PeoplePage = page(({ PeoplePage }) => PeoplePage);
export const ListsPage = page(({ ListsPage }) => ListsPage);
export const KeptListPage = page(({ KeptListPage }) => KeptListPage);
export const PastePage = page(({ PastePage }) => PastePage);
export const MovesPage = page(({ MovesPage }) => MovesPage);
export const ActivityPage = page(({ ActivityPage }) => ActivityPage);
export const ApprovalsPage = page(({ ApprovalsPage }) => ApprovalsPage);
export const SignIn = page(({ SignIn }) => SignIn);
export const Invited = page(({ Invited }) => Invited);
export const TeamPage = page(({ TeamPage }) => TeamPage);
