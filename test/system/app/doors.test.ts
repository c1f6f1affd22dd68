import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ProfileInfo } from '../../../src/contract/record/profile.ts';
import type { Asker } from '../../../src/explorer/graph/look-up.ts';
import { matchRows } from '../../../src/explorer/lists/match.ts';
import { createHandler } from '../../../src/mcp/handler.ts';
import { read } from '../../../src/reading/read.ts';
import { createClient } from '../../../src/sdk/client.ts';
import { connect } from '../../../src/service/mapping/connect.ts';
import { uuidFrom } from '../../../src/store/record/uuid.ts';
import { writeCompanies, writeProfiles } from '../../../src/store/record/write.ts';
import { companies, keyOf, people, teams } from '../../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../../support/graph/graph.ts';
import { kith, temporaryDirectory } from '../../support/kith.ts';
import { type CastService, openCast } from '../../support/service.ts';
import { sessionToken } from '../../support/session-token.ts';

const secret = 'a secret of this test, which is long enough';
const key = keyOf('orchard');
const { ada, ben, dmitri, eve } = people;

/** People with facts in odd forms, as records of other providers have them; `isKnown`: to Ada. */
const oddPeople = {
  capitals: { isKnown: true, full_name: 'Pia Capital', work_email: 'Pia.Capital@Capitals.EXAMPLE' },
  apart: { isKnown: false, full_name: 'Quin Apart', work_email: 'Quin.Apart@Elsewhere.EXAMPLE' },
  urlOnly: { isKnown: true, full_name: 'Uma Only', xnet_url: 'https://xnet.example/in/Uma-Only' },
  bigSlug: {
    isKnown: true,
    full_name: 'Bjorn Dahl',
    social_media: [{ network: 'xnet', slug: 'Bjorn-Dahl', url: 'https://xnet.example/in/Bjorn-Dahl' }],
  },
  part: { isKnown: true, full_name: 'Anna John Smithson', ...at('omega', 'omega.example') },
  longer: { isKnown: false, full_name: 'Maria Lee Chan', ...at('omega', 'omega.example') },
  gamma: { isKnown: true, full_name: 'Gerda Gamma', ...at('Gamma', 'https://pages.example/view/gamma') },
  delta: { isKnown: true, full_name: 'Derek Delta', ...at('Delta', 'https://pages.example/view/delta') },
  loud: { isKnown: true, full_name: 'Lou Loud', ...at('Loud', 'HTTP://WWW.Loud.EXAMPLE/Index.html') },
  nfc: {
    isKnown: true,
    full_name: 'Łukasz Żurawski',
    social_media: [{ network: 'xnet', slug: 'łukasz-żurawski'.normalize('NFC') }],
    xnet_url: `https://xnet.example/in/${encodeURIComponent('łukasz-żurawski'.normalize('NFC'))}`,
  },
} as const satisfies Record<string, { readonly isKnown: boolean } & ProfileInfo>;

function at(name: string, website: string) {
  return {
    current_company_id: uuidFrom(`firm ${name}`),
    current_company_name: name,
    current_company_websites: [website],
  } as const;
}

const odd = Object.fromEntries(Object.keys(oddPeople).map((name) => [name, uuidFrom(`odd ${name}`)])) as Readonly<
  Record<keyof typeof oddPeople, string>
>;

interface Given {
  readonly name?: string;
  readonly first?: string;
  readonly last?: string;
  readonly company?: string;
  readonly website?: string;
  readonly title?: string;
  readonly email?: string;
  readonly page?: string;
  readonly id?: string;
}

/** `sure`: this record, certainly. `unsure`: at most likely this record. `nobody`: no record. `unchecked`: nobody can say. */
type How = 'sure' | 'unsure' | 'nobody' | 'unchecked';
type Case<What> = readonly [name: string, given: What, id: string | undefined, how: How];

const page = (path: string) => `https://www.xnet.example/in/${path}`;

