import { andWords, orWords } from './conjunctions.ts';
import { blankedAt } from './facts.ts';
import { foldedInPlace } from './fold-accents.ts';
import { isLanguage } from './skill-forms.ts';
import { withTitleWords } from './title-words.ts';
import { isRole, isTitleWord, rankOf, titleOf } from './vocabulary.ts';

/** What a text says of careers in idioms; `rest` is the text with that blanked. */
export interface Career {
  /** Levels, of a range such as `director and above`; separated by `|`. */
  readonly level?: string;
  /** The range of days in which the present job began, as two days separated by `..`, the second exclusive. */
  readonly since?: string;
  /** A former title, and where its words end: the employer at that time may follow. */
  readonly was?: { readonly title: string; readonly end: number };
  readonly rest: string;
}

/** The levels in records that follow one another. */
const ladder = ['intern', 'entry', 'senior', 'manager', 'director', 'vp', 'cxo'] as const;

/** Words for a level in a range, folded, by the index of the level. */
const rungs: readonly (readonly [index: number, words: string])[] = [
  [0, 'interns?|praktikant(?:en|in|innen)?|stagiaires?|becari[oa]s?'],
  [1, 'juniors?|jr|entry(?:.level)?|mid(?:.level)?|middle|intermediate|debutants?|berufsanfanger|intermedi[oa]s?'],
  [2, 'seniors?|sr|confirmes?|experimentad[oa]s?|experimentes?'],
  [3, 'managers?|gerentes?|abteilungsleiter|teamleiter|gestionnaires?|chefs? d.equipe|jef[ea]s?|responsables?'],
  [4, 'directors?|direktor(?:en|in|innen)?|directeurs?|directrices?|director(?:es|as?)|heads?|bereichsleiter'],
  [5, 'vps?|vice.?presidents?|vizeprasident(?:en|in|innen)?|vicepresident[ea]s?|vice.?presidentes?|svps?'],
  [6, 'cxos?|c.?levels?|c.?suite|chiefs?|vorstand(?:e)?|vorstandsebene'],
];
const rung = `(${rungs.map(([, words]) => words).join('|')})(?:[- ](?:levels?|niveau|ebene|nivel))?`;
const indexOf = (word: string): number =>
  rungs.find(([, words]) => new RegExp(`^(?:${words})$`, 'u').test(word))?.[0] ?? ladder.length;

