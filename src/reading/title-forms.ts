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
mgr = manager
prod = product
rep = representative
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
director legal = legal director > general counsel
finance president > cfo, chief financial officer
human resources president > chief people officer, chro, chief human resources officer
sales president > chief revenue officer, cro, chief sales officer
marketing president > chief marketing officer, cmo
operations president > chief operating officer, coo
technology president > chief technology officer, cto
product president > chief product officer, cpo
legal president > chief legal officer, general counsel
freelancer > freelance, independent contractor, self-employed, independent consultant`;

/** Reads such a table. */
export const formsIn = (table: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    table.split('\n').flatMap((line) => {
      const [same = '', more = ''] = line.split(' > ');
      const equal = same.split(' = ');
      const all = [...equal, ...(more === '' ? [] : more.split(', '))];
      return equal.map((form) => [plain(form), all] as const);
    }),
  );

const forms = formsIn(lines);

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
