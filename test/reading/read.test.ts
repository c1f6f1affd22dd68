import assert from 'node:assert/strict';
import { cpuUsage } from 'node:process';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import fc from 'fast-check';
import { type Reading, read } from '../../src/reading/read.ts';
import { propertyRuns } from '../support/tier.ts';
import { exports, type Person, writers } from './exports.ts';

/** Drawn anew in each run, and printed: KITH_TEST_SEED repeats one. */
const seed = Number(process.env.KITH_TEST_SEED ?? Date.now());

const word = fc.constantFrom(
  'Ada',
  'Mei-Ling',
  'Łukasz',
  'José María',
  'O’Brien',
  'van der Meer',
  '田中',
  'Nguyễn',
  "D'Arcy",
  'Zoë',
);
const people: fc.Arbitrary<readonly Person[]> = fc
  .array(
    fc.record({
      first: word,
      last: word,
      company: fc.constantFrom(
        'Lumora GmbH',
        'Kestrel Robotics, Inc.',
        'Brightwater "Bank" plc',
        'Smith; Sons | Co',
        'Orbis\nLogistics',
        '',
      ),
      title: fc.constantFrom('CTO', 'VP, Engineering', 'Head of "Growth"', 'Director; Sales', ''),
      hasEmail: fc.boolean(),
    }),
    { minLength: 2, maxLength: 12 },
  )
  .map((drawn) =>
    drawn.map(({ hasEmail, ...person }, at) => ({
      ...person,
      url: `https://www.xnet.example/in/person-${at}`,
      email: hasEmail ? `person.${at}@lumora.example` : '',
    })),
  );

const asRead = ({ rows }: Reading) =>
  rows.map(({ name, url, emails = [], company = '', title = '' }) => ({
    name,
    url,
    emails,
    company: company.replaceAll(/\s+/g, ' '),
    title,
  }));

describe(`a table (seed ${seed})`, () => {
  it('is read to the same rows whichever program writes it, with whichever headings and notes', () => {
    fc.assert(
      fc.property(
        people,
        fc.constantFrom(...exports),
        fc.constantFrom(...writers),
        (given, { above, headings, cells }, { write }) => {
          const text = write([...above, headings, ...given.map(cells)]);
          const reading = read(text);
          assert.deepEqual(
            asRead(reading),
            given.map(({ first, last, url, email, company, title }) => ({
              name: `${first} ${last}`,
              url,
              emails: email === '' ? [] : [email],
              company: company.replaceAll(/\s+/g, ' '),
              title,
            })),
            text,
          );
          assert.ok(reading.rows.every(({ about }) => about === 'person'));
        },
      ),
      { seed, numRuns: 5 * propertyRuns(100) },
    );
  });

  it('keeps every character: records and line ends joined are the text', () => {
    const pieces = fc.constantFrom(
      '"',
      ',',
      ';',
      '\t',
      '\n',
      '\r\n',
      '\r',
      '|',
      'Name',
      'Email',
      'a@x.example',
      'Ada',
      ' ',
      '-',
      '“',
      'sep=',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        const { table, rows, unread } = read(text);
        const records = table && [...table.above, ...(table.headings ? [table.headings] : []), ...table.body];
        if (records) assert.equal(records.map(({ raw, end }) => raw + end).join(''), text);
        else {
          // A list: each line that is not blank is a row, several, or unread.
          const told = new Set([...rows, ...unread].map(({ line }) => line));
          for (const [at, line] of text.split(/\r\n|\r|\n/).entries())
            assert.equal(told.has(at + 1), line.trim() !== '', JSON.stringify(text));
        }
      }),
      { seed, numRuns: 10 * propertyRuns(100) },
    );
  });
});

