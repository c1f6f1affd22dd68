import type { Feature } from '../../feature.ts';
import { openGraphiql } from './graphiql-route.ts';

export const graphiql: Feature = {
  name: 'graphiql',
  open(_, { introspection = true, graphiql: options = {} }) {
    if (!introspection || options === 'off') return {};
    const { page, routes } = openGraphiql(options);
    return { pages: { graphql: page }, routes };
  },
};