/** What rows of tables give, by the fault of the fourth review or the stranger's variant (V) that they are of. */
const personCases: readonly Case<Given>[] = [
  ['D1 a page, in a shared mailbox', { page: page('ada-moreau'), email: 'office@brightwater.example' }, ada.id, 'sure'],
  ['D1 another page, same mailbox', { page: page('eve-larsen'), email: 'office@brightwater.example' }, eve.id, 'sure'],
  ['D2 a part of a name', { name: 'John', website: 'omega.example' }, undefined, 'nobody'],
  ['D2 a part of a longer name', { name: 'Maria Lee', website: 'omega.example' }, undefined, 'nobody'],
  ['D5 first and last name, employer', { first: 'Ben', last: 'Okafor', company: 'Cobalt Systems' }, ben.id, 'sure'],
  ['D6 an address in capitals', { email: 'PIA.CAPITAL@CAPITALS.example' }, odd.capitals, 'sure'],
  ['D6 an address that the record has in capitals', { email: 'quin.apart@elsewhere.example' }, odd.apart, 'sure'],
  ['D7 a page that only the URL shows', { page: 'http://xnet.example/in/uma-only/' }, odd.urlOnly, 'sure'],
  ['D7 a page in small letters', { page: page('bjorn-dahl?trk=x') }, odd.bigSlug, 'sure'],
  ['D12 a page of a website', { name: 'Gerda Gamma', website: 'pages.example/view/gamma/en' }, odd.gamma, 'sure'],
  ['D12 the neighbour of a website', { name: 'Derek Delta', website: 'pages.example/view/x' }, odd.delta, 'unsure'],
  ['D12 a website in capitals', { name: 'Lou Loud', website: 'https://loud.example/' }, odd.loud, 'sure'],
  ['D14 an address in blanks', { email: ' ben@cobalt-systems.example\u200b ' }, ben.id, 'sure'],
  ['D16 a page with a tail', { page: 'https://de.xnet.example/in/dmitri-volkov/de?trk=1' }, dmitri.id, 'sure'],
  ['D16 a page’s further page', { page: page('eve-larsen/details/experience/') }, eve.id, 'sure'],
  ['D16 a namesake elsewhere', { name: 'Eve Larsen', company: 'Somewhere Else' }, eve.id, 'unsure'],
  ['D17 several addresses', { email: 'x@nowhere.example; ADA@Brightwater.example' }, ada.id, 'sure'],
  ['D17 a link of an address', { email: 'mailto:ADA@Brightwater.example?subject=Hello' }, ada.id, 'sure'],
  ['V1 decomposed letters', { page: page('łukasz-żurawski'.normalize('NFD')) }, odd.nfc, 'sure'],
  [
    'V2 a slug encoded twice',
    { page: page(encodeURIComponent(encodeURIComponent('łukasz-żurawski'))) },
    odd.nfc,
    'sure',
  ],
  ['V3 a percent sign that encodes nothing', { page: page('100%-growth') }, undefined, 'nobody'],
  ['V3 half a letter, encoded', { page: page('%E0%A4%A') }, undefined, 'nobody'],
  ['V4 slashes, query and fragment', { page: page('eve-larsen//?urn=urn%3Ali%3AACoAA1#experience') }, eve.id, 'sure'],
  [
    'D3 a link with a copy',
    { email: 'mailto:ada%40brightwater.example?cc=ben@cobalt-systems.example' },
    ada.id,
    'sure',
  ],
  ['first hour 9: a slug in the column of pages', { page: 'eve-larsen' }, eve.id, 'sure'],
  ['V9 a host with a Cyrillic letter', { page: 'https://www.xn\u0435t.example/in/eve-larsen' }, eve.id, 'unsure'],
  ['V9 a slug with a Cyrillic letter', { page: page('\u0435ve-larsen') }, undefined, 'nobody'],
  ['a tag in an address', { email: 'ada+crm@brightwater.example' }, ada.id, 'unsure'],
  ['another tag, in another mailbox', { email: 'adam+ada@brightwater.example' }, undefined, 'nobody'],
  ['a page of a look-alike host', { page: 'https://xnet.example.phish.example/in/dmitri-volkov' }, dmitri.id, 'unsure'],
  ['a page after a user name', { page: 'https://xnet.example@phish.example/in/dmitri-volkov' }, dmitri.id, 'unsure'],
  ['an address in quotes', { email: '"Moreau, Ada" <ada@brightwater.EXAMPLE>' }, ada.id, 'sure'],
  ['a host without a mailbox', { email: '@brightwater.example' }, undefined, 'nobody'],
  ['a name turned, a legal form', { name: 'LARSEN, Eve', company: 'Brightwater, Inc.' }, eve.id, 'sure'],
  ['a longer legal form', { name: 'Eve Larsen', company: 'BRIGHTWATER GmbH & Co. KG' }, eve.id, 'sure'],
  ['a hashtag after the name', { name: 'Eve Larsen #OpenToWork', company: 'Brightwater' }, eve.id, 'sure'],
  ['a letter left out', { name: 'Eve Larsn', company: 'Brightwater' }, eve.id, 'unsure'],
  ['a legal form for a firm', { name: 'Eve Larsen', company: 'SA' }, eve.id, 'unsure'],
  ['a stranger at the firm', { name: 'Gwendolyn Featherstonehaugh', company: 'Brightwater' }, undefined, 'nobody'],
  ['an id in capitals', { id: ada.id.toUpperCase() }, ada.id, 'sure'],
  // More than thirty rows by name and website made one search too long (D3).
  ...Array.from({ length: 40 }, (_, n): Case<Given> => {
    const website = `https://www.firm-${n}.example/?utm_source=list`;
    return [`D3 stranger ${n}`, { name: `Somebody Number${n}`, website }, undefined, 'nobody'];
  }),
  [
    'D3 somebody after many strangers',
    { name: 'Farid Haddad', website: 'cobalt-systems.example' },
    people.farid.id,
    'unsure',
  ],
];

