import { wordsOf } from '../reading/names.ts';
import { placeNames } from '../reading/places.ts';
import { singular, titleForms } from '../reading/title-forms.ts';
import { functionOf, titleOf } from '../reading/vocabulary.ts';

/**
 * Words of people and models for what records say in others, by kind. A line is a set of texts that mean the same; after
 * `>`, texts that a record may have for the one before it, but not the other way around.
 */
const lines = {
  seniority: `
    cxo = c-level = c level = c-suite = c suite = chief = csuite = clevel
    executive > cxo, vp
    leader = leadership > cxo, vp, director, head, owner, founder, partner
    vp = vice president = svp = evp
    head > director, vp
    director
    manager = lead = management
    senior = sr = staff = principal
    junior = jr = entry level = graduate > entry
    intern = internship = trainee = student
    founder = co-founder = cofounder
    owner
    partner
    board = board member`,
  // Functions that the shared vocabulary has no word for, or several.
  function: `
    technology > engineering, information technology
    customer success > support
    support > customer success
    design > user experience
    administration > administrative`,
  industry: `
    fintech > financial services, banking, insurance, payments
    finance > financial services, banking
    bank > banking
    saas = software > software development, software
    tech > technology, software development, information services
    biotech > biotechnology, biotechnology research
    pharma > pharmaceuticals, biotechnology research
    healthcare = health care = health tech = healthtech > hospitals and health care, health, medical equipment manufacturing
    medtech > medical equipment manufacturing
    vc = venture capital = private equity = investor > venture capital and private equity
    edtech > education technology
    education > education technology, education
    ecommerce = e-commerce = online retail
    logistics = shipping = transport = transportation > transportation and logistics
    gaming = games = video games > computer games
    cleantech = renewables = clean energy = energy > renewable energy
    nonprofit = non-profit = ngo > non-profit organizations
    telecom > telecommunications
    legal = law > law practice
    proptech = property > real estate
    cyber security = security = infosec > cybersecurity
    insurtech > insurance
    agritech = farming > agriculture
    consulting > business consulting
    media > media production
    space > aerospace
    textiles = fashion > textile manufacturing
    food > food and beverage
    government > government administration
    electronics > electronics manufacturing
    robotics > robotics engineering
    cars = automotive
    oil = gas > oil and gas`,
  place: `
    cologne = köln = colonia
    nuremberg = nürnberg
    warsaw = warszawa = warschau = varsovie = varsovia
    basel = bâle = basilea
    bern = berne = berna
    frankfurt = francfort
    hamburg = hambourg
    edinburgh = édimbourg = edimburgo
    cape town = kapstadt = le cap = ciudad del cabo
    tel aviv = tel-aviv
    gothenburg = göteborg
    rome = roma = rom
    turin = torino
    florence = firenze = florenz = florencia
    naples = napoli = neapel
    venice = venezia = venedig
    seville = sevilla
    brussels = bruxelles = brussel = brüssel = bruselas
    antwerp = antwerpen = anvers
    the hague = den haag
    moscow = москва = moskau = moscou
    bucharest = bucurești
    riyadh = الرياض
    calcutta = kolkata
    osaka = 大阪
    shenzhen = 深圳
    quebec = québec
    bavaria = bayern = bavière = baviera
    lombardy = lombardia = lombardei = lombardie
    catalonia = catalunya = cataluña = catalogne
    dach > germany, austria, switzerland
    nordics = nordic countries > sweden, norway, denmark, finland, iceland
    scandinavia > sweden, norway, denmark
    benelux > belgium, netherlands, luxembourg
    latin america = latam > south america, mexico
    apac > asia, oceania
    middle east > israel, united arab emirates, saudi arabia, egypt, türkiye
    on > ontario
    qc > québec
    bc > british columbia
    nsw > new south wales
    england = angleterre = inglaterra = inghilterra
    scotland = schottland = écosse = escocia
    ak > alaska
    al > alabama
    ar > arkansas
    az > arizona
    ca > california
    co > colorado
    ct > connecticut
    dc > washington
    de > delaware
    fl > florida
    ga > georgia
    hi > hawaii
    ia > iowa
    id > idaho
    il > illinois
    in > indiana
    ks > kansas
    ky > kentucky
    la > los angeles, louisiana
    ma > massachusetts
    md > maryland
    me > maine
    mi > michigan
    mn > minnesota
    mo > missouri
    ms > mississippi
    mt > montana
    nc > north carolina
    nd > north dakota
    ne > nebraska
    nh > new hampshire
    nj > new jersey
    nm > new mexico
    nv > nevada
    ny > new york
    oh > ohio
    ok > oklahoma
    or > oregon
    pa > pennsylvania
    ri > rhode island
    sc > south carolina
    sd > south dakota
    tn > tennessee
    tx > texas
    ut > utah
    va > virginia
    vt > vermont
    wa > washington
    wi > wisconsin
    wv > west virginia
    wy > wyoming`,
  school: `
    univ = uni > university
    inst > institute
    coll > college
    th > technische hochschule
    tu > technische universität, technical university`,
} as const;

