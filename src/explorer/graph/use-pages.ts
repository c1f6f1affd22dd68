import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Document } from '../../sdk/document.ts';
import { type Graph, useGraph } from './graph.ts';
import type { Failure } from './outcome.ts';
import { failureAt } from './outcome.ts';

/**
 * Rows of a list, some of which may not be read yet. All lists are rendered from this, so that each can load the rest.
 */
export interface Rows<Row> {
  readonly rows: readonly Row[];
  /** Number of rows in all, including unread ones. */
  readonly total: number;
  /** Reads the next rows; undefined if all are read. */
  readonly more: (() => void) | undefined;
  /** Reads all remaining rows, for sorting and exporting; resolves with all. */
  readonly all: () => Promise<readonly Row[]>;
  /** Whether rows are being read. */
  readonly isReading: boolean;
}

/** The rows of a complete list. */
export const wholeOf = <Row>(rows: readonly Row[]): Rows<Row> => ({
  rows,
  total: rows.length,
  more: undefined,
  all: async () => rows,
  isReading: false,
});

interface Connection<Row> {
  readonly totalCount: number;
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

interface PageVariables {
  readonly first: number;
  readonly after?: string | null | undefined;
}

/** Page sizes of the first and later pages. */
const pageSizes = { first: 200, further: 1000 } as const;

/** Rows that are read page by page, or the failure. */
export interface PagedRows<Row> {
  /** Undefined until the first page is read. */
  readonly list: Rows<Row> | undefined;
  readonly failure: Failure | undefined;
  readonly isLoading: boolean;
  readonly again: () => void;
}

/**
 * A free list, read page by page. Cached pages are available at the first render, so that Back restores the list.
 *
 * @param question the variables except those of the page; undefined sends nothing
 * @param pick finds the list in an answer; null if it could not be read
 */
export function usePages<Result, Question extends object, Row>(
  document: Document<Result, Question & PageVariables, 'query'>,
  question: Question | undefined,
  pick: (data: Result) => Connection<Row> | null | undefined,
): PagedRows<Row> {
  const graph = useGraph();
  const key = question && JSON.stringify(question);
  const [state, setState] = useState<{ readonly key: string; readonly pages: readonly Connection<Row>[] }>();
  const [failed, setFailed] = useState<{ readonly key: string; readonly failure: Failure }>();
  const [reading, setReading] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const remembered = useMemo(
    () => (question ? rememberedPages(graph, document, question, pick) : []),
    [graph, document, key],
  );
  const pages = state?.key === key ? state?.pages : remembered;
  const failure = failed?.key === key ? failed?.failure : undefined;
  const last = pages?.at(-1);

  /** Reads pages while `goesOn`; resolves with all pages. */
  const read = async (
    known: readonly Connection<Row>[],
    goesOn: (pages: number) => boolean,
  ): Promise<readonly Connection<Row>[]> => {
    if (!question || key === undefined) return known;
    let found = known;
    setReading(key);
    while (found.length === 0 || (found.at(-1)?.pageInfo.hasNextPage && goesOn(found.length))) {
      const variables = variablesFor(question, found.at(-1)?.pageInfo.endCursor ?? null);
      const outcome = await graph.run(document, variables);
      const page = outcome.kind === 'done' ? pick(outcome.data) : undefined;
      if (!page) {
        const why =
          outcome.kind === 'failed' ? outcome.failure : failureAt(outcome.errors, outcome.errors[0]?.path?.[0] ?? '');
        setFailed({ key, failure: why ?? { reason: 'failed', message: '' } });
        break;
      }
      found = [...found, page];
      setState({ key, pages: found });
    }
    setReading(undefined);
    return found;
  };

  useEffect(() => {
    if (key !== undefined && (pages === undefined || pages.length === 0)) read([], () => false);
  }, [graph, document, key, attempt]);

  const rows = useMemo(() => (pages ?? []).flatMap(({ nodes }) => nodes), [pages]);
  const list: Rows<Row> | undefined = last && {
    rows,
    total: pages?.[0]?.totalCount ?? rows.length,
    more: last.pageInfo.hasNextPage
      ? () => void read(pages ?? [], (count) => count <= (pages ?? []).length)
      : undefined,
    all: async () => (await read(pages ?? [], () => true)).flatMap(({ nodes }) => nodes),
    isReading: reading === key,
  };
  return {
    list,
    failure,
    isLoading: list === undefined && failure === undefined && question !== undefined,
    again: () => {
      setFailed(undefined);
      setAttempt((count) => count + 1);
    },
  };
}

const variablesFor = <Question extends object>(question: Question, after: string | null): Question & PageVariables => ({
  ...question,
  first: after === null ? pageSizes.first : pageSizes.further,
  after,
});

/** The cached pages of a list, from the first on without gaps. */
const rememberedPages = <Result, Question extends object, Row>(
  graph: Graph,
  document: Document<Result, Question & PageVariables, 'query'>,
  question: Question,
  pick: (data: Result) => Connection<Row> | null | undefined,
  after: string | null = null,
): readonly Connection<Row>[] => {
  const outcome = graph.remembered(document, variablesFor(question, after));
  const page = outcome?.kind === 'done' ? pick(outcome.data) : undefined;
  if (!page) return [];
  const { hasNextPage, endCursor } = page.pageInfo;
  const further = hasNextPage && endCursor !== null ? rememberedPages(graph, document, question, pick, endCursor) : [];
  return [page, ...further];
};
