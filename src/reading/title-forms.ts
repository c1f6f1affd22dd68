import { plain } from './fold-accents.ts';

/** Titles and words in them that mean the same; after `>`, what the one before it may be, too, but not the other way around. */
const lines = `ceo = chief executive officer
cto = chief technology officer = chief technical officer
cfo = chief financial officer
coo = chief operating officer
cmo = chief marketing officer
cpo = chief product officer
cro = chief revenue officer
cco = chief customer officer
cio = chief information officer
cdo = chief data officer
ciso = chief information security officer
chro = chief human resources officer = chief people officer
vp = vice president
svp = senior vice president
evp = executive vice president
gc = general counsel
swe = software engineer
sdr = sales development representative
ae = account executive
md = managing director
pm = product manager
hr = human resources > people
sr = senior
jr = junior
cofounder = co founder
ml = machine learning
exec = executive
ops = operations
eng > engineering, engineer
dev > developer, engineer
developer > engineer
drh > chro, chief human resources officer, chief people officer, human resources director
daf > cfo, chief financial officer, finance director
dsi > cio, chief information officer, cto, chief technology officer
pdg = dg = gf > ceo, chief executive officer, managing director
boss > ceo, chief executive officer, managing director, founder
director technology = technology director > cto, chief technology officer
director finance = finance director > cfo, chief financial officer
director operations = operations director > coo, chief operating officer
director general = general director > ceo, managing director, general manager
director legal = legal director > general counsel`;

/** Skills, in the same form. */
const skillLines = `sre > site reliability, site reliability engineering
m&a = mergers and acquisitions = mergers & acquisitions
ml > machine learning
ai = artificial intelligence = ki = ia
nlp > natural language processing
k8s > kubernetes
js > javascript
ts > typescript
golang > go
postgres > postgresql
bi > business intelligence
cv > computer vision
fp&a = financial planning and analysis > financial planning
seo > search engine optimization
pr > public relations
qa > quality assurance
ir > investor relations
vc > venture capital
pe > private equity
gtm > go-to-market
aws > amazon web services
gcp > google cloud, google cloud platform
ux > user experience, ux design, user experience design
ui > user interface, ui design
ip > intellectual property
l&d > learning and development
abm > account-based marketing
crm > customer relationship management
iac > infrastructure as code`;

const formsIn = (table: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    table.split('\n').flatMap((line) => {
      const [same = '', more = ''] = line.split(' > ');
      const equal = same.split(' = ');
      const all = [...equal, ...(more === '' ? [] : more.split(', '))];
      return equal.map((form) => [plain(form), all] as const);
    }),
  );

const forms = formsIn(lines);
const skills = formsIn(skillLines);

/** The skills that records may have for words, itself first, such as `Site Reliability` for `SRE`. */
export const skillForms = (text: string): readonly string[] => [
  ...new Set([text, ...(skills.get(plain(text)) ?? skills.get(plain(singular(text))) ?? []), ...languageNamed(text)]),
];

let languages: ReadonlyMap<string, string> | undefined;

/** The English name of a language, such as `German` for `Deutsch` or `alemán`, from the platform. */
const languageNamed = (text: string): readonly string[] => {
  languages ??= new Map(
    ['de', 'fr', 'es', 'it', 'pt', 'nl'].flatMap((of) =>
      spoken.flatMap((code) => {
        const [name, english] = [of, 'en'].map((one) => new Intl.DisplayNames([one], { type: 'language' }).of(code));
        return name && english ? [[plain(name), english] as const] : [];
      }),
    ),
  );
  return [languages.get(plain(text)) ?? []].flat();
};

/** Codes of languages that many people speak. */
const spoken =
  'ar bn cs da de el en es fa fi fr he hi hu id it ja ko ms nl no pl pt ro ru sv sw ta th tr uk ur vi zh'.split(' ');

/** Words that end like a plural and are none, or have no singular in titles and records. */
const plurals = new Set(
  'sales operations logistics analytics relations resources communications services systems business games'.split(' '),
);

/** An English word without the ending of a plural. */
export const singular = (word: string): string => {
  if (plurals.has(word.toLowerCase())) return word;
  return /[^s]ies$/i.test(word) ? word.replace(/ies$/i, 'y') : word.replace(/(?<=\p{L}[^sui])s$/u, '');
};

/** Maximum number of forms: each is a condition. */
const maxForms = 8;

/** A title in the forms that records may have for it, itself first: `CFOs` is also `CFO` and `chief financial officer`. */
export const titleForms = (title: string): readonly string[] => {
  const words = title.split(/[\s,/]+/).filter((word) => word !== '');
  const single = words.map(singular);
  const all = new Set([title, single.join(' ')]);
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= Math.min(words.length, from + 4); to += 1)
      for (const form of forms.get(plain(single.slice(from, to).join(' '))) ?? [])
        all.add([...single.slice(0, from), form, ...single.slice(to)].join(' '));
  return [...all].slice(0, maxForms);
};
