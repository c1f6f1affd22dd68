/**
 * What somebody without an accepted key might send to keep a graph busy, to end it or to learn of its inside. Each row
 * says which status it is answered with; no answer may be large, hold many errors, or be a 5xx.
 */
export interface HostileRequest {
  readonly what: string;
  readonly body: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A message after `connection_init`, or the first one; `code` is how the socket is closed, undefined: it stays open. */
export interface HostileFrames {
  readonly what: string;
  readonly frames: readonly string[];
  readonly code: number | undefined;
  /** A key that has to be refused before: the graph remembers that for a few seconds. */
  readonly refusedKey?: string;
}

/** As much as a caller without a key may send. */
const kept = 64 * 1024;
/** A little less, so that all else has room. */
const long = 60_000;
const times = (count: number, make: (number: number) => string, joint = ' '): string =>
  Array.from({ length: count }, (_, number) => make(number)).join(joint);
/** Text of nested brackets: no program writes so deep a value without running out of its stack. */
const deep = (levels: number, open: string, close: string, inside = ''): string =>
  open.repeat(levels) + inside + close.repeat(levels);

const asking = (query: string, variables?: string): string =>
  `{"query":${JSON.stringify(query)}${variables === undefined ? '' : `,"variables":${variables}`}}`;
const byList = 'query ($by: [ProfileBy!]!) { profiles(by: $by) { __typename } }';
const byWhere = 'query ($w: ProfileWhere) { searchProfiles(where: $w) { nodes { id } } }';
const byReference = 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }';
const byDsl = 'query ($d: JSON) { searchProfiles(dsl: $d) { nodes { id } } }';
const listOf = (count: number, element: string): string => `{"by":[${Array(count).fill(element).join(',')}]}`;
const referencesOf = (count: number, element: string): string => `{"r":[${Array(count).fill(element).join(',')}]}`;

const documents: readonly (readonly [what: string, query: string, status?: number])[] = [
  ['fields 500 deep', deep(500, '{ credits ', '}', '{ usage }')],
  [
    'fragments 200 deep',
    `{ ...f0 } ${times(200, (n) => `fragment f${n} on Query { ...f${n + 1} }`)} fragment f200 on Query { __typename }`,
    200,
  ],
  ['fragments in a circle', '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }'],
  [
    'fragments that spread one another twice',
    `{ ...f0 } ${times(60, (n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`)} fragment f60 on Query { __typename }`,
  ],
  ['300 aliases', `{ ${times(300, (n) => `a${n}: __typename`)} }`],
  ['1,000 root fields', `{ ${'__typename '.repeat(1_000)} }`],
  ['fields past the tokens', `{ ${'__typename '.repeat(5_000)} }`],
  ['60,000 spaces and commas', `{${' ,'.repeat(long / 2)}__typename }`, 200],
  ['a comment of 60 kB', `#${'x'.repeat(long)}\n{ __typename }`, 200],
  ['10,000 comments', `${'#\n'.repeat(10_000)}{ __typename }`, 200],
  ['1,000 directives', `{ __typename ${'@include(if: true) '.repeat(1_000)} }`],
  ['500 unknown directives', `{ __typename ${times(500, (n) => `@d${n}`)} }`],
  ['600 variables', `query (${times(600, (n) => `$v${n}: Int`)}) { __typename }`],
  ['200 operations', times(200, (n) => `query q${n} { __typename }`)],
  ['fields that overlap in pairs', `{ ${times(90, (n) => `...{ profile(by: { id: "${n}" }) { __typename } }`)} }`],
  ['a field of 60 kB', `{ ${'f'.repeat(long)} }`],
  ['an argument of 60 kB', `{ profile(${'a'.repeat(long)}: 1) { __typename } }`],
  ['a type of 60 kB', `{ ... on ${'T'.repeat(long)} { a } }`],
  ['a string of 60 kB for an id', `{ profile(by: { id: "${'x'.repeat(long)}" }) { __typename } }`, 401],
  ['a name of 60 kB where a brace must be', `query ${'q'.repeat(long)}`],
  ['a string that does not end', `{ profile(by: { xnetSlug: "${'x'.repeat(long)}`],
  ['500 fields that there are not', `{ ${times(500, (n) => `nothing${n}`)} }`],
  ['a list of 1,900 numbers', `{ profiles(by: [${'1 '.repeat(1_900)}]) { __typename } }`],
  ['a list in a list in a list', `{ profiles(by: ${deep(1_500, '[', ']')}) { __typename } }`],
  [
    'an object in an object in an object',
    `{ searchProfiles(where: ${deep(900, '{ not: ', '}', '{}')}) { nodes { id } } }`,
  ],
  ['1,900 objects of many fields', `{ searchProfiles(where: { or: [${'{} '.repeat(1_900)}] }) { nodes { id } } }`],
  ['400 objects of many fields', `{ searchProfiles(where: { or: [${'{} '.repeat(400)}] }) { nodes { id } } }`, 401],
  ['_service a hundred times', `{ ${times(100, (n) => `a${n}: _service { sdl }`)} }`],
  ['__schema and _service', '{ _service { sdl } __schema { queryType { name } } }'],
  ['__type 20 times', `{ ${times(20, (n) => `t${n}: __type(name: "Query") { fields { name } }`)} }`],
  ['types under 90 names', `{ __schema { ${times(90, (n) => `t${n}: types { name fields { name } }`)} } }`],
  ['types of fields of types of fields', `{ __schema { types ${deep(8, '{ fields { type ', '} }', '{ name }')} } }`],
  ['an unpaired surrogate', '{ profile(by: { xnetSlug: "\\ud800" }) { __typename } }'],
  ['U+0000', '{ __typename \u0000 }'],
];

