import { useEffect, useMemo, useState } from 'preact/hooks';
import { PeopleAtEmployers, type PeopleAtEmployersQuery } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { type BestAsk, useBestAsks } from '../people/best-asks.ts';

/** The connector to ask at an employer, and the person they know there. */
export interface BestAt {
  readonly ask: BestAsk;
  readonly person: { readonly id: string; readonly name: string };
}

type Person = NonNullable<NonNullable<PeopleAtEmployersQuery['relationships']>['nodes'][number]['profile']>;

/** Number of employers per request, and of people read there. */
const atOnce = { employers: 50, people: 1000 } as const;

const keyOf = (employer: string): string => employer.toLowerCase();

/**
 * The best introduction at each employer, as results arrive; free. Employers are identified by name, the only data that
 * a watch has.
 */
export function useBestAt(employers: readonly string[]): (employer: string) => BestAt | undefined {
  const graph = useGraph();
  const names = [...new Set(employers.map(keyOf))].filter((name) => name !== '');
  const key = names.join('\n');
  const [people, setPeople] = useState<readonly Person[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const found: Person[] = [];
      for (let at = 0; at < names.length && isCurrent; at += atOnce.employers) {
        const some = names.slice(at, at + atOnce.employers);
        const where = { or: some.map((name) => ({ currentCompanyName: { eqIgnoreCase: name } })) };
        const outcome = await graph.run(PeopleAtEmployers, { where, first: atOnce.people });
        if (outcome.kind !== 'done' || !isCurrent) return;
        found.push(...(outcome.data.relationships?.nodes ?? []).flatMap(({ profile }) => profile ?? []));
        setPeople([...found]);
      }
    };
    read();
    return () => {
      isCurrent = false;
    };
  }, [graph, key]);

  const ids = useMemo(() => people.map(({ id }) => id), [people]);
  const asks = useBestAsks(ids);
  const best = useMemo(() => {
    const byEmployer = new Map<string, BestAt>();
    for (const { id, fullName, currentCompanyName } of people) {
      const ask = asks.get(id);
      const employer = keyOf(currentCompanyName ?? '');
      if (ask && ask.confidence > (byEmployer.get(employer)?.ask.confidence ?? -1))
        byEmployer.set(employer, { ask, person: { id, name: fullName ?? '' } });
    }
    return byEmployer;
  }, [people, asks]);
  return useMemo(() => (employer) => best.get(keyOf(employer)), [best]);
}
