import type { Feature } from '../../feature.ts';
import { matching } from '../matching/index.ts';

export const questions: Feature = {
  name: 'questions',
  needs: [matching],
  fields: () => import('./interpretation-type.ts'),
};
