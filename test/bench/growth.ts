import { type Effort, fresh, type Runner } from './contest.ts';
import { rounded } from './load.ts';
import { titled } from './queries.ts';

/** CPU of Kith for a person of the answer, as the answer grows. */
export interface Growth {
  readonly first: readonly { readonly people: number; readonly cpuMsPerPerson: number }[];
  readonly depth: readonly { readonly depth: number; readonly people: number; readonly cpuMsPerPerson: number }[];
}

const person = 'id fullName headline currentTitle currentLocation skills';
const company = 'id name industries workforce { headcount }';
const across = 100;
const coworkers = 5;

/** What each depth adds to the one before: people, their companies, who works there, and where those are said to work. */
const depths = [
  { nodes: person, people: across },
  { nodes: `${person} currentCompany { ${company} }`, people: across },
  {
    nodes: `${person} currentCompany { ${company} people(first: ${coworkers}) { nodes { ${person} } } }`,
    people: across * (1 + coworkers),
  },
  {
    nodes: `${person} currentCompany { ${company} people(first: ${coworkers}) { nodes { ${person} currentCompany { ${company} } } } }`,
    people: across * (1 + coworkers),
  },
] as const;

const search = (nodes: string, first: number) => () => ({
  bodies: [
    JSON.stringify({
      query: `query Growth($dsl: JSON, $first: Int) { searchProfiles(dsl: $dsl, first: $first) { nodes { ${nodes} } } }`,
      variables: { dsl: titled(fresh({ stride: first })), first },
    }),
  ],
  key: 'bench',
});

export async function growth({ target, pid }: Runner, { rounds, roundMs }: Effort): Promise<Growth> {
  const perPerson = async (next: ReturnType<typeof search>, people: number): Promise<number> => {
    const load = { width: 1, next };
    await target.press(pid, { ...load, until: { ms: roundMs } });
    const { cpuMs, operations } = await target.press(pid, { ...load, until: { ms: (roundMs * rounds) / 2 } });
    return rounded(cpuMs / operations / people);
  };
  for (const text of await target.perform(search(depths[3].nodes, across)()))
    if (JSON.parse(text).errors !== undefined)
      throw new Error(`Kith does not answer the deepest: ${text.slice(0, 500)}`);
  const first = [];
  for (const people of [10, 100, 1000, 10_000])
    first.push({ people, cpuMsPerPerson: await perPerson(search(person, people), people) });
  const depth = [];
  for (const [i, { nodes, people }] of depths.entries())
    depth.push({ depth: i + 1, people, cpuMsPerPerson: await perPerson(search(nodes, across), people) });
  return { first, depth };
}