const lineCases: readonly Case<string>[] = [
  ['D16 a number before', '1. Eve Larsen – Engineer, Brightwater', eve.id, 'sure'],
  ['D16 a bullet before', '• Ben Okafor, Cobalt Systems', ben.id, 'sure'],
  ['D16 bars between', 'Ada Moreau | Chief Engineer | Brightwater', ada.id, 'sure'],
  ['D16 a recipient with a comma', '"Volkov, Dmitri" <dmitri@nowhere.example>', dmitri.id, 'unsure'],
  ['D16 a recipient', 'Ada Moreau <ADA@Brightwater.example>', ada.id, 'sure'],
  ['D16 a page with a tail', 'https://www.xnet.example/in/dmitri-volkov/details/experience/', dmitri.id, 'sure'],
  ['a title and a preposition before the firm', 'Frau Eve Larsen von Brightwater', eve.id, 'sure'],
  ['the same in French', 'Mme Ada Moreau de chez Brightwater', ada.id, 'sure'],
  ['the same in Spanish', 'Sr. Dmitri Volkov de Delta Ventures', dmitri.id, 'sure'],
  ['the same in Italian', 'Sig.ra Eve Larsen presso Brightwater', eve.id, 'sure'],
  ['the same in Portuguese', 'Sra. Ada Moreau da Brightwater', ada.id, 'sure'],
  ['the same in Dutch', 'Mevr. Eve Larsen bij Brightwater', eve.id, 'sure'],
  ['a handle with hyphens', '@eve-larsen', eve.id, 'sure'],
  ['D17 an address as a link', 'mailto:ben@cobalt-systems.example', ben.id, 'sure'],
];

const companyCases: readonly Case<Given>[] = [
  ['D4 a page of its own', { website: 'https://pages.example/view/gamma' }, uuidFrom('firm Gamma'), 'sure'],
  ['D4 the neighbour’s page', { website: 'https://pages.example/view/other' }, undefined, 'nobody'],
  ['D4 the host of both', { website: 'pages.example' }, undefined, 'nobody'],
  ['D12 capitals and an index page', { website: 'loud.example' }, uuidFrom('firm Loud'), 'sure'],
  ['D12 a query', { website: '//WWW.Brightwater.example?x=1' }, companies.brightwater.id, 'sure'],
  [
    'D1b one slash, as mail programs cut it',
    { website: 'https:/brightwater.example' },
    companies.brightwater.id,
    'sure',
  ],
  ['D7 a legal form in blanks', { company: 'Aurora Labs, S. L.' }, companies.aurora.id, 'unsure'],
  ['a name with a legal form', { company: 'Aurora Labs, Inc.' }, companies.aurora.id, 'unsure'],
  ['a name of nobody', { company: 'Gwendolyn & Sons' }, undefined, 'nobody'],
];

