import Type, { type Static } from 'typebox';
import { free, perNonEmptyAnswer } from '../price.ts';
import { Relationship } from '../record/relationship.ts';
import { like, notBlank, ours } from '../schema.ts';
import { operation } from './operation.ts';
import { profileQuery, strict } from './parts.ts';

export const mappingStatuses = ['Unknown', 'MappingFailed', 'NotMapped', 'MappingInProgress', 'Mapped'] as const;
export type MappingStatus = (typeof mappingStatuses)[number];

/** Ours: the final statuses of a task. */
export const finalMappingStatuses: readonly MappingStatus[] = ['Mapped', 'MappingFailed'];

/** An HTTPS URL without credentials. A pattern cannot express which hosts are public. */
const callbackUrl = like('^[hH][tT][tT][pP][sS]://[^\\s/?#@\\\\\\u0000]+(?:[/?#][^\\u0000]*)?$');

export const NetworkMapperRequest = Type.Object(
  {
    query: profileQuery,
    mapping_company_website: Type.Optional(
      Type.String({ ...notBlank, description: 'The website of the company to map.' }),
    ),
    callback_url: Type.Optional(
      Type.String({
        ...callbackUrl,
        description:
          'Called when an asynchronous mapping completes: an https URL on a public host, of at most 2,048 characters.',
      }),
    ),
  },
  { title: 'NetworkMapperRequest', ...strict },
);
export interface NetworkMapperRequest extends Static<typeof NetworkMapperRequest> {}

export const NetworkMapped = Type.Object(
  {
    items: Type.Array(Relationship, {
      description: 'Profiles the partner network reaches.',
      ...ours('At most 1,000, strongest first.'),
    }),
    count: Type.Integer({ description: 'Items in this answer.' }),
    total_count: Type.Integer({ description: 'Items in all.' }),
  },
  { title: 'NetworkMapped' },
);
export interface NetworkMapped {
  readonly items: readonly Relationship[];
  readonly count: number;
  readonly total_count: number;
}

export const NetworkMappingStarted = Type.Object(
  { task_id: Type.String({ description: 'Names the mapping task; poll its status.' }) },
  { title: 'NetworkMappingStarted' },
);
export interface NetworkMappingStarted extends Static<typeof NetworkMappingStarted> {}

export const mapNetwork = operation<NetworkMapperRequest, NetworkMapped | NetworkMappingStarted>({
  name: 'mapNetwork',
  method: 'POST',
  path: '/v3/network-mapper',
  tag: 'network-mapper',
  summary: 'Map connections across the partner network; may run asynchronously.',
  source: 'POST /v3/network-mapper (partner only)',
  request: NetworkMapperRequest,
  example: { query: { match_all: {} }, mapping_company_website: 'analytical-engines.example' },
  answers: {
    200: { schema: NetworkMapped, description: 'The network’s relationships.' },
    202: { schema: NetworkMappingStarted, description: 'A mapping task has started.' },
  },
  price: perNonEmptyAnswer(1),
  partnerOnly: true,
  idempotencyKey: true,
});

export const MappingStatusRequest = Type.Object(
  {
    task_id: Type.Optional(
      Type.String({
        description: 'The task’s id, from the network mapper’s 202.',
        ...ours('The parameter’s name is not shown; `taskId` is accepted too.'),
      }),
    ),
    taskId: Type.Optional(Type.String({ description: 'The same as `task_id`.', ...ours('Accepted as a spelling.') })),
  },
  {
    title: 'MappingStatusRequest',
    anyOf: [{ required: ['task_id'] }, { required: ['taskId'] }],
    ...strict,
  },
);
export interface MappingStatusRequest extends Static<typeof MappingStatusRequest> {}

export const MappingStatusAnswer = Type.Object(
  { status: Type.Enum([...mappingStatuses], { description: 'Where the mapping stands.' }) },
  { title: 'MappingStatusAnswer' },
);
export interface MappingStatusAnswer extends Static<typeof MappingStatusAnswer> {}

export const mappingStatus = operation<MappingStatusRequest, MappingStatusAnswer>({
  name: 'mappingStatus',
  method: 'GET',
  path: '/v3/network-mapper/status',
  tag: 'network-mapper',
  summary: 'Poll a mapping task.',
  source: 'GET /v3/network-mapper/status (partner only)',
  request: MappingStatusRequest,
  answers: { 200: { schema: MappingStatusAnswer, description: 'The task’s status.' } },
  price: free,
  partnerOnly: true,
});
