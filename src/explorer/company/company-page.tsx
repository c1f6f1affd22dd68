import { PageTitle } from '../components/page-title.tsx';
import { say } from '../sentences.ts';

export const CompanyPage = () => <PageTitle title={say.company.title} />;
