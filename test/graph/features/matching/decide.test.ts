import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide } from '../../../../src/graph/features/matching/decide.ts';
import { personOf } from '../../../../src/graph/features/matching/person.ts';
import { type GivenRow, readRow } from '../../../../src/graph/features/matching/row.ts';

interface Somebody {
  readonly name: string;
  readonly slug?: string;
  readonly email?: string;
  readonly firm?: string;
  readonly site?: string;
  readonly title?: string;
}

const idOf = (number: number): string => `aaaaaaaa-0000-4000-8000-${String(number).padStart(12, '0')}`;

function decideAmong(everybody: readonly Somebody[], given: GivenRow) {
  const people = everybody.flatMap(({ name, slug, email, firm, site, title }, number) => {
    const person = personOf({
      profile: {
        id: idOf(number),
        full_name: name,
        xnet_url: slug === undefined ? null : `https://xnet.example/in/${encodeURIComponent(slug)}`,
        work_email: email ?? null,
        current_company_name: firm ?? null,
        current_company_website: site ?? null,
        current_title: title ?? null,
      },
    });
    return person ? [{ person }] : [];
  });
  const isProvider = (host: string) => host.endsWith('xnet.example');
  const isName = (word: string) => people.some(({ person }) => person.nameWords.includes(word));
  const decision = decide(readRow('profile', given, 0, isProvider), people, isName);
  const nameOf = (id: string) => everybody[Number(id.slice(-12))]?.name;
  if (decision.kind === 'FOUND') return [nameOf(decision.person.id), decision.confidence, decision.by];
  return decision.kind === 'AMBIGUOUS' ? ['?', ...decision.candidates.map(({ id }) => nameOf(id))] : [];
}

const priya: Somebody = {
  name: 'Priya Raghunathan',
  slug: 'priya-raghunathan',
  email: 'office@kestrel.example',
  firm: 'Kestrel Robotics',
  site: 'kestrel.example',
  title: 'VP Engineering',
};
const meiLing: Somebody = {
  name: 'Mei-Ling Torres',
  slug: 'mei-ling',
  firm: 'Lumora',
  site: 'https://S.example/company/lumora',
};
const chan: Somebody = { name: 'Maria Lee Chan', firm: 'Omega', site: 'omega.example' };
const anna: Somebody = { name: 'Anna John Smithson', firm: 'Omega', site: 'omega.example' };
const emil: Somebody = {
  name: 'Émile Dvořák',
  email: 'Emile.D@Brightwater.example',
  firm: 'Brightwater',
  title: 'CTO',
};
const emilElsewhere: Somebody = { name: 'Emile Dvorak', firm: 'Aurora Labs', title: 'Account Executive' };
const hans: Somebody = { name: 'Hans Meier', slug: 'hans-meier', firm: 'Omega', site: 'omega.example' };
const everybody = [priya, meiLing, chan, anna, emil, emilElsewhere, hans];

