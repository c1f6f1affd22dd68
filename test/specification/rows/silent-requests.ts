import { nobody } from '../../support/cast/cast.ts';
import { refuses } from '../checks.ts';
import { forReaders, type Part, testsOf } from '../row.ts';

const auth = testsOf('service/authentication.test.ts');
const http = testsOf('service/http.test.ts');
const credits = testsOf('service/credits.test.ts');
const validation = testsOf('service/validation.test.ts');
const key = testsOf('store/team/key.test.ts');
const rate = testsOf('service/rate-limit.test.ts');
const idempotency = testsOf('service/idempotency.test.ts');
const identity = testsOf('service/identity.test.ts');
const load = testsOf('store/sample-load.test.ts');
const inFetch = testsOf('service/fetch.test.ts');
const pages = testsOf('service/search-pages.test.ts');

const every = 'it refuses … …';
const all = { match_all: {} };
const aboutTheDocument = forReaders('how the document itself is to be read');

export const silentRequests: readonly Part[] = [
  {
    part: 'Where the interface is silent',
    rows: [
      ['spec/interface-specification.md is the contract', aboutTheDocument],
      ['Where it says "not shown", or says nothing', aboutTheDocument],
      [
        'In src/contract every such fact is marked as ours.',
        testsOf('service/docs.test.ts')('it says of a member its type, bounds and default'),
      ],
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
        auth('it refuses partner operations to other keys before it looks at the request'),
        credits('it checks the request before the allowance'),
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
      [
        '| 401 | header missing, empty, unknown, expired or revoked',
        auth('it says one and the same of a key that is missing, empty, unknown, expired or revoked'),
      ],
      [
        '| 403 | non-partner on a partner operation',
        auth('it tells nobody which team ids exist'),
        auth("it runs in a child team's context for its partner, and in one's own for everybody"),
      ],
      [
        '| 400 | bad JSON, wrong type, missing field, out of bounds',
        validation('it refuses a body that is no JSON, without repeating it'),
        validation(every),
        refuses(400, '/v3/profiles/fetch', { ids: ['ada'] }, /ids\[0\]|ids\.0/),
        refuses(400, '/v3/profiles/search', { query: all, pagination_token: 'forged' }, /pagination_token/),
        pages('it refuses a token of another query, team, operation, network or stability'),
        auth('it refuses a child team on an operation that does not support it'),
      ],
      [
        '| unknown body properties | refused with 400 naming the property',
        refuses(400, '/v3/profiles/search', { query: all, size: 10 }, /size: .*did you mean limit/),
        refuses(400, '/v3/profiles/search', { query: all, from: 10 }, /from: .*did you mean pagination_token/),
        refuses(400, '/v3/profiles/fetch', { xnet_slugs: ['x'] }, /xnet_slugs: .*did you mean xnet_names/),
        refuses(400, '/v3/profiles/fetch', { xnetNames: ['x'] }, /xnetNames: .*did you mean xnet_names/),
        refuses(400, '/v2/profiles/fetch', { xnet_names: ['x'] }, /xnet_names: .*did you mean xnetNames/),
        testsOf('service/team/add-connector.test.ts')('takes the array by its other name'),
      ],
      [
        '| others | 404 unknown route, 405 with Allow, 413 body over 1 MiB',
        http('it answers an unknown path with 404, without its query'),
        http('it answers a wrong method with 405 and the methods allowed, before anything else'),
        http('it takes a body of 1 MiB and no larger one'),
        http('it takes JSON only'),
        http('it masks what goes wrong inside, and charges nothing for it'),
        http('it lets a request in flight end when it closes, and refuses the next with 503'),
        http('it names every answer with a request id of its own'),
        rate('it refuses a key past it with 429, says when to come back, and leaves other keys alone'),
      ],
      [
        '| rate limit | per key, token bucket, off unless configured',
        rate('it says with every answer what is left'),
        // A library's window of a minute, which services share, in place of a bucket of each process.
        rate('it counts over all services that share a Redis'),
        rate('it is off unless configured'),
      ],
      [
        '| nulls | a null member is left out of a response',
        inFetch("it returns the team's own lists and tags, and an empty list where there is none"),
        testsOf('service/relationships.test.ts')(
          'it tells of the profile and of its connections with every member that is known, and no other',
        ),
      ],
      [
        '| keys | opaque, 256 random bits, shown once, stored as SHA-256',
        key('it makes keys of 256 bits for owners and admins, and stores only their hashes'),
        key('it refuses a key to members, strangers, unknown teams and plans without API access'),
        auth('it accepts several keys of a team, each until it expires or is revoked'),
        testsOf('service/log.test.ts')('it has a line for each request, without keys, personal data or queries'),
      ],
      [
        '| demo keys | exist only where the sample set was loaded',
        load('it makes the demo keys valid, and marks them as demo'),
        load('it is refused where anything is already, and changes nothing'),
        auth('it honours demo keys on connections from this machine only, unless it is told otherwise'),
      ],
      [
        '| idempotency | Idempotency-Key accepted on create-team',
        idempotency('it answers the same request again without doing it again'),
        idempotency('it refuses another body under the same key with 422'),
        idempotency('it repeats a 202 until its task is over'),
        idempotency('it forgets a key after a day, and at once when its request fails'),
        idempotency(
          'it refuses a key whose first request is in flight with 409, and a lost one no longer after a while',
        ),
      ],
      [
        '| identifiers | slug = the decoded path segment after /in/',
        inFetch('it returns and charges once a record that several identifiers name, and lists them all'),
        testsOf('store/sample.test.ts')('it stores URLs percent-encoded and slugs decoded'),
      ],
      [
        '| … read | one reader at all doors: blanks, zero-width characters',
        identity('is a slug or URL without what stands around it'),
        identity('is a page of the same kind of record'),
        identity('is a slug as it is sent before it is that slug decoded'),
        identity('is a number with all its digits, refused before any charge where JSON can’t hold them'),
        identity('is a uuid without braces'),
        identity('moves to the record that came last, and is one connector of a team'),
      ],
    ],
  },
  {
    part: 'Fetch',
    rows: [
      [
        'Results are the union of the arrays without duplicates',
        inFetch('it answers in the order of the first identifier that names each record'),
        inFetch('it returns and charges once a record that several identifiers name, and lists them all'),
      ],
      [
        'not_found repeats identifiers as they were sent.',
        inFetch('it repeats what it did not find as it was sent, and does not charge for it'),
      ],
      [
        'Present but empty arrays: 200, nothing, no charge.',
        inFetch('it answers empty arrays with nothing, for nothing'),
      ],
      [
        'Any combination of fields costs 1 per record.',
        inFetch('it returns the groups of fields asked for, and charges the same for any of them'),
        refuses(400, '/v3/profiles/fetch', { ids: [nobody], fields: [] }, /fields/),
      ],
    ],
  },
];
