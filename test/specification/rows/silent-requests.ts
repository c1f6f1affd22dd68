import { nobody } from '../../support/cast/cast.ts';
import { refuses } from '../checks.ts';
import { forReaders, type Part, provenBy } from '../row.ts';

const all = { match_all: {} };
const aboutTheDocument = forReaders('how the document itself is to be read');

export const silentRequests: readonly Part[] = [
  {
    part: 'Where the interface is silent',
    rows: [
      ['spec/interface-specification.md is the contract', aboutTheDocument],
      ['Where it says "not shown", or says nothing', aboutTheDocument],
      ['In src/contract every such fact is marked as ours.', provenBy('openapi.marks-choices')],
      ["Each row belongs in the product's documentation", aboutTheDocument],
      ['If a row contradicts the specification', aboutTheDocument],
    ],
  },
  {
    part: 'Requests, errors, keys',
    rows: [
      [
        '| order of checks | 401, then 403, then 400, then 402.',
        refuses(403, '/v3/network-mapper', { nonsense: 1 }, /./, 'orchard'),
        provenBy('authentication.refuses-partner-operations'),
        provenBy('credits.checks-request-before'),
      ],
      [
        '| code in the standard body | the HTTP status',
        refuses(
          400,
          '/v3/profiles/search',
          { query: all, limit: 5000 },
          /limit: must be between 0 and 1000, but got 5000/,
        ),
      ],
      ['| 401 | header missing, empty, unknown, expired or revoked', provenBy('authentication.key-refused')],
      [
        '| 403 | non-partner on a partner operation',
        provenBy('authentication.tells-nobody-team'),
        provenBy('authentication.runs-child-teams'),
      ],
      [
        '| 400 | bad JSON, wrong type, missing field, out of bounds',
        provenBy('validation.refuses-body-json'),
        provenBy('validation.refuses'),
        refuses(400, '/v3/profiles/fetch', { ids: ['ada'] }, /ids\[0\]|ids\.0/),
        refuses(400, '/v3/profiles/search', { query: all, pagination_token: 'forged' }, /pagination_token/),
        provenBy('search-pages.refuses-token-another'),
        provenBy('authentication.refuses-child-team'),
      ],
      [
        '| unknown body properties | refused with 400 naming the property',
        refuses(400, '/v3/profiles/search', { query: all, size: 10 }, /size: .*did you mean limit/),
        refuses(400, '/v3/profiles/search', { query: all, from: 10 }, /from: .*did you mean pagination_token/),
        refuses(400, '/v3/profiles/fetch', { xnet_slugs: ['x'] }, /xnet_slugs: .*did you mean xnet_names/),
        refuses(400, '/v3/profiles/fetch', { xnetNames: ['x'] }, /xnetNames: .*did you mean xnet_names/),
        refuses(400, '/v2/profiles/fetch', { xnet_names: ['x'] }, /xnet_names: .*did you mean xnetNames/),
        provenBy('add-connector.takes-array-other'),
      ],
      [
        '| others | 404 unknown route, 405 with Allow, 413 body over 1 MiB',
        provenBy('http.answers-unknown-path'),
        provenBy('http.answers-wrong-method'),
        provenBy('http.largest-body'),
        provenBy('http.takes-json'),
        provenBy('http.masks-failures'),
        provenBy('http.lets-request-flight'),
        provenBy('http.names-every-answer'),
        provenBy('rate-limit.refuses-key-past'),
      ],
      [
        '| rate limit | per key, token bucket, off unless configured',
        provenBy('rate-limit.says-every-answer'),
        // A library's window of a minute, which services share, in place of a bucket of each process.
        provenBy('rate-limit.counts-over-services'),
        provenBy('rate-limit.off-unless-configured'),
      ],
      [
        '| nulls | a null member is left out of a response',
        provenBy('fetch.returns-teams-own'),
        provenBy('relationships.tells-profile-connections'),
      ],
      [
        '| keys | opaque, 256 random bits, shown once, stored as SHA-256',
        provenBy('key.hashes-only'),
        provenBy('key.refuses-key-members'),
        provenBy('authentication.accepts-several-keys'),
        provenBy('log.line-request-without'),
      ],
      [
        '| demo keys | exist only where the sample set was loaded',
        provenBy('sample-load.makes-demo-keys'),
        provenBy('sample-load.refused-anything-already'),
        provenBy('authentication.honours-demo-keys'),
      ],
      [
        '| idempotency | Idempotency-Key accepted on create-team',
        provenBy('idempotency.answers-same-request'),
        provenBy('idempotency.refuses-another-body'),
        provenBy('idempotency.repeats-202-until'),
        provenBy('idempotency.forgets-key-after'),
        provenBy('idempotency.refuses-key-first'),
      ],
      [
        '| … on fetches | accepted on both fetches for 24 h, per key',
        provenBy('keyed-fetch.charged-once'),
        provenBy('keyed-fetch.charged-for-the-rest'),
        provenBy('keyed-fetch.keeps-hashes'),
        provenBy('keyed-fetch.at-once'),
        provenBy('keyed-fetch.refuses-another-body'),
        provenBy('keyed-fetch.a-day'),
      ],
      [
        '| identifiers | slug = the decoded path segment after /in/',
        provenBy('fetch.returns-charges-once'),
        provenBy('sample.stores-urls-percent'),
      ],
      [
        '| … read | one reader at all doors: blanks, zero-width characters',
        provenBy('identity.without-what-surrounds'),
        provenBy('identity.page-of-its-kind'),
        provenBy('identity.as-sent-first'),
        provenBy('identity.all-digits'),
        provenBy('identity.uuid-without-braces'),
        provenBy('identity.moves-to-the-last'),
      ],
      [
        '| websites | compared without scheme, www., port, capitals, final dot',
        provenBy('websites.whole-path-first'),
        provenBy('websites.one-key'),
      ],
      ['| schools | one school where the ids agree', provenBy('connect.schools')],
    ],
  },
  {
    part: 'Fetch',
    rows: [
      [
        'Results are the union of the arrays without duplicates',
        provenBy('fetch.answers-order-first'),
        provenBy('fetch.returns-charges-once'),
      ],
      ['not_found repeats identifiers as they were sent.', provenBy('fetch.repeats-did-find')],
      [
        'A record that is not there is in not_found with us',
        provenBy('missing.id-among-many'),
        provenBy('missing.every-call'),
      ],
      ['Present but empty arrays: 200, nothing, no charge.', provenBy('fetch.answers-empty-arrays')],
      [
        'Any combination of fields costs 1 per record.',
        provenBy('fetch.returns-groups-fields'),
        refuses(400, '/v3/profiles/fetch', { ids: [nobody], fields: [] }, /fields/),
      ],
    ],
  },
];
