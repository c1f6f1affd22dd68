// Apollo Client for Kith: a session's token, a budget for each operation, and a cache that knows the schema's unions and pages.
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { possibleTypes, typePolicies } from '@kith-graph/client/config';

export const createApollo = async () => {
  const { url, token } = await (await fetch('/api/session', { method: 'POST' })).json();
  return new ApolloClient({
    link: new HttpLink({ uri: url, headers: { authorization: `Bearer ${token}` } }),
    cache: new InMemoryCache({ possibleTypes, typePolicies }),
    // A field may fail beside others that were paid for: keep what came, and look at `error`.
    defaultOptions: {
      query: { errorPolicy: 'all' },
      watchQuery: { errorPolicy: 'all' },
      mutate: { errorPolicy: 'all' },
    },
  });
};

/** The credits that one operation may spend. */
export const withBudget = (credits) => ({ context: { headers: { 'x-credit-budget': String(credits) } } });