describe('columns', () => {
  const kindsOf = (text: string, options = {}) =>
    Object.fromEntries(
      (read(text, options).table?.columns ?? []).flatMap(({ heading, kind }) => (kind ? [[heading, kind]] : [])),
    );

  it('are known by their cells before their headings, and never by a part of a heading', () => {
    const text = [
      'Name,E-mail 1 - Type,E-mail 1 - Value,Email Opt Out,Company Name for Emails,Profile Picture URL,Organization Name URL,LinkedIn,Company Linkedin Url',
      'Ada,* Work,ada@x.example,true,Lumora,https://p.example/1.png,https://base.example/org/1,https://xnet.example/in/ada,https://xnet.example/company/l',
      'Bo,Home,bo@x.example,false,Lumora,https://p.example/2.png,https://base.example/org/2,https://xnet.example/in/bo,https://xnet.example/company/l',
      'Cy,Home,cy@x.example,false,Lumora,https://p.example/3.png,https://base.example/org/3,https://xnet.example/in/cy,https://xnet.example/company/l',
    ].join('\n');
    assert.deepEqual(kindsOf(text), {
      Name: 'name',
      'E-mail 1 - Value': 'email',
      LinkedIn: 'url',
      'Company Linkedin Url': 'companyUrl',
    });
  });

  it('of one owner’s address in every row identify nobody', () => {
    const rows = Array.from({ length: 6 }, (_, at) => `P${at} Q${at},own@us.example,p${at}@x.example`);
    assert.deepEqual(kindsOf(['Name,Owner,Email', ...rows].join('\n')), { Name: 'name', Email: 'email' });
  });

  it('are what the caller says first', () => {
    const text = 'Name,Firma,Chef\nLumora,X,Ada Moreau';
    assert.deepEqual(read(text, { columns: { name: 'chef', company: 'Name' } }).rows[0]?.name, 'Ada Moreau');
  });

  it('without headings are known by their cells', () => {
    const { rows } = read('Ada Moreau\tCTO\tLumora\tada@x.example\nBo Chan\tHead of Sales\tOrbis\tbo@x.example');
    assert.deepEqual(asRead({ rows } as Reading), [
      { name: 'Ada Moreau', url: undefined, emails: ['ada@x.example'], company: 'Lumora', title: 'CTO' },
      { name: 'Bo Chan', url: undefined, emails: ['bo@x.example'], company: 'Orbis', title: 'Head of Sales' },
    ]);
  });

  it('of companies make rows about companies, and a person’s company is the employer', () => {
    assert.equal(read('Company,Website\nLumora,lumora.example').rows[0]?.about, 'company');
    assert.equal(read('Account Name\nLumora').rows[0]?.company, 'Lumora');
    assert.equal(read('Name,Domain\nLumora GmbH,lumora.example\nOrbis,orbis.example').rows[0]?.company, 'Lumora GmbH');
    assert.equal(read('Name\nLumora', { of: 'companies' }).rows[0]?.company, 'Lumora');
    const [row] = read(
      'First Name,Last Name,Account Name,URL,Company URL\nAda,Moreau,Lumora,xnet.example/in/ada,lumora.example',
    ).rows;
    assert.deepEqual(
      [row?.about, row?.name, row?.company, row?.website],
      ['person', 'Ada Moreau', 'Lumora', 'lumora.example'],
    );
  });

  it('beyond the first of a kind are fallbacks, and all addresses count', () => {
    const text =
      'Name,Work Email,Personal Email,Website,Domain\nAda,n/a,ada@home.example,,lumora.example\nBo,bo@x.example; b@x.example,b@home.example,x.example,y.example';
    const [ada, bo] = read(text).rows;
    assert.deepEqual([ada?.emails, ada?.website], [['ada@home.example'], 'lumora.example']);
    assert.deepEqual([bo?.emails, bo?.website], [['bo@x.example', 'b@x.example', 'b@home.example'], 'x.example']);
  });
});

