import { formsOf, placeForms, synonymsIn } from '../reading/synonyms.ts';
import { titleForms } from '../reading/title-forms.ts';
import { functionOf, isForeign, titleOf } from '../reading/vocabulary.ts';

/** Words of people and models for what records say in others, by kind: see `synonymsIn`. */
const tables = {
  seniority: synonymsIn(`
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
    board = board member = board director`),
  // Functions that the shared vocabulary has no word for, or several.
  function: synonymsIn(`
    technology > engineering, information technology
    customer success > support
    cs > customer success
    pm > product management
    bd = business development > sales
    r&d > research
    mktg > marketing
    support > customer success
    design > user experience
    administration > administrative`),
  school: synonymsIn(`
    univ = uni > university
    inst > institute
    coll > college
    th > technische hochschule
    tu > technische universität, technical university`),
  // States and provinces by their codes.
  place: synonymsIn(`
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
    wy > wyoming`),
} as const;

type Kind = keyof typeof tables;

/** The texts that a record may have for this one; itself first. */
export const synonyms = (kind: Kind, text: string): readonly string[] => formsOf(tables[kind], text);

/** The name of the state or province with a code of two letters, such as `CA`. */
export const stateOf = (code: string): string | undefined => synonyms('place', code).find((name) => name.length > 2);

/** The names that records may have for a place, or for the code of a state. */
export const placesOf = (text: string): readonly string[] => [
  ...new Set([...placeForms(text), ...synonyms('place', text)]),
];

/** A text of several words with one of them, at its beginning or end, replaced by what means the same. */
export const rewordings = (kind: Kind, text: string): readonly string[] => {
  const words = text.split(/\s+/);
  return [
    text,
    ...words.flatMap((word, at) => formsOf(tables[kind], word).map((other) => words.with(at, other).join(' '))),
  ];
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
