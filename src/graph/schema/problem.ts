import { type Problem, problemCodes } from '../scope/problem.ts';
import { builder } from './builder.ts';

const ProblemCodeType = builder.enumType('ProblemCode', {
  description:
    'The kind of a problem. A code keeps its meaning. Further codes may be added, so a program needs a default case.',
  values: problemCodes,
});

export const ProblemType = builder.interfaceRef<Problem>('Problem').implement({
  description:
    'The reason why there is no record or result, as data: the rest of the response is not affected. Select it as `... on Problem { code message }`.',
  fields: (t) => ({
    message: t.exposeString('message', {
      nullable: false,
      description:
        'What happened and why, as a sentence in English, such as `No record has the xnetSlug “ada-lovelace”.`',
    }),
    code: t.expose('code', {
      type: ProblemCodeType,
      nullable: false,
      description: 'The kind of problem, for programs: a code keeps its meaning, while `message` may change.',
    }),
  }),
  resolveType: ({ typeName }) => typeName,
});
