import { ErrorBody, OverageProtectionBody } from './errors.ts';
import { apiKeyHeader, childTeamHeader, idempotencyKeyHeader, requestIdHeader } from './headers.ts';
import type { Json } from './json.ts';
import { Components } from './openapi-components.ts';
import { requestSchema } from './openapi-requests.ts';
import type { Operation } from './operation/operation.ts';
import { onDemandPrices, type Price } from './price.ts';
import { type JsonSchema, membersOf } from './schema.ts';

/** The specification's tags, in its order. It lists no operations for `social` and `mcp`. */
const tags: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'profiles', description: 'Search and fetch people, and find those whom the team’s network reaches.' },
  { name: 'companies', description: 'Search and fetch companies.' },
  { name: 'teams', description: 'Create child teams and add connectors.' },
  { name: 'social', description: 'Not part of the interface’s description.' },
  { name: 'mcp', description: 'Not part of the interface’s description.' },
  { name: 'credits', description: 'Credit usage.' },
  { name: 'network-mapper', description: 'Map connections across the partner network.' },
];

/** Errors that every operation can return, with the standard error body. */
const commonErrors = {
  400: 'The request is not valid; each sentence begins with the path of a mistake.',
  401: 'The key is missing, unknown, expired or revoked.',
  403: 'The key may not use this operation or team.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  500: 'Something went wrong in the service.',
  503: 'The service cannot answer now; `Retry-After` says when to come back.',
} as const;

const retriable: readonly string[] = ['429', '503'];

/** Generates the OpenAPI 3.1 document from the operations of the contract. */
export function openApiDocument(operations: readonly Operation[]): Json {
  const components = new Components();
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: described(operation, components),
    };
  }
  const errorContent = { 'application/json': { schema: components.refer(ErrorBody) } };
  const headers = { [requestIdHeader]: { $ref: '#/components/headers/RequestId' } };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Professional network data service',
      version: '3',
      description: `Search, fetch and relationships of people and companies. ${onDemand()}`,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: '/', description: 'The service that serves this document.' },
      { url: 'http://localhost:4001', description: 'The data service that `kith serve` embeds by default.' },
    ],
    tags,
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: apiKeyHeader } },
      headers: {
        RequestId: { description: 'Names this request in the service’s log.', schema: { type: 'string' } },
        RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
      },
      responses: Object.fromEntries(
        Object.entries(commonErrors).map(([status, description]) => [
          status,
          {
            description,
            headers: retriable.includes(status)
              ? { ...headers, 'retry-after': { $ref: '#/components/headers/RetryAfter' } }
              : headers,
            content: errorContent,
          },
        ]),
      ),
      schemas: components.schemas,
    },
  };
}

function described(operation: Operation, components: Components): Json {
  const errorContent = { 'application/json': { schema: components.refer(ErrorBody) } };
  const headers = { [requestIdHeader]: { $ref: '#/components/headers/RequestId' } };
  const parameters = [...headerParameters(operation), ...queryParameters(operation, components)];
  return {
    operationId: operation.name,
    tags: [operation.tag],
    summary: operation.summary,
    description: [
      operation.successor ? `Deprecated: ${operation.successor.path} takes its place.` : '',
      operation.partnerOnly ? 'Needs the partner permission.' : '',
      priceInWords(operation.price),
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    ...(operation.successor ? { deprecated: true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.method === 'POST' && operation.request ? { requestBody: body(operation, components) } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, { schema, description }]) => [
          status,
          { description, headers, content: { 'application/json': { schema: components.refer(schema) } } },
        ]),
      ),
      ...(operation.successor
        ? { 410: { description: 'This operation has ended.', headers, content: errorContent } }
        : {}),
      ...(operation.price.per === 'nothing'
        ? {}
        : {
            402: {
              description: 'The team’s credit allowance is exceeded.',
              headers,
              content: {
                'application/json': {
                  schema: { oneOf: [components.refer(OverageProtectionBody), components.refer(ErrorBody)] },
                },
              },
            },
          }),
      ...(operation.idempotencyKey || operation.chargesOncePerKey
        ? {
            409: { description: 'A request with this key is in flight.', headers, content: errorContent },
            422: { description: 'This key came with another body.', headers, content: errorContent },
          }
        : {}),
      ...Object.fromEntries(
        Object.keys(commonErrors).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

function headerParameters(operation: Operation): readonly Json[] {
  const childTeam = {
    name: childTeamHeader,
    in: 'header',
    description: 'Partners: the child team in whose context the request runs.',
    schema: { type: 'string', format: 'uuid' },
  };
  const idempotencyKey = (description: string) => ({
    name: idempotencyKeyHeader,
    in: 'header',
    description,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  });
  return [
    ...(operation.childTeam ? [childTeam] : []),
    ...(operation.idempotencyKey
      ? [
          idempotencyKey(
            'The same key and body within 24 hours have the same answer; given again, it carries `idempotent-replayed: true` and costs nothing.',
          ),
        ]
      : []),
    ...(operation.chargesOncePerKey
      ? [
          idempotencyKey(
            'The same key and body within 24 hours are executed again, and charged only for records that were not charged before.',
          ),
        ]
      : []),
  ];
}

function queryParameters({ method, request }: Operation, components: Components): readonly Json[] {
  if (method !== 'GET' || request === undefined) return [];
  const schema: JsonSchema & { readonly anyOf?: readonly JsonSchema[] } = request;
  // OpenAPI cannot express that one of two parameters is required, so the first one is, and the others are aliases.
  const [first = [], ...spellings] = (schema.anyOf ?? []).map(({ required = [] }) => required);
  const required = new Set([...(schema.required ?? []), ...first]);
  const shown = membersOf(schema).filter(([name]) => !spellings.flat().includes(name));
  return shown.map(([name, member]) => ({
    name,
    in: 'query',
    required: required.has(name),
    description: member.description ?? '',
    schema: components.refer(requestSchema(member)),
  }));
}

function body({ request, example }: Operation, components: Components): Json {
  return {
    required: true,
    content: {
      'application/json': {
        schema: components.refer(requestSchema(request ?? {})),
        ...(example === undefined ? {} : { example }),
      },
    },
  };
}

const credits = (count: number): string => (count === 1 ? '1 credit' : `${count} credits`);

function priceInWords(price: Price): string {
  switch (price.per) {
    case 'nothing':
      return 'Free of credits.';
    case 'record':
      return `Costs ${credits(price.credits)} per record returned.`;
    case 'answer':
      return `Costs ${credits(price.credits)} per non-empty answer; an empty one is free.`;
    case 'batch':
      return `Costs ${credits(price.credits)} per ${price.size} results returned, rounded up, at most ${price.maximum} per call.`;
    case 'call':
      return `Costs ${credits(price.credits)} per call.`;
  }
}

const onDemand = (): string =>
  `On-demand operations are priced, and their paths are not part of the interface: ${Object.entries(onDemandPrices)
    .map(([name, price]) => `${name}: ${priceInWords(price)}`)
    .join(' ')}`;
