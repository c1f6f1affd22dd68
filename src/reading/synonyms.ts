import { wordsOf } from './names.ts';
import { singular } from './title-forms.ts';
import { functionOf } from './vocabulary.ts';

/** Words that mean the same, and names in records for them, if these are others. */
interface Line {
  readonly same: readonly string[];
  readonly names: readonly string[];
}

type Synonyms = ReadonlyMap<string, Line>;

const keyOf = (text: string): string => wordsOf(text).join(' ');

/**
 * Reads a table of words for what records say in others. A line is a set of texts that mean the same; after `>`, texts that a
 * record may have for the ones before it, but not the other way around.
 */
const synonymsIn = (lines: string): Synonyms => {
  const table = new Map<string, Line>();
  for (const line of lines.trim().split('\n')) {
    const [same = [], names = []] = line.split('>').map((part) => part.split(/\s*[=,]\s*/).map((text) => text.trim()));
    for (const text of same) table.set(keyOf(text), { same, names });
  }
  return table;
};

const linesOf = (table: Synonyms, text: string): readonly Line[] =>
  [text, singular(text)].flatMap((form) => table.get(keyOf(form)) ?? []);

/** The texts that a record may have for this one; itself first. */
const formsOf = (table: Synonyms, text: string): readonly string[] => [
  ...new Set([text, singular(text), ...linesOf(table, text).flatMap(({ same, names }) => [...same, ...names])]),
];

const industries = synonymsIn(`
fintech > financial services, banking, insurance, payments
finance = financial = finanz = finanzen = finances = finanzas > financial services, banking
bank = banken = banque = banco = banca > banking
saas = software = logiciel = softwareentwicklung > software development, software
tech = technologie = tecnología = it > technology, software development, information services
biotech = life science = biotechnologie = biotecnología > biotechnology, biotechnology research
pharma = pharmaceutical = pharmacie = farma > pharmaceuticals, biotechnology research
healthcare = health care = health tech = healthtech = health = hospital = clinic = gesundheit = santé = salud = krankenhaus = krankenhäuser = klinik = kliniken = hôpital = hôpitaux = hospitales > hospitals and health care, health, medical equipment manufacturing
medtech = medical device = medical = medizintechnik = médicaux = médicos > medical equipment manufacturing
vc = venture capital = private equity = investor = venture = investment = fund = fonds = risikokapital = capital risque = capital riesgo > venture capital and private equity
edtech > education technology
education = bildung = éducation = educación = school > education technology, education
ecommerce = online retail = onlinehandel > e-commerce
logistics = shipping = transport = transportation = transporte = logistik = logistique = logística = freight = spedition > transportation and logistics
gaming = game = games = video game = video games = computerspiele = videospiele = jeux vidéo = videojuegos > computer games
renewable = solar = wind = erneuerbare = erneuerbare energien = énergies renouvelables = énergie renouvelable = energías renovables = energía renovable > renewable energy
cleantech = energy = energie = énergie = energía = clean energy = green energy > renewable energy, oil and gas
nonprofit = non-profit = ngo = ong = charity > non-profit organizations
telecom = telco = telekommunikation = télécom = télécommunications = telecomunicaciones > telecommunications
legal = law = law firm = kanzlei = kanzleien = anwaltskanzleien = avocats = abogados = bufete > law practice
proptech = property = immobilien = immobilier = inmobiliaria > real estate
cyber security = security = infosec = it-sicherheit = cybersicherheit = cybersécurité = ciberseguridad > cybersecurity
insurtech = insurer = versicherung = versicherungen = versicherer = assurance = assureur = seguros = aseguradora > insurance
agritech = agtech = farming = farm = agricultural = agrícola = agricole = agricultura = landwirtschaft = agro = agrar > agriculture
consulting = consultancy = beratung = unternehmensberatung = conseil = consultoría > business consulting
media = publishing = entertainment = medien = médias = medios > media production
space = aviation = raumfahrt = luftfahrt = luft- und raumfahrt = aérospatial = aérospatiale = aeroespacial > aerospace
textile = textil = fashion = apparel = clothing = mode = moda > textile manufacturing
food = beverage = lebensmittel = alimentation = alimentos > food and beverage
government = public sector = public administration > government administration
electronics = hardware = elektronik = électronique = electrónica > electronics manufacturing
robotics = robot = robotik = robotique = robótica > robotics engineering
car = carmaker = auto = automobile = automobil = automóvil = mobility > automotive
oil = gas = pétrole = petróleo > oil and gas
chip = semiconductor = halbleiter = semi-conducteurs = semiconductores > semiconductors
construction = builder = bau = bâtiment = construcción > construction
retail = retailer = einzelhandel = commerce > retail
manufacturing = manufacturer = industrial = industrie = industria > manufacturing
sustainability = climate = climate tech = nachhaltigkeit > sustainability, renewable energy
consumer = cpg = fmcg > consumer goods`);

const levels = synonymsIn(`
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
board = board member = board director`);

/** Functions that have another word in records than `functionOf` says, or several. */
const functions = synonymsIn(`
technology > engineering, information technology
customer success > support
cs > customer success
pm > product management
bd = business development > sales
r&d > research
mktg > marketing
support > customer success
design > user experience
administration > administrative`);

