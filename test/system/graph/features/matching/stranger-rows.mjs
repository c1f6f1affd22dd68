// Distortions of a person's facts as real exports and notes show them.
// Pure: no input/output, no clock, no global state; `random` is () => number in [0,1).
//
//   distort(person, random)           -> [{kind, row, expect, why}]   rows that mean `person`
//   baits(person, random, people?)    -> [{kind, row, expect, why}]   rows that look like `person` and are not (surely) him
//   strangers(random, count?, people?)-> [{kind, row, expect, why}]   invented people that are in no record
//   sameNamed(person, people)         -> other records with the same name (any case, accents aside)
//
// expect:
//   'this'          this person and nobody else, unless a namesake has the same employer (then: ask)
//   'this-or-ask'   this person first, or among the candidates that are offered; never somebody else for sure
//   'not-for-sure'  may be offered as a candidate with the reason told; must not be reported as found for sure
//   'nobody'        nobody
//
//   'this-other'    the record(s) named in `ids`, not `person`
//   'ask'           all of `ids` are offered, none is chosen
//
// A row has only: text? | fullName? companyName? title? place? email? website? url?

const strip = (s) =>
  s
    .normalize('NFD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC'); // accents only: vowel signs of other scripts stay
const LETTERS = {
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ß: 'ss',
  ı: 'i',
  İ: 'I',
};
const bare = (s) => strip([...s].map((c) => LETTERS[c] ?? c).join(''));
const EXPAND = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  å: 'aa',
  Å: 'Aa',
  ø: 'oe',
  Ø: 'Oe',
  æ: 'ae',
  Æ: 'Ae',
};
const expand = (s) => [...s.normalize('NFC')].map((c) => EXPAND[c] ?? c).join('');
const CYRILLIC = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  е: 'e',
  ё: 'yo',
  є: 'ye',
  ж: 'zh',
  з: 'z',
  и: 'i',
  і: 'i',
  ї: 'yi',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
};
const GREEK = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
};
const capital = (s) => (s ? s[0].toUpperCase() + s.slice(1) : s);
const latinized = (s, map) =>
  s
    .toLowerCase()
    .replace(/ου/g, 'ou')
    .split(/\s+/)
    .map((w) => capital([...strip(w.replace(/[йё]/g, (c) => CYRILLIC[c]))].map((c) => map[c] ?? c).join('')))
    .join(' ');

