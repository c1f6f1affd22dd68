import { companyFactsIn, factNouns } from './company-facts.ts';
import { blankedAt } from './facts.ts';
import { isFiller } from './fillers.ts';
import { foldedInPlace } from './fold-accents.ts';
import { wordsOf } from './names.ts';
import { anyNumberWord, inDigits, type Range, rangeIn } from './ranges.ts';
import { isIndustry } from './synonyms.ts';
import { roleOf } from './title.ts';
import { levelOf } from './vocabulary.ts';

/** A search for companies in words. */
export interface CompanySearch {
  /** Whether companies are asked for, rather than people who work there. */
  readonly isForCompanies: boolean;
  /** The text with what the other members say blanked: industries, places, technologies and roles. */
  readonly rest: string;
  /** The words before the company in a search for people, such as `software`: its industry. */
  readonly trade?: string;
  /** The number of people who work there. */
  readonly size?: Range;
  /** The years in which they were founded. */
  readonly founded?: Range;
}

/** A pattern for any of these texts as whole words; `_` stands for a space. */
const anyOf = (texts: string): string => `(?:${texts.trim().replaceAll(/\s+/g, '|').replaceAll('_', ' ')})`;
const whole = (pattern: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'gu');

/** Words for any company, folded, in four languages. */
const firms =
  anyOf(`compan(?:y|ies) firms? business(?:es)? corporations? employers? organi[sz]ations? vendors?(?!_management) providers?
  outfits shops players ventures houses enterprises cos co['’]s accounts(?!_(?:payable|receivable|manage|exec|direct|team|depart|assist|clerk|lead|head)) enseignes cadenas groups makers mills producers suppliers operators brands chains
  firm(?:en|a|as) unternehmen betriebe? konzerne? arbeitgeber anbieter hersteller buden laden hauser produzenten betreiber
  zulieferer dienstleister werke fabriken ketten gruppen aktiengesellschaften gesellschaften
  societes? entreprises? boites? compagnies? maisons etablissements cabinets? fabricants? editeurs?(?= de) producteurs? fournisseurs? prestataires?
  groupes? marques? usines? constructeurs?(?= (?:auto|aero|naval|ferro))
  empresas? companias? negocios sociedades fabricantes? productor(?:es|as?) proveedor(?:es|as?) grupos? marcas? fabricas? despachos`);

/** Words for companies of an industry, folded. They are also words for the industry. */
const kinds =
  anyOf(`(?:start|scale)-?ups? ban(?:ks|ken|ques|cos) insurers versicher(?:er|ungen) assur(?:eurs|ances) aseguradoras
  hospitals hopitaux hospitales krankenhauser klini(?:ken|cs) clinics law_firms (?:anwalts)?kanzleien cabinets_d.avocats bufetes
  retailers manufacturers consultancies agen(?:cies|turen|ces|cias) carmakers airlines utilities telcos ngos ongs? non-?profits
  charities vcs funds studios publishers hotels universities schools`);

/** One of them after a word for any: `algún banco`. */
const some = anyOf('any some irgendein(?:en?)? algun(?:a|as|os)? quelques? welches? which quels? quelles? cual(?:es)?');
const kind = anyOf('bank banque banco insurer hospital hopital klinik agency agentur agence agencia retailer airline');

/** The end of a German compound, such as `Softwareunternehmen`. */
const joinedFirm =
  /(?<=\p{L}{3})-?(?:s?unternehmen|s?firm(?:en|a)|s?betriebe?|s?konzerne?|s?gesellschaften|hersteller|anbieter|versorger|dienstleister|schmieden?|buden?|riesen|produzenten|betreiber|zulieferer|bauer|verlage?|studios?|ketten?|fabriken|handler|(?<!kranken)hauser)(?!\p{L})/gu;

const staff =
  anyOf(`employees? people staff heads headcount ftes? ma mitarbeiter(?:n|innen)? mitarbeitenden? kopfen? beschaftigten? angestellten? leuten? personen
  employe(?:e?s)? salariee?s? person(?:s|nes|as) collaborateurs effectifs? etp empleados trabajadores plantilla belegschaft payroll workforce`);

const amount = String.raw`(?:\d[\d.,'’]*(?: \d{3}(?!\d))*(?: ?(?:k|tsd|thousand|tausend|mille?))?\+?|${anyNumberWord})`;
const comparing =
  anyOf(`[<>≤≥]=? ~ (?:no_|not_|nicht_|pas_)?(?:more|less|fewer|bigger|larger|greater|smaller|mehr|weniger|gross?er|kleiner|plus|moins|mas|menos)_(?:than|als|de|que)
  (?:superieure?s?|inferieure?s?)_a (?:superior|inferior)(?:es)?_a exceeding over above under below at_least at_most up_to max(?:imum)? min(?:imum)? about around between from uber unter mindestens hochstens ab
  bis(?:_zu)? zwischen von au_moins au_plus jusqu.a entre de al_menos hasta circa etwa rund environ unos`);
