import { peopleWhere } from '../conditions.ts';
import { WhoCanIntroduce } from '../generated/documents.ts';
import { anyName, hops, inputs, onlyOf, page, pageNames, text } from '../inputs.ts';
import { isNamed, memberOf, personRow } from '../names.ts';
import { pageOf } from '../page-of.ts';
import { Refused } from '../refused.ts';
import { byOf, question, resolveCompanies, resolvePeople } from '../resolver.ts';
import { graphTool, prepared } from '../tool.ts';
import { inToolWords } from '../tool-words.ts';

const input = inputs({
  person: anyName('name, e-mail, URL, slug or id'),
  company: anyName('name, website or id; with person: their employer'),
  title: text('of people at the company'),
  place: text(),
  hops,
  ...page,
});

/** What models call the person. */
const personNames = ['person', 'target', 'targets', 'to', 'people', 'persons'] as const;

/** Gathers what names a person; `company` and conditions on people there stay apart. */
const gathered = (args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const facts: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const member = memberOf(name);
    const isFact = ['name', 'first', 'last', 'email', 'url', 'slug', 'id', 'text'].includes(member ?? '');
    if (name === 'person' || !isFact || value === null || (member === 'id' && /company/i.test(name))) {
      const isFirm = ['company', 'website'].includes(member ?? '') || /^company/i.test(name);
      if (isFirm && value !== null) rest.company = value;
      else rest[name] = value;
    } else facts[name] = value;
  }
  const named = personNames.find((name) => rest[name] !== undefined && rest[name] !== null);
  const given = named === undefined ? undefined : onlyOf(rest[named], severalPeople);
  const described = given ?? (Object.keys(facts).length === 0 ? undefined : facts);
  const others = Object.fromEntries(Object.entries(rest).filter(([name]) => name !== named));
  // An employer and a title, without a name, mean anybody with that title there.
  if (typeof described === 'object' && described !== null && !isNamed(personRow(described))) {
    const { companyName, companyWebsite, title, place } = personRow(described);
    const company = companyName ?? companyWebsite ?? others.company;
    if (company) return { ...others, person: undefined, company, ...(title && { title }), ...(place && { place }) };
  }
  return described === undefined ? others : { ...others, person: described };
};

const severalPeople = ({ length: count }: readonly unknown[]): Refused =>
  new Refused(
    `person: must be one, but got ${count}.`,
    'Call plan_introductions with all of them as people, or who_can_introduce for each.',
  );

export const whoCanIntroduce = graphTool({
  name: 'who_can_introduce',
  title: 'Who can introduce',
  description: 'Who of the team can introduce you to a person, or to people at a company, and why.',
  input,
  price: '0; with 2 hops up to 1',
  subject: 'person',
  freeAlternative: 'Ask with hops 1, which is free.',
  gathered,
  otherNames: {
    ...pageNames,
    target: 'person',
    to: 'person',
    who: 'person',
    contact: 'person',
    employer: 'company',
    firm: 'company',
    jobtitle: 'title',
    role: 'title',
    position: 'title',
    location: 'place',
    city: 'place',
    country: 'place',
    maxhops: 'hops',
    steps: 'hops',
    degrees: 'hops',
  },
  ask: async ({ person, company, title, place, hops: most = 1, first = 8, after }, graph) => {
    if (person === undefined && company === undefined)
      throw new Refused('person or company must be given.', 'Call who_can_introduce again with one of them.');
    const [someone] =
      person === undefined
        ? []
        : await resolvePeople(graph, [
            { ...(typeof person === 'object' ? person : { text: person }), ...(company !== undefined && { company }) },
          ]);
    // A name that is nobody's may be a company's.
    const [firm] =
      person === undefined || (company === undefined && someone?.kind === 'none' && typeof person === 'string')
        ? await resolveCompanies(graph, [company ?? person])
        : [];
    const isFirm = person === undefined || firm?.kind === 'found';
    const one = isFirm ? firm : someone;
    const what = isFirm ? 'company' : 'person';
    const by = byOf(one);
    if (by === undefined) return { fields: question(what, one), lists: ['candidates'] };
    const target = one?.kind === 'found' ? one : undefined;
    const shownName = target?.facts.name ?? Object.values(by)[0];
    const steps = most >= 2 ? 2 : 1;
    return prepared({
      document: WhoCanIntroduce,
      variables: {
        to: isFirm ? { company: by } : { profile: by },
        where: isFirm ? peopleWhere({ title, place }) : undefined,
        hops: steps,
        first: Math.min(Math.max(first, 1), 20),
        after,
      },
      purpose: `find who can introduce you to ${shownName} in two steps`,
      isFree: steps === 1,
      shape: ({ introPaths }) => {
        const shaped = pageOf('paths', introPaths, ({ confidence, why, connector, target }) => ({
          introducer: connector,
          ...(isFirm && {
            target: { id: target?.id, name: target?.fullName, title: target?.currentTitle },
          }),
          why,
          confidence: Math.round(confidence * 100) / 100,
        }));
        const problems = introPaths?.problems.map(({ message }) => inToolWords(message)) ?? [];
        const isNobody = introPaths?.totalCount === 0 && problems.length === 0;
        return {
          ...shaped,
          fields: {
            to: {
              ...by,
              name: target?.facts.name,
              ...(target && !target.isCertain && { confidence: 'LIKELY', reason: target.reason }),
            },
            ...shaped.fields,
            ...(isNobody && {
              nobody:
                steps === 1
                  ? 'Nobody on the team knows them. hops 2 also looks for people who know somebody who does.'
                  : 'Nobody on the team knows them, nor anybody who worked or studied with them.',
            }),
            ...(introPaths?.notes?.length && { notes: introPaths.notes }),
            ...(problems.length > 0 && { problems }),
          },
        };
      },
    });
  },
});