describe('the first line', () => {
  for (const text of [
    'Steve Jobs, Apple\nMei-Ling Torres, Kestrel Robotics',
    'Target Corporation, Retail\nLumora, Energy',
    'Job Title Inc\nLumora',
  ])
    it(`of ${JSON.stringify(text)} is no heading`, () => {
      assert.equal(read(text).rows.length, 2);
    });

  for (const heading of ['Email', 'Name', 'Company', 'E-Mail-Adresse'])
    it(`“${heading}” alone is one, unless the caller says otherwise`, () => {
      const text = `${heading}\nada@x.example\nbo@x.example`;
      assert.equal(read(text).rows.length, 2);
      assert.equal(read(text, { hasHeadings: false }).rows.length, heading === 'Email' ? 3 : 3);
    });
});

describe('a list', () => {
  const members = ({ line: _l, text: _t, cells: _c, ...row }: Reading['rows'][number]) => row;
  const cases: readonly (readonly [string, readonly object[]])[] = [
    ['1. Ada Moreau – CTO, Lumora', [{ about: 'person', name: 'Ada Moreau', title: 'CTO', company: 'Lumora' }]],
    ['• Ada Moreau | CTO | Lumora', [{ about: 'person', name: 'Ada Moreau', title: 'CTO', company: 'Lumora' }]],
    [
      '- [ ] Ada Moreau - CTO at Kestrel Robotics, Inc.',
      [{ about: 'person', name: 'Ada Moreau', title: 'CTO', company: 'Kestrel Robotics, Inc.' }],
    ],
    ['Ada Moreau, Lumora', [{ name: 'Ada Moreau', company: 'Lumora' }]],
    ['Ada Moreau (Lumora)', [{ name: 'Ada Moreau', company: 'Lumora' }]],
    ['> Ada Moreau (she/her)', [{ name: 'Ada Moreau (she/her)' }]],
    ['Robert Downing, Jr.', [{ name: 'Robert Downing, Jr.' }]],
    [
      'Dr. Priya Ragunathan, MBA, Brightwater Bank plc',
      [{ name: 'Dr. Priya Ragunathan, MBA', company: 'Brightwater Bank plc' }],
    ],
    ['Torres, Mei-Ling', [{ name: 'Torres, Mei-Ling' }]],
    ['van der Meer, Jan', [{ name: 'van der Meer, Jan' }]],
    ['Kestrel Robotics, Inc.', [{ about: 'company', company: 'Kestrel Robotics, Inc.' }]],
    ['Ada Moreau <Ada@Lumora.example>', [{ about: 'person', emails: ['ada@lumora.example'], name: 'Ada Moreau' }]],
    ['Ada Moreau ada@lumora.example', [{ about: 'person', emails: ['ada@lumora.example'], name: 'Ada Moreau' }]],
    [
      'To: "Chan, Maria" <a@x.example>, Moreau, Ada <ada@x.example>; b@x.example',
      [
        { about: 'person', emails: ['a@x.example'], name: 'Chan, Maria' },
        { about: 'person', emails: ['ada@x.example'], name: 'Moreau, Ada' },
        { about: 'person', emails: ['b@x.example'] },
      ],
    ],
    [
      'https://www.xnet.example/in/ada/details/experience/ https://xnet.example/company/lumora/people/',
      [
        { about: 'person', url: 'https://www.xnet.example/in/ada/details/experience/' },
        { about: 'company', companyUrl: 'https://xnet.example/company/lumora/people/' },
      ],
    ],
    [
      'Ada Moreau: https://www.xnet.example/in/ada/en',
      [{ about: 'person', url: 'https://www.xnet.example/in/ada/en', name: 'Ada Moreau' }],
    ],
    ['https://T.example/view/delta', [{ about: 'company', website: 'https://T.example/view/delta' }]],
    ['bücher.example', [{ about: 'company', website: 'bücher.example' }]],
    ['“Ada Moreau”', [{ name: 'Ada Moreau' }]],
    ['VP Engineering at Kestrel Robotics', [{ about: 'person', company: 'Kestrel Robotics', title: 'VP Engineering' }]],
    ['Ada Moreau; Mei-Ling Torres', [{ name: 'Ada Moreau' }, { name: 'Mei-Ling Torres' }]],
    [
      'Ada Moreau, Mei-Ling Torres, Bo Chan',
      [{ name: 'Ada Moreau' }, { name: 'Mei-Ling Torres' }, { name: 'Bo Chan' }],
    ],
    ['9E396919-bd21-5a3e-8b17-b812c61e055e', [{ id: '9E396919-bd21-5a3e-8b17-b812c61e055e' }]],
  ];
  for (const [text, rows] of cases)
    it(`reads ${JSON.stringify(text)}`, () => {
      assert.deepEqual(read(text).rows.map(members), rows);
    });

  it('tells the line of what it cannot read', () => {
    assert.deepEqual(
      read('Ada Moreau\n\n***\nBo Chan').unread.map(({ line }) => line),
      [3],
    );
  });
});

