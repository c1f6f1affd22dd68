import { comparePeople } from '../reading/compare-names.ts';
import { nameWords } from '../reading/names.ts';
import { uuidFrom } from '../reading/uuid.ts';
import { kindOfValue } from '../reading/value.ts';
import { Connectors } from './generated/documents.ts';
import type { Graph } from './graph.ts';
import { oneOf, type Resolved, resolvePeople } from './resolver.ts';

/** Relationships that are read to find the connectors, at first and at last. */
const scans = [1000, 10_000] as const;

/** Finds one of the team's connectors by name, a part of it, id, or whatever else names the person; free. */
export async function connectorCalled(graph: Graph, given: string): Promise<Resolved> {
  const isName = kindOfValue(given) === undefined;
  const [person] = isName ? [] : await resolvePeople(graph, [given]);
  const name = person?.kind === 'found' ? (person.facts.name ?? given) : given;
  for (const scan of scans) {
    const { connectors } = await graph.find(Connectors, { scan });
    const { complete = true, nodes = [] } = connectors ?? {};
    const found = nodes.filter((one) => one.id === uuidFrom(given));
    const one = oneOf(found.length > 0 ? found : called(name, nodes), {
      isCertain: true,
      isKnown: true,
      ofSeveral: (count) => `${count} connectors have this name.`,
    });
    if (one) return one;
    if (!complete) continue;
    if (nodes.length === 0) break;
    return { kind: 'several', candidates: nodes, total: nodes.length, reason: `No connector is called “${name}”.` };
  }
  return { kind: 'none', reason: 'The team has no connectors.' };
}

interface Connector {
  readonly id: string;
  readonly name: string | null;
}

/** The connectors who have a name, or else all its words, or else one like it. */
function called(name: string, all: readonly Connector[]): readonly Connector[] {
  const words = nameWords(name);
  const own = all.map((one) => ({ one, words: nameWords(one.name ?? '') }));
  const tries = [
    own.filter((other) => other.words.toSorted().join(' ') === words.toSorted().join(' ')),
    own.filter((other) => words.length > 0 && words.every((word) => other.words.includes(word))),
    own.filter((other) => comparePeople(words, other.words) !== undefined),
  ];
  return (tries.find(({ length }) => length > 0) ?? []).map(({ one }) => one);
}
