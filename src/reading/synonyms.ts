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
fintech = neobank = payment = payments = zahlungsdienstleister = paiement = paiements = pago = pagos = insurtech and fintech > financial services, banking, insurance, payments
finance = financial = finanz = finanzen = finances = finanzas = finanzdienstleister = finanzdienstleistung = wealth management = vermögensverwalter = asset manager > financial services, banking
bank = banken = banque = banques = bancaire = banco = banca = bancaria = sparkasse = sparkassen = caja de ahorros = lender = kreditinstitut = kreditinstitute > banking
saas = software = logiciel = logiciels = softwareentwicklung = programas informáticos = app developer = apps = softwarehaus = éditeur de logiciels > software development, software
tech = technologie = tecnología = it > technology, software development, information services
data = daten = données = datos = information service = analytics = datenanbieter > information services
biotech = life science = life sciences = biotechnologie = biotecnología = lebenswissenschaften = sciences de la vie > biotechnology, biotechnology research
pharma = pharmaceutical = pharmacie = farma = pharmazie = arzneimittel = drug maker > pharmaceuticals, biotechnology research
healthcare = health care = health tech = healthtech = health = gesundheit = gesundheitswesen = santé = salud = sanitario = sanitaria = sanitarias = soins = sanidad = pflegedienst > hospitals and health care, health, medical equipment manufacturing
hospital = clinic = krankenhaus = krankenhäuser = krankenhäusern = klinik = kliniken = spital = spitäler = spitälern = hôpital = hôpitaux = clinique = clínica = hospitales > hospitals and health care, health
medtech = medical device = medical = medizintechnik = médicaux = médicos = dispositivos médicos = dispositifs médicaux = medizingerät = medizingeräte > medical equipment manufacturing
vc = pe = venture capital = private equity = investor = investisseur = inversor = venture = investment = fund = fonds = beteiligungsgesellschaft = risikokapital = wagniskapital = capital risque = capital riesgo = capital investissement = fonds d'investissement = fondos de inversión > venture capital and private equity
edtech = e-learning = elearning = lernplattform > education technology
education = bildung = éducation = educación = school = formación = enseignement = schule = academia = teaching > education technology, education
ecommerce = online retail = onlinehandel = versandhandel = onlineshop = online shop = webshop = tienda online = tiendas online = comercio electrónico = vente en ligne = boutique en ligne = marketplace > e-commerce
logistics = shipping = transport = transportation = transporte = logistik = logistique = logística = freight = spedition = speditionen = spediteur = haulier = hauler = trucking = reederei = reedereien = transporteur = transportista = fret = carga > transportation and logistics
gaming = game = games = video game = video games = computerspiele = videospiele = spieleentwickler = spielestudio = jeux vidéo = jeux = videojuegos = juegos > computer games
renewable = renewables = solar = wind = windkraft = ökostrom = ökoenergie = grünstrom = solarenergie = erneuerbare = erneuerbare energien = énergies renouvelables = énergie renouvelable = énergie verte = énergies vertes = solaire = éolien = eólica = renovable = renovables = energías renovables = energía renovable = energía verde = green power = green electricity = cleantech = clean tech = greentech = clean energy = green energy = energías limpias > renewable energy
energy = energie = énergie = energía = utility = stadtwerk = stadtwerke = strom > renewable energy, oil and gas
nonprofit = non-profit = ngo = ong = charity > non-profit organizations
telecom = telco = telekom = telekommunikation = mobilfunk = télécom = télécommunications = opérateur mobile = telecomunicaciones = telefonía = téléphonie = mobile operator > telecommunications
legal = law = law firm = kanzlei = kanzleien = anwalt = anwaltskanzleien = rechtsanwalt = rechtsanwaltskanzlei = avocat = avocats = notariat = abogado = abogados = bufete = juristische = juridique = jurídico > law practice
proptech = property = immobilien = immobilier = immobilière = inmobiliaria = inmobiliario = realty = makler = realtor > real estate
cyber security = cyber = security = infosec = it-sicherheit = cybersicherheit = cybersécurité = sécurité informatique = ciberseguridad = seguridad informática > cybersecurity
insurtech = insurer = underwriter = versicherung = versicherungen = versicherer = assurance = assureur = mutuelle = seguro = seguros = aseguradora > insurance
agritech = agtech = farming = farm = agricultural = agrícola = agricole = agricultura = landwirtschaft = landwirtschaftlich = agro = agrar = agroalimentaire = grower > agriculture
consulting = consultancy = beratung = beratungen = unternehmensberatung = conseil = consultoría = consultora = asesoría = advisory > business consulting
media = publishing = publisher = entertainment = medien = verlag = verlage = presse = médias = édition = maison d'édition = maisons d'édition = medios = editorial = editoriales = prensa = film production = filmproduktion > media production
space = aviation = airline = fluggesellschaft = fluggesellschaften = airlines = aérien = aérienne = aérea = aerolínea = aerolíneas = raumfahrt = luftfahrt = luft = luft- und raumfahrt = aérospatial = aérospatiale = aéronautique = spatial = spatiale = aeroespacial = aeronáutica = flugzeugbau = satellite > aerospace
textile = textil = fashion = apparel = clothing = garment = mode = moda = bekleidung = kleidung = vêtement = vêtements = habillement = ropa = confección = weaving mill = weberei > textile manufacturing
food = beverage = brewery = brewing = brauerei = brauereien = brasserie = cervecería = cervecera = bakery = bäckerei = bäckereien = boulangerie = lebensmittel = nahrungsmittel = getränke = alimentation = alimentaire = agroalimentaire = boisson = boissons = alimentación = alimentos = alimenticia = bebida = bebidas = drinks = molkerei = gastronomie > food and beverage
government = public sector = public administration = behörde = behörden = administration publique = administración pública > government administration
electronics = hardware = elektronik = électronique = electrónica > electronics manufacturing
robotics = robot = robotik = roboter = robotique = robótica > robotics engineering
car = carmaker = auto = automaker = auto parts = fahrzeugbau = fahrzeug = automobilindustrie = automobile = automobil = automóvil = automotriz = automotor = coches = voiture = voitures = mobility = mobilität > automotive
oil = gas = erdöl = erdgas = öl = pétrole = pétrolier = pétrolière = gaz = petróleo = petrolera > oil and gas
chip = chipmaker = semiconductor = halbleiter = semi-conducteur = semi-conducteurs = puces = semiconductores > semiconductors
construction = builder = contractor = bau = hochbau = tiefbau = baugewerbe = bâtiment = btp = travaux publics = construcción = constructora > construction
retail = retailer = einzelhandel = einzelhändler = handel = commerce = commerce de détail = comercio minorista = minorista = grande distribution = distribution = händler = commerçant = commerçants = comerciante = comerciantes = enseigne = enseignes = detaillant = détaillant = détaillants = tienda = tiendas = magasin = magasins > retail
manufacturing = manufacturer = industrial = industrie = industria > manufacturing
sustainability = climate = climate tech = climatetech = nachhaltigkeit > sustainability, renewable energy
consumer = cpg = fmcg = konsumgüter > consumer goods`);

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

/** Whether a text is one of the words for an industry. */
export const isIndustry = (text: string): boolean => linesOf(industries, text).length > 0;

/** What follows the stem of an industry's name and of words of its kind: `construc-toras` and `construc-ción`. */
const derived =
  /^(?:e?[ns]?|er|[aou]s?|[ae]l(?:es)?|i[ae]s?|y|ic[ao]s?|iques?|ik|isch(?:e[nrs]?)?|t?or(?:[ae]s?|es)?|teurs?|c?cion|tion|ari[ao]s?|aires?|eti(?:que|c[ao])s?|rices|ives?|ceuti(?:que|c[ao])s?|ri(?:ell?e|ale)s?)$/;

/** The names in records for the industry of whose words one has the stem of a text; undefined if none has. */
export const industryLike = (text: string): string | undefined => {
  const word = keyOf(text);
  // `Lebensversicherungen` and `Telekomkonzern` are compounds.
  const part = [...industries.keys()]
    .filter(
      (key) =>
        key.length > 4 &&
        !/\s/.test(word) &&
        word.length > key.length + 2 &&
        (word.startsWith(key) || word.endsWith(key)),
    )
    .toSorted((one, other) => other.length - one.length)[0];
  for (const key of industries.keys())
    for (let at = Math.min(word.length, key.length); at >= 4 && !/\s/.test(word + key); at -= 1)
      if (word.slice(0, at) === key.slice(0, at) && derived.test(word.slice(at)) && derived.test(key.slice(at)))
        return industryNames(key);
  return part === undefined ? undefined : industryNames(part);
};
