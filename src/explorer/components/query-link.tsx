import type { Document } from '../../sdk/document.ts';
import { say } from '../sentences.ts';

interface QueryLinkProps<Variables> {
  readonly document: Document<unknown, Variables>;
  readonly variables: Variables;
}

/** Opens GraphiQL with the document and the variables behind a view. */
export const QueryLink = <Variables extends object>({ document, variables }: QueryLinkProps<Variables>) => {
  const query = new URLSearchParams({ query: document.text, variables: JSON.stringify(variables, null, 2) });
  return (
    <a class="query-link" href={`/graphql?${query}`} target="_blank" rel="noreferrer" title={say.query.hint}>
      {say.query.show}
    </a>
  );
};
