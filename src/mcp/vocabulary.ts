import { wordsOf } from '../reading/names.ts';

/**
 * Words of people and models for what records say in others, by kind. A line is a set of texts that mean the same; after
 * `>`, texts that a record may have for the one before it, but not the other way around.
 */
const lines = {
  title: `
    ceo = chief executive officer
    cto = chief technology officer
    cfo = chief financial officer
    coo = chief operating officer
    cmo = chief marketing officer
    cpo = chief product officer
    cro = chief revenue officer
    cio = chief information officer
    cdo = chief data officer
    ciso = chief information security officer
    chro = chief human resources officer = chief people officer
    vp = vice president
    svp = senior vice president
    evp = executive vice president
    swe = software engineer
    sdr = sales development representative
    ae = account executive
    md = managing director
    pm = product manager
    hr = human resources
    sr = senior
    jr = junior
    eng > engineering, engineer
    dev > developer, engineer
    developer > engineer`,
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
  function: `
    engineering = software = development = it = tech = technology
    product management = product
    data science = data = analytics
    human resources = hr = people = recruiting = talent
    sales = business development
    customer success = support = customer support
    operations = logistics
    finance = accounting
    investment = investing = investor = venture
    marketing = growth
    legal = law
    research = r&d
    design = ux`,
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
    munich = münchen
    cologne = köln
    zurich = zürich
    geneva = genève = genf
    vienna = wien
    prague = praha
    warsaw = warszawa
    krakow = cracow = kraków
    copenhagen = københavn = kobenhavn
    gothenburg = göteborg
    reykjavik = reykjavík
    lisbon = lisboa
    milan = milano
    rome = roma
    turin = torino
    florence = firenze
    naples = napoli
    venice = venezia
    seville = sevilla
    brussels = bruxelles = brussel
    antwerp = antwerpen
    the hague = den haag
    athens = αθήνα
    kyiv = kiev = київ
    moscow = москва
    bucharest = bucurești
    istanbul = i̇stanbul = İstanbul
    cairo = القاهرة
    riyadh = الرياض
    bangalore = bengaluru
    bombay = mumbai
    calcutta = kolkata
    tokyo = 東京
    osaka = 大阪
    shanghai = 上海
    beijing = 北京
    shenzhen = 深圳
    taipei = 台北
    seoul = 서울
    hanoi = hà nội
    sao paulo = são paulo
    bogota = bogotá
    montreal = montréal
    mexico city = ciudad de méxico
    quebec = québec
    bavaria = bayern
    lombardy = lombardia
    catalonia = catalunya
    nyc = new york city > new york
    sf = bay area = san francisco bay area > san francisco
    usa = us = u.s. = america = united states of america > united states
    uk = great britain = britain > united kingdom
    uae = emirates > united arab emirates
    korea > south korea
    holland > netherlands
    turkey = türkiye
    czech republic = czechia
    dach > germany, austria, switzerland
    nordics = nordic countries > sweden, norway, denmark, finland, iceland
    scandinavia > sweden, norway, denmark
    benelux > belgium, netherlands, luxembourg
    latin america = latam > south america, mexico
    apac > asia, oceania
    middle east > israel, united arab emirates, saudi arabia, egypt, türkiye
    ae > united arab emirates
    ak > alaska
    al > alabama
    ar > argentina, arkansas
    at > austria
    au > australia
    az > arizona
    be > belgium
    br > brazil
    ca > canada, california
    ch > switzerland
    cl > chile
    cn > china
    co > colombia, colorado
    ct > connecticut
    cz > czechia
    dc > washington
    de > germany, delaware
    dk > denmark
    eg > egypt
    es > spain
    fi > finland
    fl > florida
    fr > france
    ga > georgia
    gh > ghana
    gr > greece
    hi > hawaii
    hk > hong kong
    hu > hungary
    ia > iowa
    id > indonesia, idaho
    ie > ireland
    il > israel, illinois
    in > india
    is > iceland
    it > italy
    jp > japan
    ke > kenya
    kr > south korea
    ks > kansas
    ky > kentucky
    la > los angeles, louisiana
    ma > morocco, massachusetts
    md > maryland
    me > maine
    mi > michigan
    mn > minnesota
    mo > missouri
    ms > mississippi
    mt > montana
    mx > mexico
    my > malaysia
    nc > north carolina
    nd > north dakota
    ne > nebraska
    ng > nigeria
    nh > new hampshire
    nj > new jersey
    nl > netherlands
    nm > new mexico
    no > norway
    nv > nevada
    ny > new york
    nz > new zealand
    oh > ohio
    ok > oklahoma
    pa > pennsylvania
    ph > philippines
    pl > poland
    pt > portugal
    ri > rhode island
    sa > saudi arabia
    sc > south carolina
    sd > south dakota
    se > sweden
    sg > singapore
    th > thailand
    tn > tennessee
    tr > türkiye
    tw > taiwan
    tx > texas
    ua > ukraine
    ut > utah
    va > virginia
    vn > vietnam
    vt > vermont
    wa > washington
    wi > wisconsin
    wv > west virginia
    wy > wyoming
    za > south africa`,
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
export function synonyms(kind: Kind, text: string): readonly string[] {
  const found = [text, singular(text)].flatMap((one) => tableOf(kind).get(keyOf(one)) ?? []);
  return [...new Set([text, singular(text), ...found])];
}

/** The same text with each word or pair of words in it replaced by what means the same, for a text of several words. */
export function rewordings(kind: Kind, text: string): readonly string[] {
  const words = text.split(/[\s,/]+/).filter((word) => word !== '');
  const all = new Set([text, words.map(singular).join(' ')]);
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= Math.min(words.length, from + 4); to += 1) {
      const part = words.slice(from, to).map(singular).join(' ');
      for (const other of tableOf(kind).get(keyOf(part)) ?? [])
        all.add([...words.slice(0, from).map(singular), other, ...words.slice(to).map(singular)].join(' '));
    }
  return [...all].slice(0, 8);
}

/** Words that end like a plural and are none, or have no singular that records use. */
const plurals = new Set(
  'sales operations logistics analytics relations resources communications services systems business people games'.split(
    ' ',
  ),
);

/** Without the ending of an English plural; a text of several words, of its last one. */
function singular(text: string): string {
  if (plurals.has(text.slice(text.lastIndexOf(' ') + 1).toLowerCase())) return text;
  return /[^s]ies$/i.test(text) ? text.replace(/ies$/i, 'y') : text.replace(/(?<=\p{L}[^sui])s$/u, '');
}

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
