import { PageTitle } from '../components/page-title.tsx';
import { say } from '../sentences.ts';

export const CompaniesPage = () => <PageTitle title={say.company.findTitle} />;
