import { PlanIntroductions } from '../generated/documents.ts';
import type { Graph } from '../graph.ts';
import { hops, inputs, list, whole } from '../inputs.ts';
import { named, otherNames } from '../meanings.ts';
import { type Given, isFirm, listed } from '../names.ts';
import { Refused } from '../refused.ts';
import { question, type Resolved, resolveCompanies, resolveNames } from '../resolver.ts';
import { graphTool, prepared } from '../tool.ts';
import { inToolWords } from '../tool-words.ts';

const input = inputs({
  people: list(),
  companies: list(),
  hops,
  per_connector: whole('default 3'),
  after: whole('from next'),
});

/** Most targets of a plan. */
const maxTargets = 50;

interface Target {
  readonly given: Given;
  readonly isCompany: boolean;
  readonly one: Resolved;
}

/** Resolves what was given. */
async function targetsOf(
  graph: Graph,
  people: readonly Given[],
  companies: readonly Given[],
): Promise<readonly Target[]> {
  const [persons, whole] = await Promise.all([
    resolveNames(graph, people, { most: maxTargets }),
    resolveCompanies(graph, companies, { most: maxTargets, isExact: true }),
  ]);
  // A name that no company has may hold several, or be misspelt.
  const parts = companies.map((given, at) =>
    whole[at]?.kind !== 'none' ? [] : partsOf(given).length > 0 ? partsOf(given) : [given],
  );
  const ofParts = await resolveCompanies(graph, parts.flat(), { most: maxTargets });
  const firms = companies.flatMap((given, at): readonly Target[] => {
    const split = parts[at] ?? [];
    if (split.length === 0) return [{ given, isCompany: true, one: whole[at] ?? none }];
    return split.map((part) => ({ given: part, isCompany: true, one: ofParts[parts.flat().indexOf(part)] ?? none }));
  });
  return [...persons.map((person, at): Target => ({ given: people[at], ...person })), ...firms];
}

/** The names in a text that is no company's name as a whole. */
const partsOf = (given: Given): readonly string[] => {
  const parts = typeof given === 'string' ? given.split(/,\s*(?:and\s+)?|\s+and\s+/).filter((part) => part !== '') : [];
  return parts.length > 1 ? parts : [];
};

const none: Resolved = { kind: 'none', reason: 'Not matched.' };

export const planIntroductions = graphTool({
  name: 'plan_introductions',
  title: 'Plan introductions',
  description:
    'Plan whom to ask for introductions to up to 50 people and companies, so that nobody is asked too often.',
  input,
  price: '0; with 2 hops up to 1 a target',
  subject: 'people',
  freeAlternative: 'Plan with hops 1, which is free.',
  names: {
    ...named({ person: 'people', name: 'people', id: 'people', company: 'companies', companyId: 'companies' }),
    ...named({ website: 'companies', hops: 'hops', cursor: 'after' }),
    ...otherNames({ people: 'list', per_connector: 'perconnector perintroducer perperson ask request' }),
  },
  ask: async ({ people = [], companies = [], hops: most = 1, per_connector: perConnector = 3, after = 0 }, graph) => {
    const all = listed(people);
    const persons = all.filter((one) => !isFirm(one));
    const firms = [...all.filter(isFirm), ...listed(companies)];
    const count = persons.length + firms.length;
    if (count === 0 || count > maxTargets)
      throw new Refused(
        `people and companies must name 1 to ${maxTargets} targets, but name ${count}.`,
        'Call plan_introductions again with them.',
      );
    // Whoever is described by employer and title, and not named, is meant with all who are.
    const found = (await targetsOf(graph, persons, firms)).flatMap((target): readonly Target[] => {
      const { one } = target;
      if (one.kind !== 'several' || !one.isGroup) return [target];
      return one.candidates.map((facts) => ({
        ...target,
        one: { kind: 'found', facts, isCertain: true, isKnown: false },
      }));
    });
    const byId = new Map<string, Target>();
    for (const target of found) if (target.one.kind === 'found') byId.set(target.one.facts.id, target);
    const targets = [...byId].map(([id, { isCompany, one }]) => ({
      id,
      isCompany,
      name: one.kind === 'found' ? one.facts.name : undefined,
      confidence: one.kind === 'found' && !one.isCertain ? 'LIKELY' : undefined,
    }));
    const unresolved = found.flatMap(({ given, isCompany, one }) =>
      one.kind === 'found' ? [] : [{ target: given, ...question(isCompany ? 'company' : 'person', one) }],
    );
    if (targets.length === 0) return { fields: { asks: [], unresolved }, lists: ['unresolved'] };
    const steps = most >= 2 ? 2 : 1;
    return prepared({
      document: PlanIntroductions,
      variables: {
        to: targets.map(({ id, isCompany }) => (isCompany ? { company: { id } } : { profile: { id } })),
        hops: steps,
        perConnector: Math.max(1, perConnector),
      },
      purpose: `plan introductions in two steps to ${targets.length} targets`,
      isFree: steps === 1,
      shape: ({ introPlan }) => {
        const asks = introPlan?.asks ?? [];
        const shown = asks.flatMap(({ connector, introductions }) =>
          introductions.map(({ at, path: { why, target } }) => ({
            ask: connector?.name,
            for: {
              id: target?.id ?? targets[at]?.id,
              name: target?.fullName ?? targets[at]?.name,
              ...(targets[at]?.isCompany && { at: targets[at]?.id }),
            },
            why,
          })),
        );
        const rest = shown.slice(after);
        const unreached = (introPlan?.unreached ?? []).map(({ at, message }) => ({
          id: targets[at]?.id,
          name: targets[at]?.name,
          message: inToolWords(message),
        }));
        return {
          fields: {
            targets: targets.length,
            // All connectors in brief, before any in full.
            ...(after === 0 && {
              connectors: asks.map(({ connector, introductions }) => `${connector?.name} (${introductions.length})`),
            }),
            ...(after === 0 && unreached.length > 0 && { unreached }),
            ...(after === 0 && unresolved.length > 0 && { unresolved }),
            ...(after === 0 &&
              count - unresolved.length > targets.length && {
                same: `${count - unresolved.length - targets.length} of those given are the same as others.`,
              }),
            asks: rest,
          },
          lists: ['asks'],
          next: (kept) => (kept < rest.length ? { after: after + kept } : undefined),
        };
      },
    });
  },
});