const variables: readonly (readonly [what: string, query: string, variables: string, status?: number])[] = [
  ['999 numbers for objects', byList, listOf(999, '1')],
  ['999 objects with another field', byList, listOf(999, '{"x":1}')],
  ['30,000 numbers', byList, listOf(30_000, '1')],
  ['20,000 empty objects', byList, listOf(20_000, '{}')],
  ['999 objects of many fields', byWhere, `{"w":{"or":[${Array(999).fill('{}').join(',')}]}}`],
  ['160 objects of many fields', byWhere, `{"w":{"or":[${Array(160).fill('{}').join(',')}]}}`, 401],
  ['a list 30,000 deep', '{ __typename }', `{"d":${deep(30_000, '[', ']')}}`],
  ['an input 7,000 deep', byWhere, `{"w":${deep(7_000, '{"not":', '}', '{}')}}`],
  ['a DSL 3,000 deep', byDsl, `{"d":${deep(3_000, '{"bool":{"must":[', ']}}', '{"match_all":{}}')}}`],
  ['a name of 60 kB', byList, `{"by":[{"${'x'.repeat(long)}":1}]}`],
  ['a value of 60 kB', byList, `{"by":[{"id":"${'x'.repeat(long)}"}]}`, 401],
  ['a number too large', 'query ($n: Int) { searchProfiles(first: $n) { nodes { id } } }', '{"n":1e400}'],
  [
    'a variable of a name that objects treat apart',
    'query ($__proto__: Boolean = true) { __typename @skip(if: $__proto__) }',
    '{"__proto__":false}',
  ],
  ['names of Object', byWhere, '{"w":{"constructor":{"prototype":{"x":1}}}}'],
  ['900 references of a gateway', byReference, referencesOf(900, '{"__typename":"Profile","id":"x"}'), 401],
  ['900 references to nothing', byReference, referencesOf(900, '{}'), 401],
  ['6,000 variables that no operation declares', '{ __typename }', `{${times(6_000, (n) => `"v${n}":1`, ',')}}`, 200],
];