/** What a door answers for a case. */
interface Answered {
  readonly id: string | undefined;
  readonly isSure: boolean;
  readonly isUnchecked: boolean;
}

interface Row {
  readonly state: string;
  readonly id?: string | null | undefined;
  readonly confidence?: string | null | undefined;
}

const answered = ({ state, id, confidence }: Row): Answered => {
  const isFound = state === 'KNOWN' || state === 'ON_RECORD' || state === 'DUPLICATE';
  return {
    id: isFound ? (id ?? undefined) : undefined,
    isSure: isFound && confidence === 'CERTAIN',
    isUnchecked: state === 'NOT_CHECKED',
  };
};

const columns = [
  ['first', 'First Name'],
  ['last', 'Last Name'],
  ['name', 'Full Name'],
  ['company', 'Company'],
  ['website', 'Website'],
  ['title', 'Title'],
  ['email', 'E-mail'],
  ['page', 'Profile URL'],
  ['id', 'Id'],
] as const satisfies readonly (readonly [keyof Given, string])[];

const foreignHeadings = {
  Italian: 'Nome,Cognome,Azienda,Indirizzo email,URL',
  Portuguese: 'Nome,Sobrenome,Empresa,Endereço de e-mail,URL',
  Dutch: 'Voornaam,Achternaam,Bedrijf,E-mailadres,URL',
  Spanish: 'Nombre,Apellidos,Empresa,Dirección de correo electrónico,URL',
};

/** A table as people export one: notes above it, and columns that only look like those that count (D10, D11). */
const tableOf = (cases: readonly Case<Given>[]): string => {
  const cell = (text = '') => `"${text.replaceAll('"', '""')}"`;
  const rows = cases.map(([, given]) => [
    'No',
    'https://cdn.example/p.png',
    ...columns.map(([name]) => given[name] ?? ''),
  ]);
  const headings = ['Email Opt Out', 'Profile Picture URL', ...columns.map(([, heading]) => heading)];
  return [
    'Notes:',
    '"Some addresses, as ever, are missing."',
    '',
    ...[headings, ...rows].map((one) => one.map(cell).join()),
  ]
    .map((line) => `${line}\n`)
    .join('');
};

/** Answers by case; a case is missing if the door cannot read it. */
type Door<What> = (cases: readonly Case<What>[]) => Promise<ReadonlyMap<number, Answered>>;

const byCase = (answers: readonly Answered[]) => new Map(answers.entries());
const unread: Answered = { id: undefined, isSure: false, isUnchecked: false };

