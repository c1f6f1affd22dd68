import { addressOf, companyAddress, personAddress } from '../frame/address.ts';
import { Interpret, type MeantFragment } from '../generated/documents.ts';
import type { Graph } from '../graph/graph.ts';
import { LookUpFailed, lookUp } from '../graph/look-up.ts';
import type { Failure } from '../graph/outcome.ts';
import { pageFor } from './page-for.ts';

/** A possible meaning of a text. Choosing it navigates to its address. */
interface Choice {
  readonly label: string;
  readonly detail: string;
  readonly address: string;
}

/** Where a text leads. */
export type Meaning =
  | { readonly kind: 'go'; readonly address: string }
  /** A list: the text itself, or the names in it. */
  | { readonly kind: 'list'; readonly text: string }
  /** Several meanings, or a sentence why there is none. */
  | { readonly kind: 'choose'; readonly reason: string; readonly choices: readonly Choice[] }
  | { readonly kind: 'failed'; readonly failure: Failure };

const addressIn = ({ kind, id, filters, unread }: MeantFragment): string => {
  const query = { ...Object.fromEntries(filters.map(({ name, value }) => [name, value])), ignored: unread ?? '' };
  if (kind === 'PERSON') return personAddress(id ?? '');
  if (kind === 'COMPANY') return addressOf(companyAddress(id ?? ''), query);
  return addressOf(kind === 'COMPANIES' ? '/companies' : '/people', query);
};

/** Finds the page that answers a text: by its words alone, or as the graph interprets it, free. */
export const meaningOf = async (text: string, graph: Pick<Graph, 'run'>, now: Date): Promise<Meaning> => {
  const page = pageFor(text, now);
  if (page !== undefined) return { kind: 'go', address: page };
  try {
    const { interpret } = await lookUp(graph, Interpret, { text }, ['interpret']);
    if (!interpret) return { kind: 'list', text };
    const { kind, names, reason, choices } = interpret;
    if (kind === 'LIST') return { kind: 'list', text: names ?? text };
    if (kind !== 'SEVERAL' && kind !== 'NOTHING') return { kind: 'go', address: addressIn(interpret) };
    return {
      kind: 'choose',
      reason: reason ?? 'Several are possible. Whom do you mean?',
      choices: choices.map((one) => ({ label: one.label ?? '', detail: one.detail ?? '', address: addressIn(one) })),
    };
  } catch (error) {
    if (error instanceof LookUpFailed) return { kind: 'failed', failure: error.failure };
    throw error;
  }
};
