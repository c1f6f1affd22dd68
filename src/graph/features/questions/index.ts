import type { Feature } from '../../feature.ts';
import { matching } from '../matching/index.ts';
import { search } from '../search/index.ts';

export const questions: Feature = {
  name: 'questions',
  needs: [matching, search],
  fields: () => import('./interpretation-type.ts'),
};