const json = 'application/json';
const bodies: readonly HostileRequest[] = [
  { what: 'no JSON', body: '{"query":', status: 400 },
  { what: 'null', body: 'null', status: 400 },
  { what: 'a number', body: '1', status: 400 },
  { what: 'nothing', body: '', status: 400 },
  { what: 'a batch of 1,000', body: `[${Array(1_000).fill(asking('{ __typename }')).join(',')}]`, status: 400 },
  { what: 'brackets 30,000 deep', body: deep(30_000, '[', ']'), status: 400 },
  {
    what: 'extensions 30,000 deep',
    body: `{"query":"{ __typename }","extensions":{"e":${deep(30_000, '[', ']')}}}`,
    status: 400,
  },
  {
    what: 'more than a caller without a key may send',
    body: asking('{ __typename }', `{"x":"${'x'.repeat(kept)}"}`),
    status: 413,
  },
  { what: 'more than anybody may send', body: 'x'.repeat(1_100_000), status: 413 },
  {
    what: 'a form',
    body: 'query=%7B__typename%7D',
    status: 415,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  {
    what: 'a form of parts',
    body: '--x\r\n\r\n--x--',
    status: 415,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  },
  { what: 'plain text', body: asking('{ __typename }'), status: 415, headers: { 'content-type': 'text/plain' } },
  {
    what: 'XML',
    body: '<!DOCTYPE x [<!ENTITY a "aa">]><x>&a;</x>',
    status: 415,
    headers: { 'content-type': 'application/xml' },
  },
  {
    what: 'a key of 8 kB',
    body: asking('{ credits { usage } }'),
    status: 401,
    headers: { 'x-api-key': 'k'.repeat(8_000) },
  },
  {
    what: 'a session that nobody made',
    body: asking('{ credits { usage } }'),
    status: 401,
    headers: { authorization: `Bearer kiths_${'A'.repeat(4_000)}` },
  },
];

export const requests: readonly HostileRequest[] = [
  ...documents.map(([what, query, status = 400]) => ({ what, body: asking(query), status })),
  ...variables.map(([what, query, sent, status = 400]) => ({ what, body: asking(query, sent), status })),
  ...bodies.map((row) => ({ ...row, headers: { 'content-type': json, ...row.headers } })),
];

/** What somebody with an accepted key might send, who may send more. */
export const largeRequests: readonly HostileRequest[] = [
  ['a field of 900 kB', asking(`{ ${'f'.repeat(900_000)} }`), 400],
  ['a string of 900 kB for an id', asking(`{ profile(by: { id: "${'x'.repeat(900_000)}" }) { __typename } }`), 200],
  ['490,000 numbers', asking(byList, listOf(490_000, '1')), 400],
  ['9,999 objects with another field', asking(byList, listOf(9_999, '{"x":1}')), 400],
  ['9,999 objects of many fields', asking(byWhere, `{"w":{"or":[${Array(9_999).fill('{}').join(',')}]}}`), 400],
  ['a list 100,000 deep', asking('{ __typename }', `{"d":${deep(100_000, '[', ']')}}`), 400],
  ['an input 100,000 deep', asking(byWhere, `{"w":${deep(100_000, '{"not":', '}', '{}')}}`), 400],
  ['a DSL 5,000 deep', asking(byDsl, `{"d":${deep(5_000, '{"bool":{"must":[', ']}}', '{"match_all":{}}')}}`), 400],
  ['brackets 900,000 deep', deep(450_000, '[', ']'), 400],
  [
    '80,000 variables that no operation declares',
    asking('{ __typename }', `{${times(80_000, (n) => `"v${n}":1`, ',')}}`),
    400,
  ],
].map(([what, body, status]) => ({ what: String(what), body: String(body), status: Number(status) }));

const init = '{"type":"connection_init","payload":{"apiKey":"any"}}';
const subscribe = (payload: string, id = '"1"'): string => `{"type":"subscribe","id":${id},"payload":${payload}}`;

export const frames: readonly HostileFrames[] = [
  { what: 'no JSON', frames: ['{'], code: 4400 },
  { what: 'nothing', frames: [''], code: 4400 },
  { what: 'JSON that is no message', frames: ['[]'], code: 4400 },
  { what: 'a message that only servers send', frames: [init, '{"type":"next","id":"1","payload":{}}'], code: 4400 },
  { what: 'a message of no type that there is', frames: [init, '{"type":"constructor"}'], code: 4400 },
  { what: 'brackets 100,000 deep', frames: [init, deep(100_000, '[', ']')], code: 4400 },
  {
    what: 'a payload 50,000 deep',
    frames: [init, `{"type":"ping","payload":{"a":${deep(50_000, '[', ']')}}}`],
    code: 4400,
  },
  {
    what: 'variables of 80,000 names',
    frames: [init, subscribe(asking('{ __typename }', `{${times(80_000, (n) => `"v${n}":1`, ',')}}`))],
    code: 4400,
  },
  {
    what: 'a first message of 900 kB',
    frames: [`{"type":"ping","payload":{"x":"${'x'.repeat(900_000)}"}}`],
    code: 4400,
  },
  {
    what: 'a message of 900 kB with a refused key',
    frames: [init, `{"type":"ping","payload":{"x":"${'x'.repeat(900_000)}"}}`],
    code: 4401,
    refusedKey: 'any',
  },
  { what: 'a second connection_init', frames: [init, init], code: 4429 },
  { what: 'an operation before connection_init', frames: [subscribe('{"query":"{ __typename }"}')], code: 4401 },
  { what: 'an id that is none', frames: [init, subscribe('{"query":"{ __typename }"}', '1')], code: 4400 },
  { what: 'no document', frames: [init, subscribe('{}')], code: 4400 },
  {
    what: 'parameters that are no strings',
    frames: [
      '{"type":"connection_init","payload":{"apiKey":"any","x-credit-budget":{"toString":1}}}',
      subscribe('{"query":"{ __typename }"}'),
    ],
    code: undefined,
  },
  {
    what: 'a key that the upstream refuses',
    frames: [init, subscribe('{"query":"{ credits { usage } }"}')],
    code: 4401,
  },
];