type Kind = keyof typeof lines;

const keyOf = (text: string): string => wordsOf(text).join(' ');

const tables = new Map<Kind, ReadonlyMap<string, readonly string[]>>();

function tableOf(kind: Kind): ReadonlyMap<string, readonly string[]> {
  const known = tables.get(kind);
  if (known) return known;
  const table = new Map<string, readonly string[]>();
  for (const line of lines[kind].trim().split('\n')) {
    const [same = '', more = ''] = line.split('>');
    const equal = same.split('=').map((text) => text.trim());
    const others = more.split(',').map((text) => text.trim());
    const all = [...equal, ...others].filter((text) => text !== '');
    for (const text of equal) table.set(keyOf(text), all);
  }
  tables.set(kind, table);
  return table;
}

/** The texts that a record may have for this one; itself first. */
export const synonyms = (kind: Kind, text: string): readonly string[] => {
  const forms = [text, singular(text)];
  return [...new Set([...forms, ...forms.flatMap((form) => tableOf(kind).get(keyOf(form)) ?? [])])];
};

/** A text of several words with one of them, at its beginning or end, replaced by what means the same. */
export const rewordings = (kind: Kind, text: string): readonly string[] => {
  const words = text.split(/\s+/);
  return [
    text,
    ...words.flatMap((word, at) =>
      (tableOf(kind).get(keyOf(word)) ?? []).map((other) => words.with(at, other).join(' ')),
    ),
  ];
};

/** The names that records may have for a place: of a code, those of the state and of the country. */
export const placeForms = (text: string): readonly string[] => {
  const code = /^[a-z]{2}$/i.test(text) && keyOf(text) !== 'uk' ? countryName.of(text.toUpperCase()) : undefined;
  return [...new Set([...placeNames(text), ...synonyms('place', text), ...(code === undefined ? [] : [code])])];
};

const countryName = new Intl.DisplayNames(['en'], { type: 'region', style: 'long', fallback: 'none' });

/** The functions that records may have for words, such as `Human Resources` for `HR`. */
export const functionForms = (text: string): readonly string[] => {
  const name = functionOf([text]);
  return [...new Set([...synonyms('function', text), ...(name === undefined ? [] : [name])])];
};

/** The words of a title as records may have them, in English, too. */
export const titleWords = (text: string): readonly string[] => {
  const english = titleOf(text.split(/\s+/));
  return [...new Set([text, ...(english === undefined ? [] : [english])].flatMap(titleForms))];
};

/** The alternatives in a text: what is between `or`, `|` and `;`. */
export const alternativesIn = (text: string): readonly string[] =>
  text
    .split(/\s+or\s+|\s*[|;]\s*/i)
    .map((one) => one.trim())
    .filter((one) => one !== '');

const empty = new Set('a an and at for from in of on the to who with people person persons someone anyone'.split(' '));

/** The words that tell something, of a text to search by. */
export const tellingWords = (text: string): readonly string[] =>
  (text.match(/[\p{L}\p{M}\p{N}+#&.-]+/gu) ?? []).filter(
    (word) => !empty.has(word.toLowerCase()) && /[\p{L}\p{N}]/u.test(word),
  );