describe('a table that is not well written', () => {
  it('tells rows with stray quotes, and loses none of them', () => {
    const { rows, unread } = read(
      'Name,Company,Email\n"Ada" Moreau,Lumora,ada@x.example\nBo,"Kestrel,bo@x.example\nCy,"K, Inc",cy@x.example',
    );
    assert.deepEqual(
      rows.map(({ emails }) => emails?.[0]),
      ['ada@x.example', 'bo@x.example', 'cy@x.example'],
    );
    assert.deepEqual(
      unread.map(({ line }) => line),
      [2, 3],
    );
  });

  it('tells rows that name nobody, and cells that do not hold what their column does', () => {
    const { rows, unread } = read(
      'Name,Email,Phone\nAda,ada@x.example,1\n,,555 0100\nBo,bo at x,2\nCy,cy@x.example,3\nDi,di@x.example,4',
    );
    assert.deepEqual(
      unread.map(({ line }) => line),
      [3],
    );
    assert.deepEqual(rows[1]?.problems, ['“bo at x” is not an e-mail address.']);
  });
});

describe('a question', () => {
  const spansOf = (text: string) => read(text).rows.flatMap(({ spans = [] }) => spans.map((span) => span.text));
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['who can introduce me to the VP Engineering at Kestrel Robotics?', ['VP Engineering', 'Kestrel Robotics']],
    ['Wer kann mich Priya Ragunathan bei Brightwater Bank vorstellen', ['Priya Ragunathan', 'Brightwater Bank']],
    ['¿Quién conoce a alguien en Lumora?', ['Lumora']],
    ['Qui peut me présenter à Mei-Ling Torres', ['Mei-Ling Torres']],
    ['hi! could you intro me to ada@lumora.example please', ['ada@lumora.example']],
    ['who do we know at Lumora’s bank', ['Lumora']],
    ['Priya is looking for somebody at Lumora', ['Priya', 'Lumora']],
    ['Intro to Mei-Ling Torres at the Lumora of Berlin', ['Mei-Ling Torres', 'Lumora']],
    ['alumni of ETH Zürich who know Rust', ['ETH Zürich', 'Rust']],
  ];
  for (const [text, spans] of cases)
    it(`is cut into spans: ${text}`, () => {
      const found = spansOf(text);
      assert.deepEqual(
        spans.filter((span) => !found.includes(span)),
        [],
      );
    });
});

