// A subgraph that adds notes to Kith's Profile. It knows people by id alone; Kith has everything else of them.
import { createServer } from 'node:http';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse } from 'graphql';
import { createYoga } from 'graphql-yoga';

const typeDefs = parse(`
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])

  type Query {
    "The people with the most notes."
    noted(first: Int = 10): [Profile!]!
  }

  type Profile @key(fields: "id") {
    id: ID!
    notes: [Note!]!
  }

  type Note {
    text: String!
    writtenAt: String!
  }
`);

/** Your own store, by Kith's ids of people. */
const notes = new Map([
  ['bd7d1908-00b1-5aaf-9c89-74bc3508017c', [{ text: 'Met at the robotics fair.', writtenAt: '2026-03-14' }]],
]);

const resolvers = {
  Query: { noted: (_, { first }) => [...notes.keys()].slice(0, first).map((id) => ({ id })) },
  Profile: {
    __resolveReference: ({ id }) => ({ id }),
    notes: ({ id }) => notes.get(id) ?? [],
  },
};

const server = createServer(createYoga({ schema: buildSubgraphSchema({ typeDefs, resolvers }), logging: false }));
server.listen(Number(process.env.PORT ?? 4010), '127.0.0.1', () =>
  console.log(`The subgraph answers on http://localhost:${server.address().port}/graphql`),
);