const later =
  anyOf(`(?:or|oder|ou|o|and|und|et|y)_(?:more|fewer|less|mehr|weniger|plus|moins|mas|menos|up|above) upwards? aufwarts
  (?:au_|como_|en_)?(?:minimum|maximum|minimo|maximo|min|max) mindestens hochstens wenigstens au_moins au_plus al_menos at_(?:least|most)`);
const amounts = `(?:${comparing} ?)*${amount}(?: ?(?:-|–|to|and|bis|und|a|et|y) ?${amount})?(?: ${later})?`;

/** Ways to write a size; the others are sizes only if companies are named, too. */
const sizes: readonly RegExp[] = [
  whole(`${amounts} ?${staff}(?: ${later})?`),
  whole(`(?:${staff}|size)(?: (?:is|of|von|de|d.au|est|ist|es|sea))?:? ?${amounts}`),
];
/** Companies of a size. */
const sized =
  anyOf(`smes? smbs? kmus? pmes? pymes? mittelstandler(?:n)? mittelstandsunternehmen mittelstandisch\\p{L}* corporates?
  grossunternehmen grosskonzernen? grands_groupes grandes_empresas multinationals? multinationales multinacionales`);
const looseSizes: readonly RegExp[] = [
  whole(`${comparing} ?${amounts}`),
  whole(
    anyOf(`mid(?:dle)?-?sized? medium(?:-sized)? small large big tiny klein(?:en?|er) gross?e[nr]? mittelgross?en? mittlere
      petites? grandes? moyennes? medianas? pequenas?`),
  ),
];

const yearWords = anyOf(
  'after since in before between nach seit vor ab zwischen apres depuis avant en entre despues_de desde antes_de',
);
const founding =
  anyOf(`founded established started(?:_(?:up|out|off))? set_up created launched born formed incorporated opened
  gegrundete?[nr]? entstanden aufgebaut gestartet (?:fond|cre|mont|lanc|n)ee?s? ouverte?s? (?:fund|cre|inici|mont|lanz)ad[ao]s? constituid[ao]s? nacid[ao]s?`);
const year = String.raw`((?:1[89]|20)\d\d)`;
const orBeside = anyOf(
  '(?:or|and|oder|und|ou|et|o|y)_(?:later|after|newer|spater|danach|apres|plus_tard|despues) (?:or|oder|ou|o)_(?:earlier|before|older|fruher|davor|avant|antes)',
);
const years = `(${yearWords} )?${year}(?: ?(?:-|–|to|and|bis|und|et|y) ?${year})?(?: (${orBeside}|onwards?))?`;
const founded: readonly RegExp[] = [whole(`${founding} ${years}`), whole(`${years} ${founding}`)];
/** Where companies are named, a year alone is that of their founding: `retailers since 1990`. */
const looseFounded = whole(
  `(since|after|before|from|between|seit|nach|vor|von|zwischen|depuis|apres|avant|de|entre|desde|despues de|antes de) ${year}(?: ?(?:-|–|to|and|bis|und|et|a|y) ?${year})?(?: (${orBeside}|onwards?))?(?! ?(?:${staff}|\\d|[.,]\\d))`,
);

/** Companies that were there in a year: `die es 1970 schon gab`. */
const existence =
  anyOf(`existed existing (?:were|was)_(?:already_)?(?:around|there|active|in_business) existaient existait existian? existiert\\p{L}*
  bestand(?:en)? gab bestehen estaban?_activ[ao]s?`);
const beside = anyOf('already deja ya schon bereits in by en im es da jahr');
const existing = whole(
  `(?:(?:${beside} )*${existence} (?:${beside} )*${year}|(?:${beside} )*${year} (?:${beside} )*${existence})(?: ${beside})*`,
);

/** Decades, such as `the 1990s` and `años 90`, of companies. */
const before =
  'in_the from_the since_the aus_den in_den seit_den des depuis_les en_los de_los desde_los before_the vor_den';
const decade = whole(
  `(?:(?:${founding}|${anyOf(before)}) )*(?:(?:annees|anos) ((?:1[89]|20)?\\d0|noventa|ochenta|setenta)|((?:1[89]|20)?\\d0)(?:s|er[nj]?)|(nineties|eighties|seventies|neunzigern?|achtzigern?|siebzigern?))(?: ${founding})?`,
);
const decades: Readonly<Record<string, number>> = {
  no: 1990,
  ni: 1990,
  ne: 1990,
  oc: 1980,
  ei: 1980,
  ac: 1980,
  se: 1970,
  si: 1970,
};