describe('the reader', () => {
  for (const [line, members] of [
    ['Andrés Castaño – VP of People – Brightwater Bank', ['Andrés Castaño', 'VP of People', 'Brightwater Bank']],
    ['(3) Catarina da Silva | Xnet', ['Catarina da Silva', undefined, 'Xnet']],
    ['Femke van Dijk at Lumora', ['Femke van Dijk', undefined, 'Lumora']],
    ['Conor Murphy at Emberea Works', ['Conor Murphy', undefined, 'Emberea Works']],
    ['Lieke van den Berg <lieke@lumora.example>', ['Lieke van den Berg', undefined, undefined]],
    ['Sjoerd\tvan Dijk\tEngineering Manager\tHalvorsen', ['Sjoerd van Dijk', 'Engineering Manager', 'Halvorsen']],
  ] as const)
    it(`reads ${JSON.stringify(line)} as an entry`, () => {
      const [row] = read(line).rows;
      assert.deepEqual([row?.name, row?.title, row?.company], members);
    });

  for (const [text, ...slugs] of [
    ['Profile\nmei-ling-torres', 'mei-ling-torres'],
    ['Name,Profile\nMei-Ling Torres,mei-ling-torres\nJan Meer,jos%C3%A9-x', 'mei-ling-torres', 'jos%C3%A9-x'],
    ['Name,LinkedIn URL\nAda Moreau,adamoreau\nEve Larsen,https://xnet.example/in/eve', 'adamoreau', undefined],
    ['Profile\nhttps://www.xnet.example/in/ada\neve-larsen', undefined, 'eve-larsen'],
    ['Company,Company LinkedIn\nLumora,lumora-inc', 'lumora-inc'],
    // The page of an employer is nobody's own.
    ['Name,Title,Company,Company LinkedIn\nAda Moreau,CTO,Lumora,lumora-inc', undefined],
    ['Name,Profile\nAda Moreau,Public\nEve Larsen,Private', undefined, undefined],
    ['Name,Profile\nAda Moreau,Recruiter\nEve Larsen,Recruiter\nBen Okafor,CTO', undefined, undefined, undefined],
  ] as const)
    it(`reads a bare slug in a column of pages, and no other word: ${JSON.stringify(text)}`, () => {
      const { rows, unread } = read(text);
      assert.deepEqual(
        rows.map(({ slug }) => slug),
        slugs,
      );
      assert.deepEqual(unread, []);
    });

  it('reads people as search results show them, with the lines below a name', () => {
    const { rows } = read(
      'Anouk Smit\n• 3rd+\nSenior Product Designer at Adéyẹmí Studio\nRotterdam, Netherlands\nMessage\nAda Moreau\n· 2nd\nCTO at Lumora\nConnect',
    );
    assert.deepEqual(
      rows.map(({ line, name, title, company }) => [line, name, title, company]),
      [
        [1, 'Anouk Smit', 'Senior Product Designer', 'Adéyẹmí Studio'],
        [6, 'Ada Moreau', 'CTO', 'Lumora'],
      ],
    );
  });

  it('reads names with firms in brackets out of a sentence', () => {
    const { rows } = read('lunch w/ Hannah Mercer (North Capital) & Thierry Vasseur (Smith Machines) on tue');
    assert.deepEqual(
      rows.map(({ name, company }) => [name, company]),
      [
        ['Hannah Mercer', 'North Capital'],
        ['Thierry Vasseur', 'Smith Machines'],
      ],
    );
  });

  it('takes at most 12 kB of the page, gzipped', async () => {
    const { outputFiles } = await build({
      entryPoints: ['src/reading/read.ts'],
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2024',
      platform: 'browser',
      write: false,
    });
    const bytes = gzipSync(outputFiles[0]?.contents ?? '').length;
    assert.ok(bytes > 0 && bytes <= 12 * 1024, `${bytes} bytes`);
  });

  it('takes no more time for what repeats', () => {
    for (const text of [
      '"'.repeat(20_000),
      `${'a,"b'.repeat(5_000)}\n`.repeat(3),
      `${' '.repeat(50_000)}x`,
      'a@'.repeat(20_000),
      '<'.repeat(50_000),
      `${'Ada Moreau, '.repeat(20_000)}`,
      '('.repeat(50_000),
    ]) {
      // Of the processor, since other programs may run.
      const before = cpuUsage();
      read(text);
      const { user, system } = cpuUsage(before);
      assert.ok(user + system < 2_000_000, JSON.stringify(text.slice(0, 20)));
    }
  });
});