describe('whom a row means', () => {
  const certain = (name: string, by: string) => [name, 'CERTAIN', by];
  const likely = (name: string, by: string) => [name, 'LIKELY', by];
  const cases: readonly (readonly [title: string, given: GivenRow, expected: readonly (string | undefined)[]])[] = [
    [
      'a slug in any spelling',
      { xnetSlug: ' https://www.XNET.example/in/Mei-Ling/en?x=1 ' },
      certain(meiLing.name, 'XNET_SLUG'),
    ],
    ['an address in capitals', { email: ' EMILE.D@BRIGHTWATER.EXAMPLE' }, certain(emil.name, 'EMAIL')],
    ['a stored address in capitals', { email: 'emile.d@brightwater.example' }, certain(emil.name, 'EMAIL')],
    ['a page on another host', { xnetUrl: 'https://github.example/in/mei-ling' }, likely(meiLing.name, 'XNET_SLUG')],
    [
      'order turned, accents gone',
      { name: 'DVORAK, Emile', companyName: 'Brightwater' },
      certain(emil.name, 'NAME_AND_EMPLOYER'),
    ],
    [
      'title, degree and legal form',
      { name: 'Dr. Mei-Ling Torres, MBA', companyName: 'Lumora GmbH' },
      certain(meiLing.name, 'NAME_AND_EMPLOYER'),
    ],
    [
      'a letter left out',
      { name: 'Priya Ragunathan', website: 'https://www.kestrel.example/en' },
      likely(priya.name, 'NAME_AND_WEBSITE'),
    ],
    [
      'two letters wrong in a long word',
      { name: 'Priya Ragunatan', companyName: 'Kestrel Robotics' },
      likely(priya.name, 'NAME_AND_EMPLOYER'),
    ],
    [
      'an initial',
      { name: 'P. Raghunathan', companyName: 'Kestrel Robotics, Inc.' },
      likely(priya.name, 'NAME_AND_EMPLOYER'),
    ],
    ['joined names', { name: 'Meiling Torres', companyName: 'Lumora' }, certain(meiLing.name, 'NAME_AND_EMPLOYER')],
    ['the name alone', { name: 'mei-ling torres' }, likely(meiLing.name, 'NAME')],
    [
      'the domain of an address',
      { name: 'Priya Raghunathan', email: 'priya@kestrel.example' },
      certain(priya.name, 'NAME_AND_EMPLOYER'),
    ],
    [
      'a title between two of a name',
      { name: 'Emile Dvorak', title: 'Chief Technology Officer' },
      likely(emil.name, 'NAME_AND_TITLE'),
    ],
    ['two of a name', { name: 'Emile Dvorak' }, ['?', emil.name, emilElsewhere.name]],
    ['a single word', { name: 'John', website: 'omega.example' }, []],
    ['a part of a name', { name: 'Maria Lee', website: 'omega.example' }, []],
    ['a namesake elsewhere', { name: 'Mei-Ling Torres', companyName: 'Another Firm' }, ['?', meiLing.name]],
    [
      'another page on the host of a firm',
      { name: 'Mei-Ling Torres', website: 'S.example/company/other' },
      ['?', meiLing.name],
    ],
    ['the host of a firm with a page', { name: 'Mei-Ling Torres', website: 'S.example' }, ['?', meiLing.name]],
    [
      'another page, same name and employer',
      { xnetSlug: 'hans-m', name: 'Hans Meier', companyName: 'Omega' },
      ['?', hans.name],
    ],
    [
      'a shared mailbox',
      { email: 'office@kestrel.example', name: 'Hans Meier', companyName: 'Omega' },
      certain(hans.name, 'NAME_AND_EMPLOYER'),
    ],
    [
      'a shared mailbox of somebody unknown',
      { email: 'office@kestrel.example', name: 'Ola Nordmann' },
      ['?', priya.name],
    ],
    ['another word that is a name', { name: 'Hanna Meier' }, []],
    [
      'a slug that outweighs an address',
      { xnetSlug: 'hans-meier', email: 'office@kestrel.example' },
      likely(hans.name, 'XNET_SLUG'),
    ],
    ['a stranger', { name: 'Ola Nordmann', companyName: 'Omega' }, []],
  ];
  for (const [title, given, expected] of cases)
    it(`is decided by ${title}`, () => assert.deepEqual(decideAmong(everybody, given), expected));

  it('holds two people of one name at one employer apart', () => {
    const others = [...everybody, { ...hans, slug: 'hans-meier-2' }];
    assert.deepEqual(decideAmong(others, { name: 'Hans Meier', companyName: 'Omega' }), ['?', hans.name, hans.name]);
    assert.deepEqual(
      decideAmong(others, { xnetSlug: 'hans-meier-2', name: 'Hans Meier' }),
      certain(hans.name, 'XNET_SLUG'),
    );
  });

  it('is only likely by a page, if a namesake works for the employer', () => {
    const others = [...everybody, { ...hans, slug: 'hans-meier-2', firm: 'Lumora' }];
    for (const [companyName, confidence] of [
      ['Lumora', 'LIKELY'],
      ['Omega', 'CERTAIN'],
    ])
      assert.deepEqual(decideAmong(others, { xnetSlug: 'hans-meier', name: 'Hans Meier', companyName }), [
        hans.name,
        confidence,
        'XNET_SLUG',
      ]);
  });

  it('asks which of several namesakes is meant, if none is known to work for the employer', () => {
    const unplaced: Somebody = { name: 'Ada Vale' };
    const placed: Somebody = { name: 'Ada Vale', firm: 'Omega', site: 'omega.example' };
    const given = { name: 'Ada Vale', companyName: 'Lumora' };
    assert.deepEqual(decideAmong([unplaced], given), ['Ada Vale', 'LIKELY', 'NAME']);
    assert.deepEqual(decideAmong([placed, unplaced], given), ['?', 'Ada Vale', 'Ada Vale']);
  });

  it('takes a word that somebody has for no misspelling', () => {
    const others = [...everybody, { name: 'Maria Lopez', firm: 'Omega' }, { name: 'Mario Rossi', firm: 'Omega' }];
    assert.deepEqual(decideAmong(others, { name: 'Mario Lopez' }), ['?', 'Maria Lopez']);
    assert.deepEqual(decideAmong(others, { name: 'Marja Lopez' }), likely('Maria Lopez', 'NAME'));
  });

  it('asks whether somebody is meant who has a further middle name, or only an initial', () => {
    for (const name of ['Maria Chan', 'Maria Lee Ann Chan', 'M. L. Chan'])
      assert.deepEqual(decideAmong([chan], { name }), ['?', chan.name], name);
    assert.deepEqual(
      decideAmong([chan], { name: 'Maria Chan', companyName: 'Omega' }),
      likely(chan.name, 'NAME_AND_EMPLOYER'),
    );
    const titled = { ...chan, title: 'Chief Engineer' };
    assert.deepEqual(decideAmong([titled], { name: 'Maria Chan', title: 'Gardener' }), ['?', chan.name]);
    assert.deepEqual(
      decideAmong([titled], { name: 'Maria Chan', title: 'Chief Engineer' }),
      likely(chan.name, 'NAME_AND_TITLE'),
    );
  });
});
