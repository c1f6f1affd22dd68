import Type, { type Static } from 'typebox';
import {
  MappingStatusAnswer,
  MappingStatusRequest,
  mappingStatus,
  NetworkMapperRequest,
  NetworkMappingStarted,
} from '../../../contract/operation/network-mapper.ts';
import { operation } from '../../../contract/operation/operation.ts';
import { findRelationships } from '../../../contract/operation/relationships.ts';
import { free, perNonEmptyAnswer } from '../../../contract/price.ts';
import { Connection, ProfileSummary, Source } from '../../../contract/record/relationship.ts';
import { many, one, ours, shape } from '../../../contract/schema.ts';

/** Source: the specification's "Relationship item": v2's Source has no `origin` here. */
const { origin: _origin, ...sourceMembers } = Source.properties;

export const V2Source = shape('V2Source', 'Why two people know each other, in the form of v2.', sourceMembers);
export interface V2Source extends Static<typeof V2Source> {}

export const V2NetworkConnection = shape('V2NetworkConnection', 'How a connector knows a profile, in the form of v2.', {
  ...Connection.properties,
  sources: many<V2Source>(V2Source, 'Why they know each other.'),
});
export interface V2NetworkConnection extends Static<typeof V2NetworkConnection> {}

export const V2Relationship = shape(
  'V2Relationship',
  'A profile that the network reaches, and how, in the form of v2.',
  {
    profile: one<ProfileSummary>(ProfileSummary, 'The profile.'),
    connections: many<V2NetworkConnection>(V2NetworkConnection, 'The connectors who know the profile.'),
  },
);
export interface V2Relationship extends Static<typeof V2Relationship> {}

export const V2NetworkMapped = Type.Object(
  {
    items: Type.Array(V2Relationship, {
      description: 'Profiles the network reaches.',
      ...ours('At most 1,000, strongest first.'),
    }),
    count: Type.Integer({ description: 'Items in this answer.' }),
    total_count: Type.Integer({ description: 'Items in all.' }),
  },
  { title: 'V2NetworkMapped' },
);
export interface V2NetworkMapped extends Static<typeof V2NetworkMapped> {}

export const v2MapNetwork = operation<NetworkMapperRequest, V2NetworkMapped | NetworkMappingStarted>({
  name: 'v2MapNetwork',
  method: 'POST',
  path: '/v2/profiles/network-mapper',
  tag: 'network-mapper',
  summary: 'Find the team’s own network, or map a company’s for a partner; the latter may run asynchronously.',
  source: 'Deprecated v2 operations',
  request: NetworkMapperRequest,
  example: { query: { match_all: {} } },
  answers: {
    200: { schema: V2NetworkMapped, description: 'The network’s relationships.' },
    202: { schema: NetworkMappingStarted, description: 'A mapping task has started.' },
  },
  price: perNonEmptyAnswer(1),
  idempotencyKey: true,
  successor: findRelationships,
});

const statusBy = (method: 'GET' | 'POST', name: string) =>
  operation<MappingStatusRequest, MappingStatusAnswer>({
    name,
    method,
    path: '/v2/profiles/network-mapper-task-status',
    tag: 'network-mapper',
    summary: 'Poll a mapping task.',
    source: 'Deprecated v2 operations',
    request: MappingStatusRequest,
    example: { task_id: '5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c' },
    answers: { 200: { schema: MappingStatusAnswer, description: 'The task’s status.' } },
    price: free,
    partnerOnly: true,
    successor: mappingStatus,
  });

/** The id is a query parameter, or in the body of a POST. */
export const v2MappingStatus = statusBy('GET', 'v2MappingStatus');
export const v2MappingStatusByPost = statusBy('POST', 'v2MappingStatusByPost');