const isLatin = (s) => /\p{Script=Latin}/u.test(s) && !/[^\p{Script=Latin}\p{M}\p{Zs}\p{P}ʼ’'`]/u.test(s);
const NICKNAMES = {
  Michael: 'Mike',
  Robert: 'Bob',
  William: 'Bill',
  Margaret: 'Maggie',
  Elizabeth: 'Liz',
  Katherine: 'Kate',
  Katarzyna: 'Kasia',
  Alexander: 'Alex',
  Alejandro: 'Álex',
  Alessandro: 'Sandro',
  Francesca: 'Franci',
  Francisco: 'Paco',
  José: 'Pepe',
  Henry: 'Harry',
  Eleanor: 'Ellie',
  Eleonora: 'Nora',
  James: 'Jim',
  Thomas: 'Tom',
  Tomás: 'Tom',
  Viktor: 'Vik',
  Benjamin: 'Ben',
  Daniel: 'Dan',
  Samuel: 'Sam',
  Joseph: 'Joe',
  Edward: 'Ted',
  Charles: 'Charlie',
  Christopher: 'Chris',
  Matthew: 'Matt',
  Nicholas: 'Nick',
  Patrick: 'Paddy',
  Stephen: 'Steve',
  Susan: 'Sue',
  Hannah: 'Han',
  Lucía: 'Lu',
  Rebecca: 'Becky',
  Karthik: 'Kart',
  Harpreet: 'Harry',
  Łukasz: 'Łukaszek',
  Mateus: 'Matt',
  Beatrice: 'Bea',
  Ludovica: 'Ludo',
  Chiara: 'Chià',
  Johannes: 'Hannes',
  Friedrich: 'Fritz',
  Katharina: 'Kathi',
  Wolfgang: 'Wolf',
  Oliver: 'Olli',
  Philippe: 'Phil',
  Frederic: 'Fred',
  Isabella: 'Bella',
  Charlotte: 'Charlie',
  Jonathan: 'Jon',
  Andrew: 'Andy',
  Anthony: 'Tony',
  Gregory: 'Greg',
  Victoria: 'Vicky',
  Amelia: 'Millie',
  Theodore: 'Theo',
  Gabriel: 'Gabi',
  Sebastian: 'Seb',
  Maximilian: 'Max',
  Wojciech: 'Wojtek',
  Małgorzata: 'Gosia',
  Agnieszka: 'Aga',
  Magdalena: 'Magda',
  Joanna: 'Asia',
  Ferenc: 'Feri',
  László: 'Laci',
  István: 'Pisti',
  Boglárka: 'Bogi',
  Emily: 'Em',
  Grace: 'Gracie',
  Chloe: 'Chlo',
  Miles: 'Milo',
};
const KEYS = {
  a: 's',
  b: 'v',
  c: 'x',
  d: 'f',
  e: 'r',
  f: 'g',
  g: 'h',
  h: 'j',
  i: 'o',
  j: 'k',
  k: 'l',
  l: 'k',
  m: 'n',
  n: 'm',
  o: 'p',
  p: 'o',
  q: 'w',
  r: 't',
  s: 'd',
  t: 'r',
  u: 'y',
  v: 'b',
  w: 'e',
  x: 'c',
  y: 'u',
  z: 'x',
};
const FORMS = {
  'United States': ['Inc.', 'Inc', 'LLC', 'Corp.', ', Inc.'],
  'United Kingdom': ['Ltd', 'Limited', 'Ltd.', 'PLC'],
  Germany: ['GmbH', 'AG', 'GmbH & Co. KG'],
  France: ['SAS', 'S.A.S.', 'SA'],
  Spain: ['S.L.', 'S.A.', 'SL'],
  Norway: ['AS', 'ASA'],
  Denmark: ['A/S', 'ApS'],
  Sweden: ['AB'],
  Finland: ['Oy'],
  Iceland: ['ehf.', 'hf.'],
  Netherlands: ['B.V.', 'BV', 'N.V.'],
  Italy: ['S.p.A.', 'S.r.l.'],
  India: ['Pvt. Ltd.', 'Private Limited'],
  Singapore: ['Pte. Ltd.', 'Pte Ltd'],
  Japan: ['株式会社', 'K.K.'],
  'South Korea': ['주식회사', 'Co., Ltd.'],
  Brazil: ['S.A.', 'Ltda.'],
  Switzerland: ['AG', 'SA'],
  Canada: ['Ltd.', 'Inc.'],
  Hungary: ['Kft.', 'Zrt.'],
  Czechia: ['s.r.o.'],
  Poland: ['Sp. z o.o.', 'S.A.'],
  Mexico: ['S.A. de C.V.'],
  Australia: ['Pty Ltd', 'Pty. Ltd.'],
  Ireland: ['DAC', 'Ltd'],
  China: ['有限公司', 'Co., Ltd.'],
};
const TITLES = ['Dr. ', 'Prof. Dr. ', 'Mr. ', 'Ms ', 'Dipl.-Ing. ', 'Mag. ', 'Ing. '];
const DEGREES = [', MBA', ', PhD', ', CFA', ', PMP', ', M.Sc.', ', Ph.D., MBA', ' MBA'];
const MIDDLES = ['A.', 'J.', 'M.', 'K.', 'Elena', 'James', 'Maria', 'Paul'];
const TITLE_SHORT = [
  [/^VP of (.*)$/, 'VP $1'],
  [/^VP of (.*)$/, 'Vice President, $1'],
  [/^Chief Technology Officer$/, 'CTO'],
  [/^Chief Financial Officer$/, 'CFO'],
  [/^Chief Operating Officer$/, 'COO'],
  [/^Chief Revenue Officer$/, 'CRO'],
  [/^Chief Executive Officer$/, 'CEO'],
  [/^Chief Marketing Officer$/, 'CMO'],
  [/^Chief People Officer$/, 'CPO / People'],
  [/^Senior (.*)$/, 'Sr. $1'],
  [/^Junior (.*)$/, 'Jr $1'],
  [/^Director of (.*)$/, 'Dir. $1'],
  [/^Director of (.*)$/, '$1 Director'],
  [/^(.*) Manager$/, '$1 Mgr'],
  [/^Software Engineer$/, 'SWE'],
];

const pick = (list, random) => list[Math.min(list.length - 1, Math.floor(random() * list.length))];
const facts = (person) => {
  const i = person.profile_info ?? person;
  const full = (i.full_name ?? '').trim();
  let first = (i.first_name ?? '').trim();
  let last = (i.last_name ?? '').trim();
  if (!first && !last) {
    const w = full.split(/\s+/);
    if (w.length > 1) {
      first = w.slice(0, -1).join(' ');
      last = w.at(-1);
    }
  }
  const page = (i.social_media ?? []).find((s) => s?.network === 'xnet');
  const now =
    (i.experience ?? []).find((e) => e?.is_current && e.company_id && e.company_id === i.current_company_id) ??
    (i.experience ?? []).find((e) => e?.is_current);
  const invented = ['Family business', 'Various clients', 'Freelance', 'Self-employed'];
  const company =
    i.current_company_name && !invented.includes(i.current_company_name) ? i.current_company_name : undefined;
  const past = [
    ...new Map(
      (i.experience ?? [])
        .filter(
          (e) =>
            e &&
            e.is_current !== true &&
            e.company?.name &&
            e.company.name !== company &&
            !invented.includes(e.company.name) &&
            e.company_id !== i.current_company_id,
        )
        .map((e) => [e.company.name, e]),
    ).values(),
  ];
  const url = i.xnet_url ?? page?.url;
  let slug = page?.slug;
  if (!slug && url) {
    try {
      slug = decodeURIComponent(url.replace(/\/+$/, '').split('/').pop());
    } catch {
      slug = undefined;
    }
  }
  const country = now?.company?.locations?.find((l) => l?.is_primary)?.country ?? now?.company?.locations?.[0]?.country;
  return {
    full,
    first,
    last,
    company,
    country,
    past,
    title: i.current_title,
    place: i.current_location,
    locality: i.location_locality,
    email: i.work_email,
    personal: i.personal_emails?.[0],
    website: i.current_company_websites?.[0],
    url,
    slug,
    page,
    id: i.id ?? person.id,
  };
};
const changeAt = (s, at, put) => [...s].map((c, n) => (n === at ? put(c) : c)).join('');
const inner = (s, random) => {
  const c = [...s];
  const spots = c.map((_x, n) => n).filter((n) => n > 0 && /\p{L}/u.test(c[n]) && /\p{L}/u.test(c[n - 1]));
  return spots.length ? pick(spots, random) : -1;
};
const fold = (s) =>
  bare(s ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();

export function distort(person, random) {
  const f = facts(person);
  const out = [];
  const add = (kind, row, expect = 'this', why = '') => {
    for (const k of Object.keys(row)) if (row[k] === undefined || row[k] === null) delete row[k];
    if (Object.keys(row).length) out.push({ kind, row, expect, why });
  };
  if (!f.full) return out;
  const at = f.company ? { companyName: f.company } : {};
  const anchor = f.company ? 'this' : 'this-or-ask';
  const latin = isLatin(f.full);
  const both = f.first && f.last;

  add('plain', { fullName: f.full, ...at, title: f.title }, anchor, 'as it stands in the record');
  if (both) {
    add(
      'order-turned-comma',
      { fullName: `${f.last}, ${f.first}`, ...at },
      anchor,
      'exports of mail programs and HR systems: "Last, First"',
    );
    add(
      'order-turned',
      { fullName: `${f.last} ${f.first}`, ...at },
      anchor,
      'French, Hungarian and Asian lists: last name first, no comma',
    );
    add(
      'last-name-capitals',
      { fullName: `${f.first} ${f.last.toUpperCase()}`, ...at },
      anchor,
      'French and conference lists put the last name in capitals',
    );
  }
  if (bare(f.full) !== f.full && latin)
    add(
      'accents-gone',
      { fullName: bare(f.full), companyName: f.company && (isLatin(f.company) ? bare(f.company) : f.company) },
      anchor,
      'typed on a keyboard without accents',
    );
  if (latin && expand(f.full) !== f.full)
    add(
      'umlauts-written-out',
      { fullName: expand(f.full), ...at },
      anchor,
      'ä→ae, ø→oe, å→aa as in e-mail addresses and tickets',
    );
  if (f.full.normalize('NFD') !== f.full)
    add(
      'decomposed',
      { fullName: f.full.normalize('NFD'), companyName: f.company?.normalize('NFD') },
      anchor,
      'copied from a Mac file name: letters and accents as separate characters',
    );
  if (f.full.normalize('NFC') !== f.full)
    add(
      'composed',
      { fullName: f.full.normalize('NFC'), companyName: f.company?.normalize('NFC') },
      anchor,
      'the other way round',
    );
  if (/[\u0370-\u03ff]/.test(f.full))
    add(
      'romanised',
      { fullName: latinized(f.full, GREEK), ...at },
      'this-or-ask',
      'a Greek name as on a badge; several romanisations are usual',
    );
  if (/[\u0400-\u04ff]/.test(f.full))
    add(
      'romanised',
      { fullName: latinized(f.full, CYRILLIC), ...at },
      'this-or-ask',
      'a Cyrillic name as in a passport; several romanisations are usual',
    );

  if (latin) {
    let n = inner(f.full, random);
    if (n > 0) add('letter-left-out', { fullName: changeAt(f.full, n, () => ''), ...at }, anchor, 'one letter missing');
    n = inner(f.full, random);
    if (n > 0)
      add(
        'letter-twice',
        { fullName: changeAt(f.full, n, (c) => c + c.toLowerCase()), ...at },
        anchor,
        'one letter twice',
      );
    n = inner(f.full, random);
    if (n > 0 && KEYS[bare([...f.full][n]).toLowerCase()])
      add(
        'keyboard-slip',
        { fullName: changeAt(f.full, n, (c) => KEYS[bare(c).toLowerCase()] ?? c), ...at },
        anchor,
        'the neighbouring key',
      );
    const c = [...f.full];
    const spots = c
      .map((_, k) => k)
      .filter(
        (k) => k > 0 && k < c.length - 1 && /\p{Ll}/u.test(c[k]) && /\p{Ll}/u.test(c[k + 1]) && c[k] !== c[k + 1],
      );
    if (spots.length) {
      const k = pick(spots, random);
      [c[k], c[k + 1]] = [c[k + 1], c[k]];
      add('two-letters-swapped', { fullName: c.join(''), ...at }, anchor, 'typed too fast');
    }
    add(
      'capitals',
      { fullName: f.full.toUpperCase(), companyName: f.company?.toUpperCase(), title: f.title?.toUpperCase() },
      anchor,
      'an old CRM keeps all in capitals',
    );
    add(
      'small-letters',
      { fullName: f.full.toLowerCase(), companyName: f.company?.toLowerCase() },
      anchor,
      'typed in a hurry',
    );
    add('title-before', { fullName: pick(TITLES, random) + f.full, ...at }, anchor, 'a title before the name');
    add('degree-after', { fullName: f.full + pick(DEGREES, random), ...at }, anchor, 'a degree after the name');
    add('title-and-degree', { fullName: `Dr. ${f.full}, MBA`, ...at, title: f.title }, anchor, 'both');
    add(
      'emoji-and-pronouns',
      { fullName: `${f.full} ${pick(['🚀', '(she/her)', '(he/him)', '☕', '🇪🇺', '#OpenToWork'], random)}`, ...at },
      anchor,
      'what people put behind their name on the network',
    );
  }
  if (latin && both) {
    const w = f.first.split(/[\s]+/);
    add(
      'initial',
      { fullName: `${[...f.first][0]}. ${f.last}`, ...at },
      'this-or-ask',
      'first name as an initial; a colleague may share it',
    );
    add('initial-after', { fullName: `${f.last}, ${[...f.first][0]}.`, ...at }, 'this-or-ask', 'as in references');
    add(
      'last-initial',
      { fullName: `${f.first} ${[...f.last][0]}.`, ...at },
      'this-or-ask',
      'the network hides last names of far contacts',
    );
    if (w.length === 1)
      add(
        'middle-name',
        { fullName: `${f.first} ${pick(MIDDLES, random)} ${f.last}`, ...at },
        anchor,
        'a middle name or initial which the record does not have',
      );
    if (w.length > 1)
      add(
        'second-first-name-gone',
        { fullName: `${w[0]} ${f.last}`, ...at },
        'this-or-ask',
        'only the first of two first names',
      );
    if (/-/.test(f.first))
      add(
        'hyphen-gone-first',
        { fullName: `${f.first.replace(/-/g, ' ')} ${f.last}`, ...at },
        anchor,
        'Mei-Ling → Mei Ling',
      );
    if (/-/.test(f.first))
      add(
        'hyphen-joined-first',
        {
          fullName: `${f.first
            .split('-')
            .map((x, n) => (n ? x.toLowerCase() : x))
            .join('')} ${f.last}`,
          ...at,
        },
        anchor,
        'Mei-Ling → Meiling',
      );
    if (/-/.test(f.last) || /\s/.test(f.last)) {
      const parts = f.last.split(/[-\s]+/).filter(Boolean);
      const particles = /^(van|von|der|de|del|dos|da|di|la|le|al|el|ó|o|bin|abu|den|ter|ten|zu)$/i;
      const body = parts.filter((x) => !particles.test(x));
      if (body.length > 1)
        add(
          'double-name-cut',
          { fullName: `${f.first} ${parts.slice(0, parts.indexOf(body[0]) + 1).join(' ')}`, ...at },
          'this-or-ask',
          'only the first half of a double last name',
        );
      if (body.length > 1)
        add(
          'double-name-second-only',
          { fullName: `${f.first} ${body.at(-1)}`, ...at },
          'this-or-ask',
          'only the second half of a double last name',
        );
      if (parts.length > body.length && body.length)
        add(
          'particle-gone',
          { fullName: `${f.first} ${body.join(' ')}`, ...at },
          'this-or-ask',
          'van der, dos, al- … left out',
        );
      if (/-/.test(f.last))
        add(
          'hyphen-gone-last',
          { fullName: `${f.first} ${f.last.replace(/-/g, ' ')}`, ...at },
          anchor,
          'hyphen as space',
        );
      add(
        'particle-capitals',
        { fullName: `${f.first} ${f.last.split(' ').map(capital).join(' ')}`, ...at },
        anchor,
        'Van Der Meer',
      );
    }
    if (/['’]/.test(f.last)) {
      add(
        'apostrophe-curly',
        { fullName: f.full.replace(/['’]/g, (c) => (c === "'" ? '’' : "'")), ...at },
        anchor,
        'the other apostrophe',
      );
      add('apostrophe-gone', { fullName: f.full.replace(/['’]/g, ''), ...at }, anchor, 'OBrien');
      add('apostrophe-space', { fullName: f.full.replace(/['’]/g, ' '), ...at }, anchor, 'O Brien');
    }
    const nick = NICKNAMES[f.first];
    if (nick)
      add('nickname', { fullName: `${nick} ${f.last}`, ...at }, 'this-or-ask', 'what colleagues call the person');
    add(
      'maiden-name-in-brackets',
      {
        fullName: `${f.first} ${f.last} (${pick(['née', 'geb.', 'formerly'], random)} ${pick(['Hartwell', 'Brunner', 'Castel'], random)})`,
        ...at,
      },
      anchor,
      'an earlier name in brackets',
    );
  }
  if (!latin && both && !/\s/.test(f.full))
    add('space-put-in', { fullName: `${f.last} ${f.first}`, ...at }, anchor, '王小明 → 王 小明');
  if (!latin && /\s/.test(f.full) && /[\u3040-\u9fff]/.test(f.full)) {
    add('space-gone', { fullName: f.full.replace(/\s+/g, ''), ...at }, anchor, '田中 恵子 → 田中恵子');
    add('ideographic-space', { fullName: f.full.replace(/\s+/g, '\u3000'), ...at }, anchor, 'the wide space');
  }

  add('white-space', { fullName: `  ${f.full.replace(/ /g, '  ')}\t`, ...at }, anchor, 'blanks before, within, after');
  if (/ /.test(f.full))
    add('no-break-space', { fullName: f.full.replace(/ /g, '\u00a0'), ...at }, anchor, 'copied from a web page');
  add(
    'zero-width',
    { fullName: `\u200b${f.full}\u200e`, companyName: f.company && `${f.company}\ufeff` },
    anchor,
    'copied from a web page or chat',
  );
  add(
    'quoted',
    { fullName: `"${f.full}"`, companyName: f.company && `"${f.company}"` },
    anchor,
    'a table exported twice',
  );
  add(
    'web-entities',
    {
      fullName: f.full.replace(/&/g, '&amp;').replace(/'/g, '&#39;'),
      companyName: f.company?.replace(/&/g, '&amp;').replace(/'/g, '&#39;'),
    },
    anchor,
    'exported out of a web page',
  );

  if (f.company) {
    const form = pick(FORMS[f.country] ?? ['Inc.', 'Ltd', 'GmbH'], random);
    add(
      'legal-form',
      { fullName: f.full, companyName: /^,/.test(form) ? f.company + form : `${f.company} ${form}` },
      'this',
      "the employer's legal form",
    );
    add(
      'legal-form-wrong',
      { fullName: f.full, companyName: `${f.company} ${pick(['GmbH', 'Inc.', 'Ltd', 'S.A.'], random)}` },
      'this',
      'a legal form of another country; the name counts',
    );
    add('company-the', { fullName: f.full, companyName: `The ${f.company}` }, 'this', 'The …');
    add(
      'company-group',
      {
        fullName: f.full,
        companyName: `${f.company} ${pick(['Group', 'Holding', '(Group)', 'International'], random)}`,
      },
      'this-or-ask',
      'the group named instead of the firm',
    );
    add(
      'company-place',
      {
        fullName: f.full,
        companyName: `${f.company} ${pick(['Europe', 'UK', 'Deutschland', '– EMEA', '(US)'], random)}`,
      },
      'this-or-ask',
      'the country branch named',
    );
    if (/&/.test(f.company)) {
      add('ampersand-and', { fullName: f.full, companyName: f.company.replace(/&/g, 'and') }, 'this', '& → and');
      add(
        'ampersand-und',
        { fullName: f.full, companyName: f.company.replace(/&/g, pick(['und', 'et', 'y', '+'], random)) },
        'this',
        '& → und/et/y/+',
      );
      add(
        'ampersand-tight',
        { fullName: f.full, companyName: f.company.replace(/ & /g, '&') },
        'this',
        'no blanks around &',
      );
    }
    const words = f.company.split(/\s+/).filter((w) => /\p{L}/u.test(w));
    if (words.length > 2 && isLatin(f.company.replace(/&/g, '')))
      add(
        'company-abbreviated',
        { fullName: f.full, companyName: words.map((w) => [...w][0].toUpperCase()).join('') },
        'this-or-ask',
        'first letters only',
      );
    if (words.length > 1 && isLatin(f.company.replace(/&/g, ''))) {
      if (
        [...words[0]].length > 4 &&
        !/^(Paris|Berlin|London|Madrid|Boston|Austin|Sydney|Bangkok|Jakarta|Nairobi|Buenos|Praha|Bengaluru|München|Rotterdam|Stockholm|Santiago|İstanbul|al-Farsi)$/u.test(
          words[0],
        )
      )
        add(
          'company-first-word',
          { fullName: f.full, companyName: words[0] },
          'this-or-ask',
          'what everybody calls the firm',
        );
      add('company-joined', { fullName: f.full, companyName: words.join('') }, 'this', 'KestrelRobotics');
      add('company-hyphens', { fullName: f.full, companyName: words.join('-') }, 'this', 'Kestrel-Robotics');
    }
    if (isLatin(f.company.replace(/&/g, ''))) {
      const n = inner(f.company, random);
      if (n > 0)
        add(
          'company-letter-wrong',
          { fullName: f.full, companyName: changeAt(f.company, n, () => '') },
          'this',
          'one letter of the firm is missing',
        );
    }
    add('text-at', { text: `${f.full} at ${f.company}` }, 'this', 'as one writes it');
    add(
      'text-comma',
      { text: `${f.full}, ${f.title ? `${f.title}, ` : ''}${f.company}` },
      'this',
      'as on an attendee list',
    );
    add('text-brackets', { text: `${f.full} (${f.company})` }, 'this', 'brackets');
    add('text-at-sign', { text: `${f.full} @ ${f.company}` }, 'this', '@');
    add('text-dash', { text: `${f.full} – ${f.title ?? f.company} – ${f.company}` }, 'this', 'title of a web page');
    add('text-page-title', { text: `${f.full} - ${f.title ?? ''} - ${f.company} | Xnet` }, 'this', 'the browser tab');
    add(
      'text-unread-count',
      { text: `(3) ${f.full} | Xnet` },
      'this-or-ask',
      'the browser tab with a count of unread messages',
    );
    add(
      'text-bullet',
      { text: `${pick(['• ', '- ', '* ', '1. ', '3) ', '☐ ', '– '], random)}${f.full} — ${f.company}` },
      'this',
      'one item of a list',
    );
    if (both)
      add('text-german', { text: `${pick(['Herr', 'Frau'], random)} ${f.full} von ${f.company}` }, 'this', 'German');
    add('text-french', { text: `${f.full} chez ${f.company}` }, 'this', 'French');
    add('text-spanish', { text: `${f.full} de ${f.company}` }, 'this', 'Spanish');
    if (f.title)
      add(
        'text-columns',
        { text: [f.first || f.full, f.last, f.title, f.company].filter(Boolean).join('\t') },
        'this',
        'a row out of a table',
      );
  }
  if (f.title && f.company) {
    const t = TITLE_SHORT.filter(([r]) => r.test(f.title));
    if (t.length) {
      const [r, s] = pick(t, random);
      add(
        'title-short',
        { fullName: f.full, companyName: f.company, title: f.title.replace(r, s) },
        'this',
        'the title as people say it',
      );
    }
    add(
      'title-old',
      {
        fullName: f.full,
        companyName: f.company,
        title: pick(['Consultant', 'Manager', 'Analyst', 'Associate'], random),
      },
      'this',
      'title out of date: name and employer count',
    );
  }
  if (f.place) {
    add('place-only', { fullName: f.full, place: f.place }, 'this-or-ask', 'no employer, but the place');
    add(
      'place-area',
      {
        fullName: f.full,
        ...at,
        place: `${f.locality ?? f.place} ${pick(['Area', 'Metropolitan Area', 'und Umgebung', 'y alrededores', 'et périphérie'], random)}`,
      },
      anchor,
      'the network words it so',
    );
    add(
      'place-elsewhere',
      { fullName: f.full, ...at, place: pick(['Remote', 'Worldwide', 'Earth', 'N/A'], random) },
      anchor,
      'no place at all',
    );
  }

  if (f.email) {
    const [box, host] = f.email.split('@');
    add('email-plain', { email: f.email }, 'this', 'the work address alone');
    add('email-capitals', { email: f.email.toUpperCase() }, 'this', 'address in capitals');
    add('email-spaces', { email: ` ${f.email} ` }, 'this', 'blanks around');
    add('email-mailto', { email: `mailto:${f.email}` }, 'this', 'copied as a link');
    add('email-mailto-subject', { text: `mailto:${f.email}?subject=Hello` }, 'this', 'a link with a subject');
    add('email-display-name', { text: `${f.full} <${f.email}>` }, 'this', 'from the To: line');
    if (both) add('email-display-quoted', { text: `"${f.last}, ${f.first}" <${f.email}>` }, 'this', 'Outlook');
    add('email-quoted', { email: `'${f.email}'` }, 'this', 'Outlook puts quotes around');
    add('email-plus', { email: `${box}+crm@${host}` }, 'this-or-ask', 'a tagged address of the same mailbox');
    add('email-trailing-dot', { text: `${f.email}.` }, 'this', 'end of a sentence');
    add(
      'email-and-name',
      { fullName: f.full, email: f.email, companyName: f.past[0]?.company?.name },
      'this',
      'address right, employer stale',
    );
    add('email-host-as-website', { fullName: f.full, website: host }, 'this', 'only the host of the firm is known');
  }
  if (f.personal) {
    add(
      'personal-email',
      { email: f.personal },
      'this',
      'a private address; two people may share a mailbox, then: ask',
    );
    add(
      'personal-email-capitals',
      { fullName: f.full, email: capital(f.personal) },
      'this',
      'the telephone put a capital first',
    );
  }
  if (f.website) {
    add('website-plain', { fullName: f.full, website: f.website }, 'this', 'website instead of the name of the firm');
    add('website-www', { fullName: f.full, website: `https://www.${f.website}/` }, 'this', 'with www');
    add(
      'website-page',
      { fullName: f.full, website: `http://${f.website.toUpperCase()}/about-us?utm_source=mail#team` },
      'this',
      'a page of it',
    );
    add('website-bare-slashes', { fullName: f.full, website: `//${f.website}/contact` }, 'this', 'scheme cut off');
  }
  if (f.slug) {
    const p = encodeURIComponent(f.slug);
    const u = (s) => `https://www.xnet.example/in/${s}`;
    add('url-plain', { url: u(p) }, 'this', 'the page');
    add('url-decoded', { url: u(f.slug) }, 'this', 'as the address bar shows it');
    add('url-trk', { url: `${u(p)}?trk=nav_responsive_tab_profile&originalSubdomain=de` }, 'this', 'with a tail');
    add('url-slash', { url: `${u(p)}/` }, 'this', 'slash behind');
    add(
      'url-locale',
      { url: `${u(p)}/${pick(['de', 'en-us', 'fr', 'es', 'pt-br'], random)}` },
      'this',
      'language behind',
    );
    add(
      'url-locale-host',
      { url: `https://${pick(['de', 'uk', 'fr', 'es', 'in'], random)}.xnet.example/in/${p}` },
      'this',
      'country host',
    );
    add('url-mobile', { url: `http://m.xnet.example/in/${p}` }, 'this', 'the page on a telephone');
    add('url-no-scheme', { url: `xnet.example/in/${p}` }, 'this', 'no scheme');
    add('url-www-no-scheme', { text: `www.xnet.example/in/${f.slug}` }, 'this', 'typed');
    add('url-overlay', { url: `${u(p)}/overlay/contact-info/` }, 'this', 'copied while the contact card was open');
    add('url-recent-activity', { url: `${u(p)}/recent-activity/all/` }, 'this', 'copied from the activity page');
    add('url-detail', { url: `${u(p)}/details/experience/` }, 'this', 'copied from the details page');
    add(
      'url-small-hex',
      { url: u(p.replace(/%[0-9A-F]{2}/g, (x) => x.toLowerCase())) },
      'this',
      'small hexadecimal digits',
    );
    add('url-capitals', { url: `HTTPS://WWW.XNET.EXAMPLE/in/${p}` }, 'this', 'host in capitals');
    add('url-angle', { text: `<${u(p)}>` }, 'this', 'in a mail');
    add('url-bracket-link', { text: `[${f.full}](${u(p)})` }, 'this', 'in a note');
    add('url-in-sentence', { text: `pls connect me w/ ${u(p)}, thx` }, 'this', 'a comma right behind the link');
    add('url-hash', { url: `${u(p)}#main-content` }, 'this', 'hash');
    add('slug-alone', { text: `/in/${f.slug}` }, 'this', 'the tail only');
    add('slug-at', { text: `@${f.slug}` }, 'this-or-ask', 'as in a chat');
    if (/-[0-9a-f]{8,10}$/.test(f.slug))
      add(
        'slug-tail-gone',
        { fullName: f.full, ...at, url: u(encodeURIComponent(f.slug.replace(/-[0-9a-f]{8,10}$/, ''))) },
        'this-or-ask',
        'an older page name without the number',
      );
  }
  return out;
}

/** Rows that look like the person and are not surely him. `people`: all records (for namesakes); may be left out. */
export function baits(person, random, people = []) {
  const f = facts(person);
  const out = [];
  if (!f.full) return out;
  const add = (kind, row, expect, why, ids) => out.push({ kind, row, expect, why, ...(ids ? { ids } : {}) });
  if (f.past.length) {
    const e = pick(f.past, random);
    add(
      'former-employer',
      { fullName: f.full, companyName: e.company.name, ...(e.title ? { title: e.title } : {}) },
      'not-for-sure',
      'right name, but an employer of the past: may be offered with "worked there before"; if a namesake works there now, the namesake',
    );
  }
  const firms = [
    'Kestrel Robotics',
    'Lumora',
    'Brightwater Bank',
    'Paperlantern Games',
    'Halvorsen Maritime',
    'Tidal Clinics',
    'Velea',
    'Halolo',
  ];
  const never = firms.filter((n) => n !== f.company && !f.past.some((e) => e.company.name === n));
  if (never.length)
    add(
      'never-worked-there',
      { fullName: f.full, companyName: pick(never, random) },
      'not-for-sure',
      'right name at a firm where the person never was: another person of that name, unless such a record exists',
    );
  add(
    'firm-that-is-nowhere',
    {
      fullName: f.full,
      companyName: pick(
        ['Obermoor Ziegelwerke GmbH', 'Tumbledown Cycle Hire', 'Saltmarsh Upholstery Ltd', 'Quatre-Vents Traiteur'],
        random,
      ),
    },
    'not-for-sure',
    'right name at a firm in no record',
  );
  for (const other of sameNamed(person, people)) {
    const o = facts(other);
    if (o.company && o.company !== f.company)
      add(
        'namesake',
        { fullName: f.full, companyName: o.company },
        'this-other',
        'same name, another firm: it is the other one',
        [other.id],
      );
  }
  if (sameNamed(person, people).length)
    add('name-only-of-several', { fullName: f.full }, 'ask', 'several have this name', [
      f.id,
      ...sameNamed(person, people).map((o) => o.id),
    ]);
  if (f.first && f.last && f.company && isLatin(f.full)) {
    add(
      'same-family',
      {
        fullName: `${pick(['Theodora', 'Ignatius', 'Gwendolyn', 'Balthasar'], random)} ${f.last}`,
        companyName: f.company,
      },
      'not-for-sure',
      'same last name, same firm, another first name',
    );
    add(
      'same-first-name',
      {
        fullName: `${f.first} ${pick(['Featherstonehaugh', 'Quackenbush', 'Zwirnmeister'], random)}`,
        companyName: f.company,
      },
      'not-for-sure',
      'same first name, same firm, another last name',
    );
  }
  if (f.email) {
    const host = f.email.split('@')[1];
    add(
      'somebody-else-at-the-firm',
      { email: `info@${host}` },
      'not-for-sure',
      'a shared mailbox of the firm is nobody',
    );
    add(
      'unknown-box',
      { email: `thaddeus.quackenbush@${host}` },
      'not-for-sure',
      'a box at the firm that is in no record',
    );
  }
  if (f.slug) {
    add(
      'foreign-host',
      { url: `https://www.not-xnet.example/in/${encodeURIComponent(f.slug)}` },
      'not-for-sure',
      'the same path on a foreign host proves little',
    );
    add(
      'foreign-host-lookalike',
      { url: `https://xnet.example.phish.example/in/${encodeURIComponent(f.slug)}` },
      'not-for-sure',
      'the host only starts alike',
    );
    add(
      'company-path',
      { url: `https://www.xnet.example/company/${encodeURIComponent(f.slug)}` },
      'nobody',
      "the person's page name under /company/ is not a person",
    );
  }
  return out;
}

const names = new WeakMap(); // records -> folded name -> records; only to be quick
export function sameNamed(person, people) {
  let byName = names.get(people);
  if (!byName) {
    byName = new Map();
    for (const p of people)
      if (p.profile_info) {
        const n = fold(p.profile_info.full_name);
        if (!byName.has(n)) byName.set(n, []);
        byName.get(n).push(p);
      }
    names.set(people, byName);
  }
  return (byName.get(fold(facts(person).full)) ?? []).filter((p) => p.id !== person.id);
}

const FIRST = [
  'Theodora',
  'Ignatius',
  'Gwendolyn',
  'Balthasar',
  'Philippa',
  'Erasmus',
  'Clothilde',
  'Wendelin',
  'Xiomara',
  'Thaddeus',
  'Perpetua',
  'Leopoldine',
  'Casimir',
  'Hortensia',
  'Zebulon',
  'Anastacio',
];
const LAST = [
  'Featherstonehaugh',
  'Quackenbush',
  'Zwirnmeister',
  'Pumpernickle',
  'Villaquirán',
  'Ostrowidzki',
  'Brambleworth',
  'Kesselring-Thoma',
  'Delacroix-Vasseur',
  'Ngubelanga',
  'Takatsukasa',
  'Wigglesworth',
  'Entwhistle',
  'Saltonstall',
  'Bouchereau',
  'Hinterstoisser',
];
const NOFIRM = [
  'Obermoor Ziegelwerke GmbH',
  'Tumbledown Cycle Hire',
  'Saltmarsh Upholstery Ltd',
  'Quatre-Vents Traiteur',
  'Pinsel & Putz OHG',
  'Los Tres Faroles S.L.',
  'Drumlin Ceramics',
  'Hayrick Oatmeal Co.',
];
const REALFIRM = [
  'Kestrel Robotics',
  'Lumora',
  'Brightwater Bank',
  'Halvorsen Maritime',
  'Paperlantern Games',
  'Meridian Health Network',
];
const JOB = [
  'VP of Engineering',
  'Sales Manager',
  'Accountant',
  'Product Designer',
  'Chief Revenue Officer',
  'Recruiter',
];

/** Invented people; they must not be found, however they are written. `people` (all records) is only used to leave out a name that exists by chance. */
export function strangers(random, count = 12, people = []) {
  const known = new Set(people.map((p) => fold(p.profile_info?.full_name)));
  const out = [];
  for (let n = 0, guard = 0; n < count && guard < count * 20; guard++) {
    const first = pick(FIRST, random),
      last = pick(LAST, random),
      full = `${first} ${last}`;
    if (known.has(fold(full))) continue;
    n++;
    const real = pick(REALFIRM, random),
      none = pick(NOFIRM, random),
      host = `${bare(none)
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/-+$/, '')}.example`;
    const slug = bare(full)
      .toLowerCase()
      .replace(/[^a-z]+/g, '-');
    const rows = [
      ['stranger-name-only', { fullName: full }, 'a name that is in no record'],
      [
        'stranger-real-firm',
        { fullName: full, companyName: real, title: pick(JOB, random) },
        'an invented person at a real firm: the firm alone must not carry the match',
      ],
      ['stranger-no-firm', { fullName: full, companyName: none, title: pick(JOB, random) }, 'nothing is real'],
      ['stranger-text', { text: `${full}, ${pick(JOB, random)}, ${none}` }, 'as text'],
      ['stranger-email', { email: `${slug.replace('-', '.')}@${host}` }, 'an address in no record'],
      [
        'stranger-url',
        { url: `https://www.xnet.example/in/${slug}-${String(Math.floor(random() * 1e8)).padStart(8, '0')}` },
        'a page in no record',
      ],
      ['stranger-turned', { fullName: `${last}, ${first}`, companyName: real }, 'last name first'],
      [
        'stranger-place',
        { fullName: full, place: pick(['Boston', 'Berlin', 'London', 'Lagos'], random), title: pick(JOB, random) },
        'place and title of many, name of nobody',
      ],
    ];
    const [kind, row, why] = rows[Math.min(rows.length - 1, Math.floor(random() * rows.length))];
    out.push({ kind, row, expect: 'nobody', why });
  }
  return out;
}
