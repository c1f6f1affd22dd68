import Type from 'typebox';
import { PlanIntroductions } from '../generated/documents.ts';
import { companyTarget, hops, inputs, personTarget } from '../inputs.ts';
import { graphTool, Refused } from '../tool.ts';

const targets = Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 }));

const input = inputs({
  people: targets,
  companies: targets,
  hops,
  perConnector: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
});

export const planIntroductions = graphTool({
  name: 'plan_introductions',
  description: 'Plan whom to ask for introductions to many targets, so that nobody is asked too often.',
  input,
  price: '0; with 2 hops up to 1 a target',
  maxTokens: 2500,
  freeAlternative: 'Plan with hops 1, which is free.',
  ask: ({ people = [], companies = [], hops: most = 1, perConnector = 3 }, run) => {
    const names = [...people, ...companies];
    if (names.length === 0 || names.length > 50)
      throw new Refused(
        `people and companies must name 1 to 50 targets, but name ${names.length}.`,
        'Call plan_introductions again with fewer.',
      );
    return run({
      document: PlanIntroductions,
      variables: { to: [...people.map(personTarget), ...companies.map(companyTarget)], hops: most, perConnector },
      shape: ({ introPlan }) => {
        const asks = introPlan?.asks ?? [];
        const unreached = introPlan?.unreached ?? [];
        const shown = asks.map(({ connector, introductions }) => ({
          connector,
          introductions: introductions.map(({ at, path: { why, target } }) => ({ to: names[at], target, why })),
        }));
        return {
          fields: {
            asks: shown,
            unreached: unreached.slice(0, 10).map(({ at, message }) => ({ to: names[at], message })),
            unreachedCount: unreached.length,
          },
          list: 'asks',
          next: (kept) =>
            kept < shown.length
              ? `${shown.length - kept} more connectors are left out: plan for fewer targets at a time.`
              : undefined,
        };
      },
    });
  },
});