/** Ages, such as `less than 5 years old` and `in den letzten 5 Jahren`. */
const age = whole(
  `(?:${founding} )?(?:(?:in|within|ces|au cours|en) )?(?:(?:the|den|der|des|les|los) )?(?:(younger|less|under|fewer|junger|weniger|unter|moins|menos|last|past|letzten|dernieres|ultimos)|older|more|over|alter|mehr|uber|plus|mas)(?: (?:than|als|de|que))? (\\d+|${anyNumberWord}) (?:years?|jahren?|ans?|annees|anos)(?: (?:old|alt|ago|d.existence|d.age))?(?: ${founding})?`,
);

const foundedIn = (match: RegExpMatchArray | undefined, year: number): Range | undefined => {
  const [text = '', ...groups] = match ?? [];
  const isYoung = groups[0] !== undefined;
  const years = Number(inDigits(groups[1] ?? ''));
  if (/year|jahr|(?:ans?|annees|anos)(?!\p{L}| ?\d)/u.test(text) && years > 0)
    return isYoung ? { min: year - years } : { max: year - years };
  return undefined;
};

const decadeIn = ([text, ...groups]: RegExpMatchArray): Range => {
  const said = groups.find((one) => one !== undefined) ?? '';
  const number = decades[said.slice(0, 2)] ?? Number(said);
  const from = number < 100 ? number + (number < 30 ? 2000 : 1900) : number;
  if (/(?:since|seit|depuis|desde)/.test(text ?? '')) return { min: from };
  return /(?:before|vor |avant|antes)/.test(text ?? '') ? { max: from - 1 } : { min: from, max: from + 9 };
};

/** Questions of who uses a technology, which companies do. */
const isUse =
  /^\W*(?:who|wer|qui|quien(?:es)?)(?: [\p{L}-]+){0,4} (?:use|nutz|verwende|setz|utili[sz]|usa|emploi)\p{L}*/u;

/** Words by which a question asks for people, folded. */
const people = whole(
  anyOf(`whom? we[rnm] qui quien(?:es)? pe(?:rsons?|ople|rsonn?[ae]s) some(?:one|body) any(?:one|body) contacts? folks leute jemand(?:en)?
    kontakte? gens quelqu.?un gente alguien`),
);

