import { PageTitle } from '../components/page-title.tsx';
import { say } from '../sentences.ts';

export const EveryonePage = () => <PageTitle title={say.list.everyone} />;
