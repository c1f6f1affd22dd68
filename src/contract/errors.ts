import type { Static } from 'typebox';
import Type from 'typebox';
import { ours } from './schema.ts';

/** Source: the specification's "Errors". */

export const ErrorBody = Type.Object(
  {
    code: Type.Integer({ description: 'The HTTP status.', ...ours('The specification does not show its values.') }),
    errors: Type.Array(Type.String(), {
      description: 'One full sentence for each problem; it begins with the path where there is one.',
    }),
  },
  { title: 'ErrorBody', description: 'The standard error body.' },
);
export interface ErrorBody extends Static<typeof ErrorBody> {}

export const overageProtectionCode = 'OVERAGE_PROTECTION_ENABLED';

export const OverageProtectionBody = Type.Object(
  {
    status: Type.Literal(402),
    errors: Type.Array(
      Type.Object({
        code: Type.String({ description: `\`${overageProtectionCode}\`.` }),
        message: Type.String({ description: 'What happened, as a sentence.' }),
        resolution: Type.Object({
          enable_overages: Type.String({ description: 'Where overages can be enabled: a URL.' }),
          upgrade_plan: Type.String({ description: 'Where the plan can be upgraded: a URL.' }),
        }),
      }),
    ),
  },
  {
    title: 'OverageProtectionBody',
    description:
      'The answer of an operation that consumes credits, when overage protection is on and the limit is reached.',
  },
);
export interface OverageProtectionBody extends Static<typeof OverageProtectionBody> {}
