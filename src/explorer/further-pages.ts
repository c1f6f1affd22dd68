import { ActivityPage } from './activity/activity-page.tsx';
import { ApprovalsPage } from './approvals/approvals-page.tsx';
import { CompaniesPage } from './company/companies-page.tsx';
import { CompanyPage } from './company/company-page.tsx';
import { KeptListPage } from './lists/kept-list-page.tsx';
import { ListsPage } from './lists/lists-page.tsx';
import { PastePage } from './lists/paste-page.tsx';
import { MovesPage } from './moves/moves-page.tsx';
import { PeoplePage } from './people/people-page.tsx';
import { PersonPage } from './person/person-page.tsx';
import { Invited, SignIn } from './session/sign-in.tsx';
import { TeamPage } from './team/team-page.tsx';

/** Every page except Home, in one chunk: separate chunks would make the first view load a dozen small shared ones. */
export const furtherPages = {
  Invited,
  SignIn,
  ActivityPage,
  ApprovalsPage,
  CompaniesPage,
  CompanyPage,
  KeptListPage,
  ListsPage,
  MovesPage,
  PastePage,
  PeoplePage,
  PersonPage,
  TeamPage,
};
