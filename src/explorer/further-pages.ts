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

/** Every page but Home, in one chunk: a chunk for each would have the first view load a dozen small ones that they share. */
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