describe('one table of cases, at each door', () => {
  let service: CastService;
  let graph: TestGraph;
  before(async () => {
    service = await openCast();
    const { db } = service.store;
    const all: readonly (readonly [string, { readonly isKnown: boolean } & ProfileInfo])[] = Object.entries(oddPeople);
    const firms = new Map(
      all.flatMap(([, { current_company_id: id, current_company_name: name, current_company_websites: websites }]) =>
        id && name ? [[id, { id, name, websites: [...(websites ?? [])] }] as const] : [],
      ),
    );
    await writeCompanies(
      db,
      [...firms].map(([id, info]) => ({ id, company_info: info })),
    );
    await writeProfiles(
      db,
      all.map(([name, { isKnown: _, ...info }]) => ({ id: uuidFrom(`odd ${name}`), profile_info: info })),
    );
    for (const [name, { isKnown }] of all)
      if (isKnown)
        await db
          .insertInto('direct_connection')
          .values({ from_id: ada.id, to_id: uuidFrom(`odd ${name}`) })
          .execute();
    const connectors = await db.selectFrom('connector').select('id').where('team_id', '=', teams.orchard.id).execute();
    for (const { id } of connectors) await connect(db, id, new Date());
    await service.settled();
    graph = await openTestGraph(service.url, { secret, mcp: async () => createHandler('1.0.0') });
  });
  after(async () => {
    await graph?.[Symbol.asyncDispose]();
    await service?.close();
  });
  afterEach(() => {
    graph.upstream.fault = undefined;
  });

  const askGraph = async (field: 'matchPeople' | 'matchCompanies', rows: readonly object[]) => {
    const input = field === 'matchPeople' ? 'MatchRow' : 'CompanyMatchRow';
    const { data, errors } = await graph.ask<{ found: { rows: Row[] } }, object>(
      key,
      `query ($rows: [${input}!]!) { found: ${field}(rows: $rows, checkRecords: true) { rows { state id confidence } } }`,
      { rows },
    );
    assert.ok(data, JSON.stringify(errors));
    return byCase(data.found.rows.map(answered));
  };

  const askMatch = async (text: string, ...options: readonly string[]) => {
    await using directory = await temporaryDirectory();
    const file = join(directory.path, 'list.csv');
    await writeFile(file, text);
    const { code, err } = await kith(['match', file, '--records', ...options, '--graph', graph.graph.url], {
      KITH_API_KEY: key,
      KITH_SECRET: secret,
    });
    assert.equal(code, 0, err);
    const { table } = read(await readFile(join(directory.path, 'list.matched.csv'), 'utf8'));
    const headings = table?.headings?.cells ?? [];
    const rows = (table?.body ?? []).map(({ cells }) => {
      const cell = (heading: string) => cells[headings.indexOf(heading)];
      return { state: cell('kith_match') ?? '', id: cell('kith_id') || undefined, confidence: cell('kith_confidence') };
    });
    return byCase(rows.map(answered));
  };

  const askAgent = async (rows: object) => {
    const token = await sessionToken(graph.graph.url, key, { kind: 'agent', label: 'doors', total: 10 });
    const client = new Client({ name: 'test', version: '1' });
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${graph.graph.url}/mcp`), { requestInit: { headers } }),
    );
    const found: (Row & { readonly row: number })[] = [];
    for (let from: object | undefined = {}; from; ) {
      const { content } = await client.callTool({ name: 'resolve', arguments: { ...rows, ...from } });
      const [shown] = content;
      const answer: { rows: typeof found; next?: object } = JSON.parse(shown?.type === 'text' ? shown.text : '{}');
      found.push(...answer.rows);
      from = answer.next;
    }
    await client.close();
    return byCase(found.map(({ confidence, ...row }) => answered({ ...row, confidence: confidence ?? 'CERTAIN' })));
  };

  /** What the page makes of a paste; its client is that of the package. */
  const askPage = async (text: string) => {
    const client = createClient({ url: `${graph.graph.url}/graphql`, apiKey: key, budget: 0 });
    const asker: Asker = {
      run: async (document, variables) => {
        const { data, errors, credits } = await client.execute(document, variables);
        return { kind: 'done', data, errors, receipt: credits };
      },
    };
    const { rows, table } = read(text);
    const above = table?.headings?.line ?? 0;
    const answers = new Map<number, Answered>();
    for (const { row, state, candidates, reason } of await matchRows(rows, asker)) {
      const isFound = (state === 'person' || state === 'company') && candidates[0]?.ref.kind !== 'website';
      const id = candidates.flatMap(({ ref }) => ('id' in ref ? ref.id : []))[0];
      answers.set(row.line - above - 1, {
        id: isFound ? id : undefined,
        isSure: isFound && reason === undefined,
        isUnchecked: state === 'unchecked',
      });
    }
    return answers;
  };

  const compare = async <What>(cases: readonly Case<What>[], doors: Readonly<Record<string, Door<What>>>) => {
    const answers = await Promise.all(
      Object.entries(doors).map(async ([name, door]) => [name, await door(cases)] as const),
    );
    const faults = cases.flatMap(([name, , id, how], at) => {
      const told = answers.map(([door, rows]) => [door, rows.get(at) ?? unread] as const);
      const isRight = ({ id: found, isSure, isUnchecked }: Answered): boolean =>
        isUnchecked === (how === 'unchecked') &&
        (how === 'sure' ? isSure : !isSure) &&
        (how === 'sure' ? found === id : found === undefined || (how === 'unsure' && found === id));
      const isWrong = told.some(([, one]) => !isRight(one));
      const isUnequal = new Set(told.map(([, one]) => JSON.stringify(one))).size > 1;
      return isWrong || isUnequal ? [`${name} (${how} ${id}): ${JSON.stringify(Object.fromEntries(told))}`] : [];
    });
    assert.deepEqual(faults, []);
  };

  const peopleDoors: Readonly<Record<string, Door<Given>>> = {
    matchPeople: (cases) =>
      askGraph(
        'matchPeople',
        cases.map(([, { name, first, last, company, website, title, email, page: xnetUrl, id }]) => ({
          ...{ fullName: name ?? (first && `${first} ${last}`), companyName: company, companyWebsite: website },
          ...{ title, email, xnetUrl, id },
        })),
      ),
    'kith match': (cases) => askMatch(tableOf(cases)),
    resolve: (cases) =>
      askAgent({
        people: cases.map(([, { first, last, page: url, ...others }]) => ({
          ...others,
          ...(first && { first_name: first, last_name: last }),
          ...(url && { url }),
        })),
      }),
    paste: (cases) => askPage(tableOf(cases)),
  };

  it('holds people of tables', () => compare(personCases, peopleDoors));

  it('holds people of whom nobody can say, since the data service fails', () => {
    graph.upstream.fault = ({ path }) => (path === '/v3/relationships' ? { status: 503, body: {} } : undefined);
    return compare(
      [
        ['an address', { email: 'nobody@nowhere-at-all.example' }, undefined, 'unchecked'],
        ['a page', { page: page('nobody-at-all') }, undefined, 'unchecked'],
        ['a name', { name: 'Gwendolyn Featherstonehaugh', company: 'Brightwater' }, undefined, 'unchecked'],
      ],
      peopleDoors,
    );
  });

  for (const [language, headings] of Object.entries(foreignHeadings))
    it(`holds a table with headings in ${language}`, () => {
      const textOf = (cases: readonly Case<string>[]) => [headings, ...cases.map(([, row]) => row)].join('\n');
      return compare(
        [
          ['first and last name, employer', 'Eve,Larsen,Brightwater,,', eve.id, 'sure'],
          ['an address', ',,,BEN@cobalt-systems.example,', ben.id, 'sure'],
          ['a page', `,,,,${page('dmitri-volkov')}`, dmitri.id, 'sure'],
          ['a part of a name', 'Anna,John,omega,,', undefined, 'nobody'],
        ],
        {
          'kith match': (cases) => askMatch(textOf(cases)),
          resolve: (cases) => askAgent({ people: [textOf(cases)] }),
          paste: (cases) => askPage(textOf(cases)),
        },
      );
    });

  it('holds lines of lists', () => {
    const textOf = (cases: readonly Case<string>[]) => cases.map(([, line]) => `${line}\n`).join('');
    return compare(lineCases, {
      matchPeople: (cases) =>
        askGraph(
          'matchPeople',
          cases.map(([, text]) => ({ text })),
        ),
      'kith match': (cases) => askMatch(textOf(cases)),
      resolve: (cases) => askAgent({ people: cases.map(([, line]) => line) }),
      paste: (cases) => askPage(textOf(cases)),
    });
  });

  it('holds a line alone that has words of questions', () =>
    compare([['a particle', 'Eve van der Larsen at Brightwater', eve.id, 'sure']], {
      matchPeople: (cases) =>
        askGraph(
          'matchPeople',
          cases.map(([, text]) => ({ text })),
        ),
      'kith match': (cases) => askMatch(`${cases[0]?.[1]}\n`),
      resolve: (cases) => askAgent({ people: cases.map(([, line]) => line) }),
      paste: (cases) => askPage(`${cases[0]?.[1]}\n`),
    }));

  it('holds companies', () =>
    compare(companyCases, {
      matchCompanies: (cases) =>
        askGraph(
          'matchCompanies',
          cases.map(([, { company: name, website }]) => ({ name, website })),
        ),
      'kith match': (cases) => askMatch(tableOf(cases), '--companies'),
      resolve: (cases) => askAgent({ companies: cases.map(([, { company: name, website }]) => ({ name, website })) }),
      paste: (cases) => askPage(tableOf(cases)),
    }));
});
