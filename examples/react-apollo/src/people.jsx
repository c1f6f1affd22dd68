// Pages through people. Names cost one credit each: with a budget of three, a page of five has two that are missing.
import { gql } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { withBudget } from './client.js';

const people = gql`
  query People($after: String) {
    searchProfiles(first: 5, after: $after) {
      totalCount
      nodes {
        id
        fullName
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`;

export function People() {
  const { data, error, fetchMore } = useQuery(people, withBudget(3));
  const { nodes = [], pageInfo, totalCount } = data?.searchProfiles ?? {};
  const more = () => fetchMore({ variables: { after: pageInfo.endCursor }, ...withBudget(5) });
  return (
    <section>
      <h1>{totalCount} people</h1>
      <ol>
        {nodes.map(({ id, fullName }) => (
          <li key={id}>{fullName ?? 'not loaded'}</li>
        ))}
      </ol>
      {error && <p role="alert">{error.message}</p>}
      {pageInfo?.hasNextPage && (
        <button type="button" onClick={more}>
          More
        </button>
      )}
    </section>
  );
}