const schools = synonymsIn(`
univ = uni > university
inst > institute
coll > college
th > technische hochschule
tu > technische universität, technical university`);

/** States and provinces by their codes. */
const states = synonymsIn(`
on > ontario
qc > québec
bc > british columbia
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
wy > wyoming`);

/** The levels that records may have for a word, such as `cxo` for `C-Suite`; itself first. */
export const levelForms = (text: string): readonly string[] => formsOf(levels, text);

/** The functions that records may have for words, such as `Human Resources` for `HR`; itself first. */
export const functionForms = (text: string): readonly string[] => {
  const name = functionOf([text]);
  return [...new Set([...formsOf(functions, text), ...(name === undefined ? [] : [name])])];
};

/** The names that records may have for a school, itself first: one word, such as `Univ`, may be spelt out. */
export const schoolForms = (text: string): readonly string[] => {
  const words = text.replaceAll('.', '').split(/\s+/);
  const spelt = words.flatMap((word, at) => formsOf(schools, word).map((other) => words.with(at, other).join(' ')));
  return [...new Set([text.replaceAll('.', ''), ...spelt])];
};

/** The name of the state or province with a code of two letters, such as `CA`. */
export const stateOf = (code: string): string | undefined => formsOf(states, code).find((name) => name.length > 2);

/** A place without words such as `Greater` and `area`; of a code, also the names of the state and of the country. */
export const placeForms = (given: string): readonly string[] => {
  const text = given.replace(/^greater\s+|\s+(?:(?:metropolitan\s+)?area|metro|region)$/gi, '').trim() || given;
  if (!/^[a-z]{2}$/i.test(text)) return [text];
  const ofStates = formsOf(states, text).filter((name) => name.length > 2);
  return [...new Set([text, ...(keyOf(text) === 'uk' ? [] : [countryOf(text) ?? text]), ...ofStates])];
};

const countryName = new Intl.DisplayNames(['en'], { type: 'region', style: 'long', fallback: 'none' });

/** The name of the country with a code of two letters, such as `CA`. */
export const countryOf = (code: string): string | undefined =>
  keyOf(code) === 'uk' ? 'United Kingdom' : countryName.of(code.trim().toUpperCase());

/** The industries that records may have for words, such as `Banking` for `banks` and `software companies`. */
export const industryForms = (text: string): readonly string[] => {
  const bare = text.replace(
    /\s+(?:compan(?:y|ies)|firms?|funds?|studios?|startups?|industry|sector|business(?:es)?|providers?)$/i,
    '',
  );
  const both = [bare, text].flatMap((one) => [one, one.replaceAll(/\s*&\s*/g, ' and ')]);
  return [...new Set(both.flatMap((one) => formsOf(industries, one)))];
};

/** The names in records for an industry, as alternatives of a filter; itself if no other is known. */
export const industryNames = (text: string): string => {
  const [line] = linesOf(industries, text);
  return line ? (line.names.length > 0 ? line.names : line.same).join('|') : singular(text);
};

/** What follows the stem of an industry's name and of words of its kind: `construc-toras` and `construc-ción`. */
const derived =
  /^(?:e?[ns]?|er|[aou]s?|[ae]l(?:es)?|i[ae]s?|y|ic[ao]s?|iques?|ik|isch(?:e[nrs]?)?|t?or(?:[ae]s?|es)?|teurs?|c?cion|tion|ari[ao]s?|aires?|eti(?:que|c[ao])s?|rices|ives?|ceuti(?:que|c[ao])s?|ri(?:ell?e|ale)s?)$/;

/** The names in records for the industry of whose words one has the stem of a text; undefined if none has. */
export const industryLike = (text: string): string | undefined => {
  const word = keyOf(text);
  for (const key of industries.keys())
    for (let at = Math.min(word.length, key.length); at >= 4 && !/\s/.test(word + key); at -= 1)
      if (word.slice(0, at) === key.slice(0, at) && derived.test(word.slice(at)) && derived.test(key.slice(at)))
        return industryNames(key);
  return undefined;
};

/** Facts of companies that are said like an industry. */
const companyFacts = [
  [/^(?:start-?|scale-?)ups?$/i, 'isStartup'],
  [/^(?:non-?profits?|ngos?|ongs?|charit(?:y|ies)|stiftung(?:en)?)$/i, 'isNonProfit'],
  [/^(?:governments?|public sector)$/i, 'isGovernment'],
  [/^(?:acquired|bought)$/i, 'isAcquired'],
  [/^exited$/i, 'isExited'],
  [/^(?:closed|shut down|defunct)$/i, 'isShutDown'],
  [/^stealth$/i, 'isStealth'],
  [
    /^(?:public|(?:publicly )?(?:listed|traded)|stock market|cot(?:ée?s?|ees?)(?: en bourse)?|en bourse|bourse|börsennotierte[nrs]?|boersennotierte[nrs]?|cotizad[oa]s?(?: en bolsa)?|cotizan(?: en bolsa)?|en bolsa|bolsa)$/i,
    'isListed',
  ],
] as const;

/** The fact of a company's record that a word such as `startups` asks for. */
export const companyFactOf = (text: string): (typeof companyFacts)[number][1] | undefined =>
  companyFacts.find(([pattern]) => pattern.test(text.trim()))?.[1];