/** Words for all who work somewhere, folded. */
const everybody = whole(
  `(?:${staff}|${anyOf('every(?:one|body) alle todos tod[oa]s_l[oa]s todo_el_mundo tous tout_le_monde team equipe equipo leute gens gente personas')})`,
);
/** `Who works there`, and `who is at Lumora`. */
const working =
  /(?<!\p{L})(?:who|wer|qui|quien(?:es)?)(?!\p{L})(?:['’]s\s(?:at|with)\s|.*(?<!\p{L})(?:work|arbeite|beschaftigt|angestellt|travaill|boss|trabaj|curra|(?:is|ist|est|estan?)\s(?:all|alles|at|bei|chez|en)\s))/u;
/** Said of whom somebody knows there, or of how many they are. */
const knowing =
  /(?<!\p{L})(?:kn[eo]w|kenn|conn[au]|conoc|intro|vorstell|present|contact|kontakt|reach|how many|wie ?viele|combien|cuant[oa]s)/u;

/** Whether a text asks for everybody at a firm: `who works at Lumora`, but neither `who knows somebody there` nor `how many`. */
export const asksForEverybody = (text: string): boolean => {
  const folded = foldedInPlace(text);
  return !knowing.test(folded) && (folded.search(everybody) >= 0 || working.test(folded));
};

/** Whether a word is one for any company, or for companies of an industry. */
export const isFirmWord = (word: string): boolean =>
  [whole(firms), whole(kinds)].some((pattern) => foldedInPlace(word).replace(pattern, '') === '');

/** Whether a text asks for people, or says that they work somewhere. */
export const asksForPeople = (text: string): boolean => {
  const folded = foldedInPlace(text);
  return folded.search(people) >= 0 || /(?<!\p{L})(?:work|arbeite|travaill|trabaj|boss|curra)\p{L}*/u.test(folded);
};

/**
 * Reads a search for companies, or for people at companies of a kind or size; undefined if a text names neither.
 *
 * @example
 * companySearchIn('software companies in Berlin with more than 200 people');
 * // { isForCompanies: true, rest: 'software           in Berlin with                      ', size: { min: 201 } }
 */
export function companySearchIn(text: string): CompanySearch | undefined {
  let rest = text;
  // Numbers of patents and amounts of funding are no sizes.
  let folded = blankedAt(
    foldedInPlace(text),
    companyFactsIn(text).filter(({ fact }) => fact.includes('..')),
  );
  const named = [whole(firms), whole(kinds), whole(sized), whole(`${some} ${kind}`), joinedFirm, ...factNouns]
    .map((pattern) => foldedInPlace(text).search(pattern))
    .filter((one) => one >= 0);
  const at = Math.min(...named);
  const isNamed = named.length > 0;
  /** The first match of patterns, which is removed. */
  const take = (patterns: readonly RegExp[]): RegExpMatchArray | undefined => {
    for (const pattern of patterns)
      for (const match of folded.matchAll(pattern)) {
        [rest, folded] = [blanked(rest, match.index, match[0].length), blanked(folded, match.index, match[0].length)];
        return match;
      }
    return undefined;
  };
  const there = isNamed
    ? take([existing])
        ?.slice(1)
        .find((one) => one !== undefined)
    : undefined;
  const aged = isNamed ? foundedIn(take([age]), new Date().getFullYear()) : undefined;
  const decadeText = isNamed && !aged ? take([decade]) : undefined;
  const period = aged ?? (decadeText ? decadeIn(decadeText) : undefined);
  const [, word, from, to, beside] = take(isNamed ? [...founded, looseFounded] : founded) ?? [];
  const [sizeText] = take(isNamed ? [...sizes, whole(sized), ...looseSizes] : sizes) ?? [];
  const size = sizeText === undefined ? undefined : rangeIn(sizeText);
  // `Small firms (< 50 staff)` tell a size twice.
  if (size && isNamed) while (take([looseSizes[1] ?? whole(sized)]));
  if (!isNamed && !size && from === undefined) return undefined;
  // People come first, as in `CFOs at banks`, or the company only describes them, as in `agencies directors`.
  const [next = ''] = isNamed ? wordsOf(folded.slice(at).replace(/^\S+/, '')) : [];
  const before = isNamed ? folded.slice(0, at) : folded;
  const isForCompanies =
    (before.search(people) < 0 || isUse.test(folded)) &&
    ![...wordsOf(before), ...before.split(/[\s,]+/), next].some(
      (one) => roleOf(one) !== undefined || levelOf(one) !== undefined,
    );
  const [trade = ''] = isForCompanies || !isNamed ? [] : (/(?:[\p{L}\p{M}&-]+ ){1,3}$/u.exec(rest.slice(0, at)) ?? []);
  const words = trade.split(' ').filter((one) => one !== '');
  const own = words
    .slice(words.findLastIndex((one) => isFiller(one) || roleOf(wordsOf(one)[0] ?? '') !== undefined) + 1)
    .join(' ');
  if (own !== '') rest = blanked(rest, at - own.length - 1, own.length + 1);
  const after = isForCompanies || !isNamed || own !== '' ? '' : tradeAfter(text.slice(at));
  if (after !== '') rest = blanked(rest, text.indexOf(after, at), after.length);
  const told = own === '' ? after : own;
  while (take([whole(firms), joinedFirm]));
  return {
    isForCompanies,
    rest,
    ...(told !== '' && { trade: told }),
    ...(size && { size }),
    ...(period && { founded: period }),
    ...(there !== undefined && { founded: { max: Number(there) } }),
    ...(from !== undefined && { founded: yearsIn(word ?? '', Number(from), Number(to ?? Number.NaN), beside) }),
  };
}

const blanked = (text: string, start: number, length: number): string =>
  blankedAt(text, [{ start, end: start + length }]);

/** The industry after a word for any company: `éditeur de logiciels`. */
const tradeAfter = (text: string): string => {
  const [firm = '', ...words] =
    /^([\p{L}\p{M}]+) (?:(?:de|del|of) (?:la |los |las )?|du |des |d['’]|de l['’])([\p{L}\p{M}-]+)(?: ([\p{L}\p{M}-]+))?/u
      .exec(text)
      ?.slice(1)
      .map((one) => one ?? '') ?? [];
  if (!new RegExp(`^${firms}$`, 'u').test(foldedInPlace(firm).replace(/editeurs?/, 'boite'))) return '';
  return [words.join(' ').trim(), words[0] ?? ''].find((one) => isIndustry(one)) ?? '';
};

const yearsIn = (word: string, from: number, to: number, beside = ''): Range => {
  if (to >= from) return { min: from, max: to };
  if (/earlier|before|older|fruher|davor|avant|antes/.test(beside)) return { max: from };
  if (beside !== '') return { min: from };
  if (/^(?:after|nach|apres|despues)/.test(word)) return { min: from + 1 };
  if (/^(?:before|vor|avant|antes)/.test(word)) return { max: from - 1 };
  return /^(?:in|en)? ?$/.test(word) ? { min: from, max: from } : { min: from };
};
