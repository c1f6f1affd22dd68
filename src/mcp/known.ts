import { KnownPeople } from './generated/documents.ts';
import type { Graph } from './graph.ts';

/** What is known of a person or company for free. */
export interface Facts {
  readonly id: string;
  readonly name?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly company?: string | null | undefined;
  readonly known_by?: readonly (string | null | undefined)[] | undefined;
  /** How many people at a company the network reaches. */
  readonly known_people?: number | undefined;
}

type Relationships = NonNullable<Awaited<ReturnType<typeof relationshipsOf>>>;
const relationshipsOf = async (graph: Graph, ids: readonly string[]) =>
  (await graph.find(KnownPeople, { where: { id: { in: ids } }, first: ids.length })).relationships?.nodes ?? [];

export const factsOf = (relationship: Relationships[number] | null | undefined): Facts | undefined => {
  const { profile, connections } = relationship ?? {};
  if (!profile) return undefined;
  const { id, fullName, currentTitle, currentCompanyName } = profile;
  return {
    id,
    name: fullName,
    title: currentTitle,
    company: currentCompanyName,
    known_by: connections?.slice(0, 3).map((connection) => connection?.connectorName),
  };
};

/** What the network says of people, by their ids; free. */
export async function knownFacts(graph: Graph, ids: readonly string[]): Promise<ReadonlyMap<string, Facts>> {
  if (ids.length === 0) return new Map();
  const facts = (await relationshipsOf(graph, ids)).flatMap((one) => factsOf(one) ?? []);
  return new Map(facts.map((one) => [one.id, one]));
}

/** How many people at companies the network reaches, and the companies' names if it reaches anybody; free. */
export async function companyFacts(
  graph: Graph,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Omit<Facts, 'id'>>> {
  const all = await Promise.all(
    ids.map(async (id) => {
      const { relationships } = await graph.find(KnownPeople, { where: { currentCompanyId: { eq: id } }, first: 1 });
      const { totalCount = 0, nodes = [] } = relationships ?? {};
      const name = nodes[0]?.profile?.currentCompanyName;
      return [id, { ...(name != null && { name }), known_people: totalCount }] as const;
    }),
  );
  return new Map(all);
}
