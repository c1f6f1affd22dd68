import { wordsOf } from '../reading/names.ts';
import { placeNames } from '../reading/places.ts';
import { singular, titleForms } from '../reading/title-forms.ts';
import { functionOf, isForeign, titleOf } from '../reading/vocabulary.ts';

/**
 * Words of people and models for what records say in others, by kind. A line is a set of texts that mean the same; after
 * `>`, texts that a record may have for the one before it, but not the other way around.
 */
const lines = {
  seniority: `
    cxo = c-level = c level = c-suite = c suite = chief = csuite = clevel = chief executive = top management
    executive = exec > cxo, vp
    leader = leadership > cxo, vp, director, head, owner, founder, partner
    vp = vice president = svp = evp = vice-president = avp
    head = head of > director, vp
    director = direktor = directeur = directora
    manager = lead = management = mid-management = middle management = team lead
    senior = sr = staff = principal = expert = mid-senior
    junior = jr = entry level = entry-level = entrylevel = graduate = associate = mid > entry
    intern = internship = trainee = student = praktikant = stagiaire = werkstudent
    founder = co-founder = cofounder
    owner = business owner
    partner > owner
    board = board member = board director`,
  // Functions that the shared vocabulary has no word for, or several.
  function: `
    technology > engineering, information technology
    customer success > support
    support > customer success
    design > user experience
    administration > administrative`,
  industry: `
    fintech > financial services, banking, insurance, payments
    finance = financial = finanzen = finances = finanzas > financial services, banking
    bank = banque = banco = banca = banken > banking
    saas = software = logiciel = logiciels = software company > software development, software
    tech = technologie = tecnología = it > technology, software development, information services
    biotech = life science = life sciences > biotechnology, biotechnology research
    pharma = pharmaceutical = pharmacie > pharmaceuticals, biotechnology research
    healthcare = health care = health tech = healthtech = health = hospital = gesundheit = santé = salud = krankenhaus > hospitals and health care, health, medical equipment manufacturing
    medtech = medical device = medical devices = medical > medical equipment manufacturing
    vc = venture capital = private equity = investor = venture = investment = fund = investment fund > venture capital and private equity
    edtech > education technology
    education = bildung = éducation = educación = school > education technology, education
    ecommerce = e-commerce = online retail
    logistics = shipping = transport = transportation = logistik = logistique = logística = freight > transportation and logistics
    gaming = games = video games > computer games
    cleantech = renewables = clean energy = energy = energie = énergie = energía = green energy > renewable energy, oil and gas
    nonprofit = non-profit = ngo > non-profit organizations
    telecom = telco = telekommunikation = télécommunications > telecommunications
    legal = law > law practice
    proptech = property = immobilien = immobilier = inmobiliaria > real estate
    cyber security = security = infosec > cybersecurity
    insurtech = insurer = versicherung = assurance = seguros > insurance
    agritech = agtech = farming = agricultural = agrícola = agricola = agricole = landwirtschaft = agro > agriculture
    consulting = consultancy = beratung = conseil > business consulting
    media = publishing = entertainment > media production
    space = aviation = raumfahrt > aerospace
    textiles = textile = fashion = apparel = clothing > textile manufacturing
    food = beverage = lebensmittel = alimentation > food and beverage
    government = public sector = public administration > government administration
    electronics = hardware = elektronik > electronics manufacturing
    robotics = robot = robotik = robótica > robotics engineering
    cars = car = auto = automobile = mobility > automotive
    oil = gas > oil and gas
    chip = chips = semiconductor > semiconductors
    construction = bau = bâtiment = construcción > construction
    retail = einzelhandel = commerce > retail
    manufacturing = industrial = industrie > manufacturing
    law firm = law firms > law practice
    sustainability = climate = climate tech > sustainability, renewable energy
    consumer = cpg = fmcg > consumer goods`,
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
    emea > europe, africa, israel, united arab emirates, saudi arabia, türkiye
    mena > israel, united arab emirates, saudi arabia, egypt, morocco
    eu = european union > europe
    anz > australia, new zealand
    iberia > spain, portugal
    uk and ireland = uki > united kingdom, ireland
    santiago = santiago de chile
    washington = washington dc = washington d.c.
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
export const placeForms = (given: string): readonly string[] => {
  const text = given.replace(/^greater\s+|\s+(?:(?:metropolitan\s+)?area|metro|region)$/gi, '').trim() || given;
  const code = /^[a-z]{2}$/i.test(text) && keyOf(text) !== 'uk' ? countryName.of(text.toUpperCase()) : undefined;
  return [...new Set([...placeNames(text), ...synonyms('place', text), ...(code === undefined ? [] : [code])])];
};

const countryName = new Intl.DisplayNames(['en'], { type: 'region', style: 'long', fallback: 'none' });

/** The industries that records may have for words, such as `Banking` for `banks` and `software companies`. */
export const industryForms = (text: string): readonly string[] => {
  const bare = text.replace(
    /\s+(?:compan(?:y|ies)|firms?|funds?|startups?|industry|sector|business(?:es)?|providers?)$/i,
    '',
  );
  return [...new Set([bare, text].flatMap((one) => synonyms('industry', one)))];
};

/** The functions that records may have for words, such as `Human Resources` for `HR`. */
export const functionForms = (text: string): readonly string[] => {
  const name = functionOf([text]);
  return [...new Set([...synonyms('function', text), ...(name === undefined ? [] : [name])])];
};

const heads = (title: string): readonly string[] =>
  /\bhead\b/.test(title) ? ['director', 'manager'].map((word) => title.replace(/\bhead\b/, word)) : [];

/** The words of a title as records may have them, in English, too. */
export const titleWords = (text: string): readonly string[] => {
  const english = titleOf(text.split(/\s+/));
  // A Leiter, chef or jefe is a head, director or manager.
  const foreign = english !== undefined && text.split(/\s+/).some(isForeign) ? [english, ...heads(english)] : [];
  return [...new Set([text, ...foreign, ...(english === undefined ? [] : [english])].flatMap(titleForms))];
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