const whole = (pattern: string, flags = 'u'): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern.replaceAll(' ', String.raw`\s`)})(?![\p{L}\p{N}])`, flags);

const upward =
  '(?: ?,)?(?: (?:and|or|und|oder|et|ou|y|o|&))? ?(?:(?:levels? )?(?:above|up|upwards?|higher|beyond|more senior|better|aufwarts|hoher|daruber|(?:plus|et) (?:haut|au-dessus|gradees?)|plus|au-dessus|(?:para|hacia) arriba|superior(?:es)?|por encima|mas(?: alto)?)(?: level)?)';
const ranges: readonly (readonly [RegExp, isUpward: boolean])[] = [
  [whole(`${rung}(?: ?(?:-|–|to|through|till|until|up to|bis(?: hin)?(?: zu[mr]?)?|a|jusqu.a|hasta) ?)${rung}`), false],
  [
    whole(
      `(?:from |at least |minimum |min |ab |mindestens |a partir de |au moins |des |desde |al menos |como minimo )?(?:the )?${rung}${upward}`,
    ),
    true,
  ],
  [new RegExp(String.raw`(?<![\p{L}\p{N}])${rung}(?:\+(?=[\s,;.)]|$)|\s\+(?=\s*(?:[,;.)]|$)))`, 'u'), true],
  [
    whole(
      `(?:from|at least|minimum|min|ab|mindestens|a partir de|au moins|desde|al menos|como minimo) (?:the )?${rung}`,
    ),
    true,
  ],
];

/** Levels of which each is asked for: `nivel senior o gerente`, `Senior- oder Manager-Ebene`. */
const either = `(?:-? ?(?:,|/|${orWords}|${andWords}) )`;
const listed: readonly RegExp[] = [
  whole(`(?:levels?|niveaux?|nivel(?:es)?|ebenen?):? ${rung}${either}${rung}`),
  whole(`${rung}${either}${rung}(?<=level|niveau|ebene|nivel)s?`),
];

/** Words for those who manage people, folded. */
const managing = whole(
  `(?:manag|lead|run)(?:e?s|ing|e)? (?:(?:a|an|their|own|small|big|whole) )*teams?|(?:(?:ein|eigenes|ihr|grosse|kleine) )*teams? (?:leite|fuhre)[nt]|(?:encadr|manag|ger|dirig)(?:ent|e) (?:(?:une|des|leur|petite) )*equipes?|(?:gestionan?|dirigen?|llevan?|lideran?) (?:(?:un|su|propio) )*equipos?`,
);

/** Words for those who lead, whatever their title is, folded. */
const leaders = whole(
  `(?<!thought )leadership(?! (?:skills?|coach|training|team|development))|(?:senior |top )?leaders(?! of)|decision[- ]?makers?|higher[- ]?ups|top brass|big (?:shots?|wigs?|cheeses?)
  |entscheider(?:in|innen|n)?|entscheidungstrager\\p{L}*|fuhrungs(?:ebene|riege|personal|spitze)|leitungsebene|(?:die )?(?:bosse(?! (?:chez|a|en|pour|dans|comme|avec))|oberen|obersten)
  |decideurs?|decideuses?|cadres (?:dirigeants?|superieurs?)|grands? (?:chefs?|patrons?)|huiles|pontes
  |(?:who|that|to|they) (?:lead|leads|heads?(?: up)?|spearheads?)(?= )|(?:people |those |folks |the ones )?in charge of|(?:(?:ceux|celles|qui|ceux qui) )*(?:dirig|pilot|chapeaut)(?:ent|e)(?= (?:la|le|les|l.|une?|des|toute))|(?:(?:die|wer|leute) )*(?:leiten|leitet|verantworten|verantwortet|das sagen haben)(?= *(?:[,.?!]|$))|(?:(?:los|las|que|quienes|quien) )*(?:dirigen?|lideran?|encabezan?)(?= )|directiv[oa]s?|altos? cargos?|mandamases|jefaz[oa]s?|decisor(?:es|as?)|(?:que )?(?:lleg|ascend)\\p{L}+ (?:a|hasta) (?:la )?direccion|(?:arriv|parven)\\p{L}+ (?:a|jusqu.a) la direction|tomador(?:es|as?) de decisi\\p{L}+|cupula`.replaceAll(
    /\s*\n\s*/g,
    '',
  ),
);

/** Words for the beginning of a job; those of the second group begin one only at an employer. */
const joined = whole(
  `(?:(?:who|has|have|newly|did|just) )*(?:joined|hired|onboarded)|(?:neu )?(?:dazugekommen|dazugestossen|eingestiegen|hinzugekommen)(?: (?:sind|ist))?
  |(?:(?:ont|a|sont|est|qui|ayant|a) )*(?:rejoint|integre)|(?:(?:se|que|han|ha) )*(?:incorporad\\p{L}+|incorporo|incorporaron|uni(?:eron|o|do))(?: a)?`.replaceAll(
    /\s*\n\s*/g,
    '',
  ),
);
const began = whole(
  `started|began|begun|starting|arrived|came on board|new|newcomers?|new hires?|angefangen|anfingen|anfangen|begonnen|gestartet|gekommen|eingestellt|neu|neuzugange|neulinge
  |(?:(?:ont|a|sont|est|qui) )*(?:commence|debute|demarre|arrive)(?:e?s)?(?!\\p{L})|embauches?|recrutes?|(?:que |han? )*(?:empez|comenz|entr|lleg|arranc)(?:o|aron|ado|ando)|nuev[oa]s|contratad[oa]s?|fichad[oa]s?`.replaceAll(
    /\s*\n\s*/g,
    '',
  ),
);
const atFirm = whole('at|with|bei|beim|chez|a|en|zu|zur');

/** Times since a job began, folded, as days: of the first to that of the second exclusively. */
const times: readonly (readonly [RegExp, (now: Date, match: RegExpExecArray) => readonly [Date, Date | undefined]])[] =
  [
    [
      whole(`(?:since|after|seit|nach|ab|depuis|apres|desde|despues de) ((?:19|20)\\d\\d)`),
      (_, { 0: text, 1: year }) => [
        yearOf(Number(year) + (/^(?:after|nach|apres|despues)/.test(text) ? 1 : 0)),
        undefined,
      ],
    ],
    [
      whole(`(?:(?:in|en|im|during|l.annee|el ano|im jahr|im jahre|en el) )*((?:19|20)\\d\\d)`),
      (_, { 1: year }) => [yearOf(Number(year)), yearOf(Number(year) + 1)],
    ],
    [
      whole(`this year|(?:in )?diese[ms]? jahr(?:es)?|heuer|cette annee|(?:en )?(?:este|lo que va de) ano`),
      (now) => [yearOf(now.getUTCFullYear()), yearOf(now.getUTCFullYear() + 1)],
    ],
    [
      whole(
        `last year|(?:im )?(?:letzte[sn]?|vorige[sn]?|vergangene[sn]?|vorjahr) ?(?:jahr(?:es)?)?|l.an(?:nee)? (?:derniere?|passee?)|(?:en )?el ano pasado`,
      ),
      (now) => [yearOf(now.getUTCFullYear() - 1), yearOf(now.getUTCFullYear())],
    ],
    [
      whole(
        `(?:in|within|over|im|in den|die|dans|au cours|durant|en|durante)?(?: ?(?:the|des?|les|los|las))? ?(?:last|past|letzten|vergangenen|dernieres?|derniers?|ultim[oa]s) (\\d+|few|paar|quelques|twelve|six|three|two|sechs|drei|zwolf|trois|douze|tres|seis|doce)?(?: ?)(months?|monaten?|mois|meses|years?|jahren?|ans|anos)|(?:ces |les |los |(?:\\d+ )?)?(\\d+) (months?|mois|meses|years?|ans|anos)? ?(?:derniers|ultimos)`,
      ),
      (now, { 0: text, 1: count = '', 3: other = '' }) => {
        const words: Readonly<Record<string, number>> = {
          twelve: 12,
          zwolf: 12,
          douze: 12,
          doce: 12,
          six: 6,
          sechs: 6,
          seis: 6,
          three: 3,
          drei: 3,
          trois: 3,
          tres: 3,
          two: 2,
        };
        const number = Number.parseInt(count || other, 10) || (words[count] ?? 3);
        const months = /year|jahr|ans|anos/.test(text) ? number * 12 : number;
        return [new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, now.getUTCDate())), undefined];
      },
    ],
  ];
const yearOf = (year: number): Date => new Date(Date.UTC(year, 0, 1));
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Before a former title, and around it, folded. */
const wasBefore = whole(
  `(?:(?:who|has|have|had|then) )*(?:started|began|begun|kicked off|set)(?: (?:out|off))?(?: (?:their|his|her) (?:careers?|working li\\p{L}+))? as(?: an?)?|used to (?:be|work as)(?: an?)?|(?:was|were|been|being) once(?: an?)?|once (?:was |were |worked as )?(?:an?)|(?:has|have|had) (?:previously |once |formerly |also |ever )*(?:been|worked as)(?: an?)?|(?:previously|formerly|earlier|before that|once) (?:worked )?(?:as )?an?|(?:who )?(?:was|were)(?: previously| formerly| originally| once)(?: an?)?|with a past as(?: an?)?
  |(?:die |der )?(?:mal|einmal|einst|schon mal|fruher|vorher|zuvor|fruher mal|vorher mal)(?: als)?(?: ein(?:e)?)?(?= \\p{L}+ (?:war|gewesen|gearbeitet|tatig))|als(?: ein(?:e)?)?(?= \\p{L}+(?: \\p{L}+)? (?:angefangen|begonnen|gestartet|gearbeitet|eingestiegen))
  |(?:qui |ayant |ont |a |avoir )*(?:deja |d.abord |autrefois |jadis |auparavant )*(?:ete|etaient|etait|debute comme|commence comme|demarre comme|travaille comme|exerce comme|debute en tant que|commence en tant que)(?: d.abord| autrefois| jadis| auparavant| avant)?(?: une?)?
  |(?:que )?(?:(?:hayan?|han?|habian?|haber) sido|fueron|fue|eran|era|empez\\p{L}+ (?:como|de|siendo)|comenz\\p{L}+ (?:como|de|siendo)|arranc\\p{L}+ (?:como|de)|trabaj(?:aron|o|aban|ado) (?:como|de))(?: antes| alguna vez| anteriormente)?(?: una?)?`.replaceAll(
    /\s*\n\s*/g,
    '',
  ),
  'gu',
);
/** After a former title, folded. */
const wasAfter =
  /^\s*(?:(?:waren|war|gewesen(?: sind| ist)?|angefangen|begonnen|gestartet|gearbeitet|tatig waren)(?: haben| hat)?|before|earlier|once|previously|in the past|early on|fruher|vorher|antes|anteriormente|en su dia|alguna vez|avant|auparavant|autrefois|jadis|par le passe)(?!\p{L})/u;
/** Words for former holders of a title, where no employer is named. */
const formerly = whole(
  `(?:ex|former|erstwhile|one-?time|ehemalige[nr]?|fruhere[nr]?|einstige[nr]?|ancien(?:ne)?s?|antigu[oa]s?|exs?)-?`,
  'gu',
);

/** The title that begins at an offset, of at most four words; undefined if none does. */
const titleAt = (text: string, start: number): { readonly title: string; readonly end: number } | undefined => {
  const words = [...text.slice(start).matchAll(/^\s*|(?<=^(?:\s*[\p{L}\p{M}&-]+)+)\s+/gu)].slice(0, 4);
  const ends = words.flatMap(({ 0: space, index }) => {
    const at = start + index + space.length;
    const [word] = /^[\p{L}\p{M}&-]+/u.exec(text.slice(at)) ?? [];
    return word === undefined ? [] : [at + word.length];
  });
  const end = ends.findLast((one) => {
    const some = text.slice(start, one).trim().split(/\s+/);
    return some.every((word) => isTitleWord(word) || rankOf(word) !== undefined) && some.some(isRole);
  });
  const title = end === undefined ? undefined : titleOf(text.slice(start, end).trim().split(/\s+/));
  return title === undefined || end === undefined ? undefined : { title, end };
};

/**
 * Reads careers: ranges of levels, the beginning of a job, and former titles.
 *
 * @param isAtFirm whether an employer is named, whose former staff `former` may mean
 */
export const careerIn = (text: string, now: Date, isAtFirm: boolean): Career => {
  let rest = text;
  const blank = (start: number, length: number): void => {
    rest = blankedAt(rest, [{ start, end: start + length }]);
  };
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const match = pattern.exec(foldedInPlace(rest));
    if (match) blank(match.index, match[0].length);
    return match ?? undefined;
  };
  let level: string | undefined;
  for (const [pattern, isUpward] of ranges) {
    const match = level === undefined ? take(pattern) : undefined;
    if (!match) continue;
    const [from, to] = [indexOf(match[1] ?? ''), isUpward ? ladder.length - 1 : indexOf(match[2] ?? '')];
    level = ladder.slice(Math.min(from, to), Math.max(from, to) + 1).join('|');
  }
  for (const pattern of level === undefined ? listed : []) {
    const match = take(pattern);
    if (match) level ??= [match[1], match[2]].map((word = '') => ladder[indexOf(word)]).join('|');
  }
  if (take(managing)) level ??= ladder.slice(3).join('|');
  if (take(leaders)) level ??= ladder.slice(4).join('|');
  const began = isAtFirm ? beginningIn(rest, now) : undefined;
  for (const { 0: match, index } of began?.matches ?? []) blank(index, match.length);
  const folded = foldedInPlace(rest);
  const [was] = [...folded.matchAll(wasBefore), ...(isAtFirm ? [] : folded.matchAll(formerly))].flatMap(
    ({ 0: match, index }) => {
      const title = titleAt(rest, index + match.length);
      return title ? [{ ...title, start: index }] : [];
    },
  );
  if (was) blank(was.start, was.end - was.start + (wasAfter.exec(folded.slice(was.end))?.[0].length ?? 0));
  return { ...(level !== undefined && { level }), ...(began && { since: began.since }), ...(was && { was }), rest };
};

/** When a job began, and the words that tell it. */
const beginningIn = (text: string, now: Date) => {
  const folded = foldedInPlace(text);
  const isAt = atFirm.test(folded);
  const verb = joined.exec(folded) ?? (isAt ? began.exec(folded) : null);
  for (const [pattern, daysOf] of times) {
    // `Since 2024 at Lumora` has no verb.
    const time = verb || (isAt && pattern === times[0]?.[0]) ? pattern.exec(folded) : null;
    if (!time) continue;
    const [from, until] = daysOf(now, time);
    return {
      since: `${dayOf(from)}${until ? `..${dayOf(until)}` : ''}`,
      matches: [time, ...(verb ? [verb] : [])],
    };
  }
  return undefined;
};

/** Words and idioms that are read by others that mean the same. */
const rewordings: readonly (readonly [RegExp, string])[] = [
  // Both sexes: `Vertriebler:innen`, `développeur·euse·s`, `directores/as`, `(m/w/d)`.
  [/\s*\((?:[mwfhdx]\s?[/|]\s?){1,2}[mwfhdx]\)/giu, ''],
  [/(?<=\p{L}{3})(?:[:*_·](?:innen|in)|\/-?innen)(?!\p{L})/giu, 'innen'],
  [/(?<=\p{L}{3})(?:·(?:e|euse|rice|ne|trice|ère)(?:·?s)?|\.(?:e|euse|rice|ne|trice|ère)\.s)(?!\p{L})/giu, 's'],
  [/(?<=\p{L}{3})\((?:e|euse|rice|trice|ne|in|innen|a|as)\)s?/giu, ''],
  [/(?<=\p{L}{3})\/(?:as?|e|euses?|rices?|trices?|ra|ora)(?![\p{L}\p{N}/._-])/giu, ''],
  [/(?<=\p{L}{3})@(?=s(?![\p{L}\p{N}._-]))/gu, 'o'],
  // `UX/Produktdesigner`, but neither `CI/CD` nor `A/B`.
  [/(?<=(?<![\p{L}\p{N}.:/@-])(?:\p{L}{2,}\/)*\p{L}{2,})\/(?=\p{L}*\p{Ll}{3})/gu, ' / '],
  // Languages that people speak.
  [/(?<!\p{L})hispan(?:ophon|ohablant|oparlant)es?(?!\p{L})/giu, 'speaks Spanish'],
  [/(?<!\p{L})(?:anglophon|angloparlant)es?(?!\p{L})/giu, 'speaks English'],
  [/(?<!\p{L})(?:francophon|francoparlant|francófon[oa])e?s?(?!\p{L})/giu, 'speaks French'],
  [/(?<!\p{L})(?:germanophon|germanoparlant|germanohablant)es?(?!\p{L})/giu, 'speaks German'],
  [/(?<!\p{L})(?:lusophon|lusoparlant|lusohablant)es?(?!\p{L})/giu, 'speaks Portuguese'],
  [/(?<!\p{L})w\/o?\s/giu, 'with '],
  [
    /(?<!\p{L})(?:no longer|not (?=\p{L}+ (?:anymore|any more))|no more|nicht (?:mehr|länger)|ya no|n['’](?:est|y est|y sont|y travaillent|y travaille) plus|ne (?:sont|travaillent|travaille|bossent|bosse) plus|gone from|departed from|weg von|raus bei|(?:se )?(?:fue|fueron|marcharon|salieron|largaron) de|salid[oa]s de|(?:sont |est )?(?:sortie?s? de chez|partie?s? de chez)|on (?:their|his|her|the) (?:cvs?|r[eé]sum[eé]s?)|im (?:lebenslauf|cv)|in (?:ihrem|der|ihrer|seinem) (?:lebenslauf|vita|cv)|(?:dans|sur) (?:leur|son|le) (?:cv|parcours)|en (?:su|el) (?:cv|curr[ií]culum)|pass(?:é|ée|és|ées) (?:par|chez)|(?:qui )?(?:sont|est) pass(?:é|ée|és|ées) (?:par|chez)|pas(?:ado|aron|ó) por|passages? (?:chez|par)|paso por|durch\s?gelaufen|been through|came through|went through|did time at|cut their teeth at|with stints? at|stints? at|past (?:jobs?|employers?|roles?|posts?)|mit stationen? bei|war(?:en)? (?:schon )?mal (?=bei))(?!\p{L})/giu,
    'formerly',
  ],
  [
    /(?<!\p{L})(?:jump(?:ed|ing)? ship|defect(?:ed|ing|ors?)|(?:been |got |were )?poached|changed sides|crossed over|hopp?ed(?: over)?|made the (?:move|jump|switch|leap)|job-?hopped|abgeworben|übergelaufen|rübergewechselt|rübergemacht|abgewandert|débauchés?|transfuges?|migré|fichados?|se cambiaron|se han cambiado|saltaron|se pasaron)(?!\p{L})/giu,
    'moved',
  ],
  [/(?<!\p{L})charg[ée]e?s? (?:de |d['’]|du )(?=\p{L})/giu, 'specialist '],
  // `A la recherche de` asks; `la recherche` is a line of work.
  [/(?<=(?<![àa] )(?<!\p{L})(?:la|de|en) )recherche(?! (?:d[eu'’]|active))(?!\p{L})/giu, 'research'],
  // Compounds: `SEO-Kenntnisse`, `COBOL-Entwickler`, `Kestrel-Ehemalige`.
  [
    /(?<=[\p{L}\p{N}+#]{2})(?:-|(?=kenntnis|erfahrung))(?=(?:kenntniss?|erfahrung|know-?how|expertise|wissen|skills?|fähigkeit|profile?n?(?!\p{L})|ehemalig|absolvent|expert|profi|spezialist|entwickler|programmierer|freak|nerd|crack|leute)\p{Ll}*)/giu,
    ' ',
  ],
];

/** A language after, and before, words for those who speak it. */
const speaking =
  /(?<!\p{L})(?:(?:native |fluent )?speakers? of |fluent (?:in )?|locut(?:eurs?|rices?) (?:natifs? )?(?:de |d['’]|du )|(?:hispano)?hablantes? (?:nativ[oa]s? )?de(?:l)? )(\p{L}+)/giu;
const spokenAfter =
  /(?<!\p{L})(?:native )?(\p{L}+?)(?:[ -](?:(?:native )?speak(?:ing|ers?)|muttersprach\p{L}+|(?:können|kann|beherrsch\p{L}+)(?!\p{L}))|sprachige?[nrms]?|sprechende?[nr]?|sprecher(?:in(?:nen)?|n)?)(?!\p{L})/giu;

/** A text with words that are read in place of idioms, such as `formerly` for `no longer`. */
export const reworded = (text: string): string =>
  withTitleWords(
    rewordings
      .reduce((one, [pattern, word]) => one.replaceAll(pattern, word), text)
      .replaceAll(speaking, (all, language: string) => (isLanguage(language) ? `speaks ${language}` : all))
      .replaceAll(spokenAfter, (all, language: string) => (isLanguage(language) ? `speaks ${language}` : all)),
  );
