import { filtersIn, whereOf } from '../../questions/people-filters.ts';
import { peopleWhere } from '../conditions.ts';
import { connectorCalled } from '../connectors.ts';
import { PeopleAre, WhoCanIntroduce } from '../generated/documents.ts';
import type { Graph } from '../graph.ts';
import { anyName, hops, inputs, onlyOf, page, pageNames, text, unlisted } from '../inputs.ts';
import { interpreted, peopleMeant } from '../interpreted.ts';
import { named } from '../meanings.ts';
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
  known_by: unlisted.text(),
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

/** Whom a text asks for that is nobody’s name: a company, or whom a question means, as the graph interprets it. */
async function askedFor(graph: Graph, text: string) {
  const [firm] = await resolveCompanies(graph, [text], { isExact: true });
  if (firm?.kind === 'found') return { one: firm, isCompany: true, where: undefined };
  const asked = await interpreted(graph, text);
  const [meaning] = asked.meanings;
  if (meaning === undefined) return undefined;
  const { searchProfiles } = await graph.find(PeopleAre, { where: { and: peopleMeant(asked) } });
  const [only, ...more] = searchProfiles?.nodes ?? [];
  const person = more.length === 0 ? only?.id : undefined;
  const { company, ...filters } = meaning.filters;
  const name = person ?? meaning.id ?? company;
  if (name == null) return undefined;
  const isCompany = person === undefined;
  const [one] = await (isCompany ? resolveCompanies(graph, [name]) : resolvePeople(graph, [name]));
  // Words may mean others, too.
  const likely = one?.kind === 'found' && { ...one, isCertain: false, reason: `It was read from “${text}”.` };
  return { one: likely || one, isCompany, where: whereOf(filtersIn(filters)) ?? undefined };
}

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
  names: {
    ...named({ person: 'person', company: 'company', website: 'company', title: 'title', place: 'place' }),
    ...named({ hops: 'hops', connector: 'known_by' }),
    ...pageNames,
  },
  ask: async ({ person, company, title, place, known_by: introducer, hops: most = 1, first = 8, after }, graph) => {
    const via = introducer === undefined ? undefined : await connectorCalled(graph, introducer);
    if (via !== undefined && via.kind !== 'found') return { fields: question('known_by', via), lists: ['candidates'] };
    if (person === undefined && company === undefined)
      throw new Refused(
        'person or company must be given.',
        via
          ? `Call find_people with known_by: ${JSON.stringify(introducer)} for all whom they know.`
          : 'Call who_can_introduce again with one of them, such as {"person": "Ada Moreau", "company": "acme.example"}.',
      );
    const [someone] =
      person === undefined
        ? []
        : await resolvePeople(graph, [
            { ...(typeof person === 'object' ? person : { text: person }), ...(company !== undefined && { company }) },
          ]);
    // A text that is nobody's name may be a company's, or a question with a name in it.
    const isUnknown = company === undefined && someone?.kind === 'none' && typeof person === 'string';
    const within = isUnknown ? await askedFor(graph, person) : undefined;
    const [firm] = person === undefined ? await resolveCompanies(graph, [company]) : [];
    const isFirm = person === undefined || within?.isCompany === true;
    const one = firm ?? within?.one ?? someone;
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
        where: isFirm ? peopleWhere({ title, place }, [within?.where ?? []].flat()) : undefined,
        hops: steps,
        first: via ? 100 : Math.min(Math.max(first, 1), 20),
        after,
      },
      purpose: `find who can introduce you to ${shownName} in two steps`,
      isFree: steps === 1,
      shape: ({ introPaths }) => {
        const through = introPaths?.edges.filter(({ node }) => !via || node.connector?.id === via.facts.id) ?? [];
        const paths = introPaths && (via ? { ...introPaths, totalCount: through.length, edges: through } : introPaths);
        const shaped = pageOf('paths', paths, ({ confidence, why, connector, target }) => ({
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
