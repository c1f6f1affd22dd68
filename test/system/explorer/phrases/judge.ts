import type { Asker } from '../../../../src/explorer/graph/look-up.ts';
import { meaningOf } from '../../../../src/explorer/home/meaning.ts';
import { matchRows } from '../../../../src/explorer/lists/match.ts';
import { companyFiltersIn, companyWhereOf } from '../../../../src/questions/company-filters.ts';
import { filtersIn, whereOf } from '../../../../src/questions/people-filters.ts';
import { read } from '../../../../src/reading/read.ts';
import { createClient } from '../../../../src/sdk/client.ts';

/** A phrase as somebody wrote it who has not read the code, and what it means in the sample of 2,000 people. */
export interface Phrase {
  readonly text: string;
  /** Known to lead elsewhere. */
  readonly isMissed?: boolean;
  readonly expected: {
    readonly kind: 'person' | 'people' | 'company' | 'companies' | 'list' | 'search' | 'question' | 'none';
    readonly ids: readonly string[];
    readonly companyIds?: readonly string[];
    readonly notFound?: readonly string[];
    readonly slug?: string;
    /** Other answers that are as good. */
    readonly alternatives?: readonly Partial<Phrase['expected']>[];
  };
}

const same = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));

/** Judges whether a phrase leads where it is meant, in the page's box over a graph, and says where it leads. */
export function judgeOf(
  url: string,
  key: string,
): (phrase: Phrase) => Promise<readonly [isRight: boolean, where: string]> {
  /** The page's own client, which spends nothing. */
  const asker = (): Asker => {
    const client = createClient({ url: `${url}/graphql`, apiKey: key, budget: 0 });
    return {
      run: async (document, variables) => {
        const { data, errors, credits } = await client.execute(document, variables);
        return { kind: 'done', data, errors, receipt: credits };
      },
    };
  };
  const found = async (query: string, variables: object): Promise<{ readonly id: string }[]> => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query, variables }),
    });
    const { data }: { data?: { found: { nodes: { id: string }[] } } } = await answer.json();
    return data?.found.nodes ?? [];
  };
  const people = async (where: object | null): Promise<readonly string[]> =>
    (
      await found(
        'query ($where: ProfileWhere) { found: searchProfiles(where: $where, first: 100) { nodes { id } } }',
        {
          where,
        },
      )
    ).map(({ id }) => id);
  const companies = async (where: object): Promise<readonly string[]> =>
    (
      await found(
        'query ($where: CompanyWhere) { found: searchCompanies(where: $where, first: 100) { nodes { id } } }',
        {
          where,
        },
      )
    ).map(({ id }) => id);

  /** The records that an address of the page shows. */
  const shownAt = async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://page');
    const query = Object.fromEntries(searchParams);
    const [, kind, id] = pathname.split('/');
    if (kind === 'companies' && id) {
      const filters = whereOf(filtersIn(query));
      const where = { and: [{ currentCompanyId: { eq: id } }, ...(filters ? [filters] : [])] };
      return { companies: [id], people: await people(where), isExact: Object.keys(filtersIn(query)).length > 0 };
    }
    if (kind === 'companies') {
      const filters = companyWhereOf(companyFiltersIn(query));
      if (filters) return { companies: await companies(filters), people: [], isExact: true };
      const where = query.name ? { name: { eqIgnoreCase: query.name } } : { websites: { eq: query.website ?? '' } };
      return { companies: await companies(where), people: [], isExact: false };
    }
    if (kind === 'people' && id) return { companies: [], people: [decodeURIComponent(id)], isExact: true };
    return { companies: [], people: await people(whereOf(filtersIn(query))), isExact: true };
  };

  /** Whether a phrase leads where it is meant, and where it leads. */
  const judge = async ({ text, expected }: Phrase): Promise<readonly [isRight: boolean, where: string]> => {
    const judged = await judgeBy(text, expected);
    for (const other of judged[0] ? [] : (expected.alternatives ?? [])) {
      const [isRight, where] = await judgeBy(text, { ...expected, ...other });
      if (isRight) return [isRight, where];
    }
    return judged;
  };

  const judgeBy = async (
    text: string,
    expected: Phrase['expected'],
  ): Promise<readonly [isRight: boolean, where: string]> => {
    const graph = asker();
    const intent = await meaningOf(text, graph, new Date('2026-03-01T12:00:00Z'));
    const { kind, ids, companyIds = [], notFound = [] } = expected;
    if (intent.kind === 'failed') return [false, `failed: ${intent.failure.message}`];
    if (intent.kind === 'list') {
      const matched = await matchRows(read(intent.text).rows, graph);
      const refs = matched.flatMap(({ candidates, state }) => (state === 'unclear' ? [] : candidates));
      const persons = refs.flatMap(({ ref }) => (ref.kind === 'person' ? ref.id : []));
      const firms = await Promise.all(
        refs.map(async ({ ref }): Promise<readonly string[]> => {
          if (ref.kind === 'company') return [ref.id];
          return ref.kind === 'website' ? companies({ websites: { eq: ref.website } }) : [];
        }),
      );
      const missing = matched.filter(({ candidates }) => candidates.length === 0).length;
      const isRight =
        kind === 'list' && same(persons, ids) && same(firms.flat(), companyIds) && missing <= notFound.length;
      return [isRight, `list ${JSON.stringify(matched.map(({ state, row }) => `${row.text}: ${state}`))}`];
    }
    if (intent.kind === 'choose' && intent.choices.length === 0)
      return [
        kind === 'none' || kind === 'question' || (kind === 'search' && ids.length === 0),
        `none: ${intent.reason}`,
      ];
    if (intent.kind === 'choose') {
      const shown = await Promise.all(intent.choices.map(({ address }) => shownAt(address)));
      const [first] = shown;
      const all = kind === 'company' ? (first?.companies ?? []) : shown.flatMap((one) => one.people);
      // Of several that are possible, the first is the likeliest.
      const isRight =
        kind === 'none' ||
        (kind === 'people'
          ? same(all, ids)
          : kind === 'company'
            ? all.includes(ids[0] ?? companyIds[0] ?? '')
            : all[0] === ids[0]);
      return [isRight, `choose ${intent.choices.map(({ label }) => label).join(', ')}`];
    }
    const shown = await shownAt(intent.address);
    if (kind === 'companies')
      return [shown.isExact && same(shown.companies, companyIds), `${intent.address} (${shown.companies.length})`];
    if (kind === 'company') return [shown.companies.includes(ids[0] ?? companyIds[0] ?? ''), intent.address];
    if (kind === 'person') return [shown.isExact && same(shown.people, ids), intent.address];
    if (kind === 'people' || kind === 'search')
      return [shown.isExact && same(shown.people, ids), `${intent.address} (${shown.people.length})`];
    // Nobody of the name, but the firm is known.
    return [kind === 'none' && shown.people.length === 0, intent.address];
  };

  return judge;
}
