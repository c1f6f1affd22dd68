import { PageTitle } from '../components/page-title.tsx';
import { say } from '../sentences.ts';

export const HomePage = () => <PageTitle title={say.home.title} />;
