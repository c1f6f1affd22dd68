import { foldedInPlace } from './fold-accents.ts';

/** A fact that a text asks for, as a value of the filter `kind`, and where. */
export interface CompanyFact {
  readonly fact: string;
  readonly start: number;
  readonly end: number;
}

/** Facts by nouns for companies, such as `charities`, folded: a line of words for each of four languages. */
const nouns = {
  isStartup: `start_?ups? scale_?ups? newcos?
    neugrundung* existenzgrundung*
    jeunes?_pousses?
    empresas?_emergentes?`,
  isNonProfit: `non_?profits? not_for_profits? ngos? ongs? npos? charit(?:y|ies) foundations? associations?
    stiftung* hilfswerke?n? hilfsorganisation* vereine?n? gemeinnutz* wohltatig*
    fondations? (?:organismes?_)?caritati* (?:sans|a)_but_(?:non_)?lucratif
    fundaci(?:on|ones) asociaci(?:on|ones) (?:sin|animo)_(?:animo|fines)_de_lucro beneficas?`,
  isGovernment: `governments? government_(?:bodies|agencies|offices) public_(?:sector|bodies|authorit(?:y|ies)) state_(?:bodies|agencies)
    behorden? amter verwaltungsbehorden? staatliche*_stellen? offentliche*_(?:stellen?|hand|verwaltung*|dienst*)
    secteur_public pouvoirs_publics autorites?(?:_publiques?)? administrations?(?:_publiques?)? organismes?_publics?
    administraci(?:on|ones)_publicas? organismos?_(?:publicos?|gubernamentales?|estatales?) entes_publicos? sector_publico gobiernos?`,
};

/** Facts by what is said of companies. */
const others = {
  b2g: `b2g (?:sell*|supply*|serv*|cater*)_(?:to_)?(?:the_)?(?:government*|public_sector|state)
    (?:an|fur)_(?:die_offentliche_hand|behorden|den_staat|den_offentlichen_sektor)(?:_(?:verkauf|liefer)*)?
    (?:vend|travaill|fourni)*_(?:au|aux|pour_le|a_l.)_?(?:secteur_public|administrations?|etat)
    (?:vend|trabaja)*_(?:al|con_el|para_el)_(?:sector_publico|estado|gobierno)`,
  b2c: `b2c d2c dtc direct_to_consumer consumer_facing
    (?:sell*|serv*|cater*)_(?:directly_)?(?:to_)?(?:consumers?|end_(?:users|customers|consumers)|private_customers|the_public)
    (?:an|fur)_(?:endkund|endverbrauch|privatkund|verbraucher|konsument)*(?:_verkauf*)? endkundengeschaft*
    (?:vend|travaill)*_(?:directement_)?(?:au|aux|pour_les)_(?:consommateurs?(?:_fina(?:l|ux))?|particuliers?|grand_public)
    (?:vend|trabaja)*_(?:directamente_)?(?:al?|para)_(?:el_|los_)?(?:consumidor(?:es)?(?:_final(?:es)?)?|particulares|publico|clientes?_final(?:es)?)`,
  b2b: `b2b (?:sell*|serv*|cater*)_(?:to_)?(?:other_)?(?:businesses|companies|enterprises|business_customers|firms)
    (?:an|fur)_(?:geschaftskund*|firmenkund*|andere_(?:unternehmen|firmen))(?:_verkauf*)?
    (?:vend|travaill)*_(?:aux|pour_les|a_d.autres)_(?:autres_)?(?:entreprises|professionnels|societes)
    (?:vend|trabaja)*_(?:a|con|para)_(?:otras_)?empresas`,
  isGovernment: `governmental (?:state|government|publicly)_(?:owned|run) staatlich* staatseigen*
    gouvernemental* etatiques? publiques? gubernamental* estatal(?:es)? publicas?`,
  isVentureBacked: `(?:vc|venture(?:_capital)?)_?(?:backed|funded|financed) backed_by_(?:vcs?|venture(?:_capital)?|investors)
    participadas?_por_(?:capital_(?:de_)?riesgo|vcs?|fondos)
    (?:mit_)?(?:vc|wagniskapital|risikokapital|venture_capital)_?(?:finanziert|gestutzt)* (?:von|durch)_(?:vcs|wagniskapital*|risikokapital*|investoren)_(?:finanziert|gestutzt)*
    (?:soutenu|financ)ee?s?_par_(?:du_|le_|la_|les_|des_)?(?:capital_risque|vcs?|fonds|venture_capital)
    (?:respaldad|financiad)[ao]s?_(?:por|con)_(?:capital_(?:de_)?riesgo|vcs?|fondos) con_capital_(?:de_)?riesgo`,
  isPrivate: `private(?!_equity) privees? privad[ao]s? privately_(?:held|owned) family_(?:owned|run) in_privatbesitz familienunternehmen in_familienbesitz entreprises?_familiales? empresas?_familiares? privat_gefuhrt* inhabergefuhrt* familiengefuhrt* non_cotees? no_cotizad*`,
  isAcquired: `acquired bought(?:_up|_out)? taken_over acquisition_targets? (?:auf|ein)?gekauft* ubernommen*
    rachet* acquis(?:es?)? absorb(?:ees?|id[ao]s?) adquirid[ao]s? comprad[ao]s?`,
  isExited: `exited`,
  isShutDown: `closed(?:_down)? shut(?:_down|tered) defunct dissolved liquidated bankrupt* (?:gone|went)_(?:bust|under|bankrupt|out_of_business)
    out_of_business no_longer_(?:operating|active|in_business|exist*|around) n.existent?_plus nicht_mehr_(?:existier*|gibt|am_markt) ya_no_existen? folded ceased_(?:trading|operations)
    insolvent* (?:dicht|zu)_?gemacht* geschlossen* aufgelost* eingestellt* stillgelegt* (?:pleite|hops)_?(?:gegangen*|gehen)? liquidiert* erloschen*
    (?:mis|mettre)_la_cle_sous_la_porte ferme(?:e?s|nt)? disparu(?:e?s|e)? (?:fait_|en_)?faillite liquidee?s? dissou(?:tes?|s) cesse_(?:leur_)?(?:l.)?activite
    cerrad[ao]s? cerraron (?:que|quie)br(?:ad[ao]s?|aron) desaparecid[ao]s? disuelt[ao]s? en_quiebra echa(?:ron|do)_el_cierre`,
  isStealth: `stealth(?:_mode)? en_mode_furtif en_modo_sigilo`,
  isListed: `(?:publicly_)?(?:listed|traded)(?:_on_the_stock_(?:market|exchange))? stock_(?:market|exchange) public
    b(?:o|oe)rsennotiert* an_der_b(?:o|oe)rse(?:_(?:notiert|gehandelt|gelistet)*)?
    cote(?:e?s?)(?:_en_bourse)? en_bourse bourse cotizad[ao]s?(?:_en_(?:la_)?bolsa)? cotizan(?:_en_(?:la_)?bolsa)? en_(?:la_)?bolsa bolsa`,
};

/** Rounds of funding, and names of stock exchanges. */
const round =
  '(?:(?:ronda|tour|levee|round|runde)_(?:de_)?)?(?:serie|series|ronda|tour|runde)_([a-e])(?:_(?:rounds?|runde|finanzierung*|funding|funded))?|(?:ronda|runde|tour)_(?:de_)?seed|(?:(?:(?:en|au)_)?(?:fase|phase|stade|etapa)_(?:de_|d.)?)?(pre_?)?(?:semilla|amorcage)|(pre_?)seed|seed(?=_(?:rounds?|runde|funding|finanzierung*|funded|financed|stage|phase|startups?|companies|firms?|*tech*))';
const exchange =
  '(?:(?:listed|traded|quoted|notiert*|gelistet*|cotee?s?|cotiza*)_)?(?:(?:on|at|an|sur|a|en)_(?:the_|der_|la_|el_|l.)?)?(euronext|nyse|nasdaq|asx|jse|tse)(?:_(?:listed|traded|notiert*|gelistet*))?';
const patents = String.raw`(?:(more_than|over|mehr_als|uber|plus_de|mas_de|>)_?)?(\d+)\+?_(?:or_more_|oder_mehr_|ou_plus_|o_mas_)?(?:patent|brevet)*`;

const money = String.raw`[$€£]?_?(\d+(?:[.,]\d+)?)_?(k|m|mio|mn|million*|millones|bn|billion*|mrd|milliard*)\.?(?:_?(?:[$€£]|usd|eur|dollar*|dolares|euro*))?`;
const above = '(?:more_than|over|mehr_als|uber|plus_de|mas_de|at_least|mindestens|au_moins|al_menos|>)';
const raised =
  '(?:raised|secured|funding|financing|lev(?:e|ee|es|ees|ant)|financement*|eingesammelt|aufgenommen|finanzierung*|recaudad*|recaudaron|captad*|financiacion)';
const funding = [
  `${raised}_(?:of_|de_|von_|d.)?(?:${above}_?)?${money}`,
  `(?:${above}_?)?${money}_(?:in_|of_|de_|an_|d.)?${raised}`,
].join('|');
const units: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, mr: 1e9, milliar: 1e9 };

const amountOf = (number: string, unit: string): number =>
  Math.round(Number(number.replace(',', '.')) * (units[/^(?:milliar|mr)/.exec(unit)?.[0] ?? unit.slice(0, 1)] ?? 1));

/** A pattern for whole words, in which `_` stands for a space or a hyphen and `*` for the rest of a word. */
const whole = (words: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${words.replaceAll('_', '[ -]').replaceAll('*', String.raw`\p{L}*`)})(?![\p{L}\p{N}])`,
    'gu',
  );

type Pattern = readonly [pattern: RegExp, factOf: (match: RegExpExecArray) => string];

const patternsOf = (table: Readonly<Record<string, string>>): readonly Pattern[] =>
  Object.entries(table).map(([fact, words]) => [whole(words.trim().replaceAll(/\s+/g, '|')), () => fact]);

const named: readonly Pattern[] = [
  [
    whole(funding),
    ([, first, unit, other, otherUnit]) => `funding:${amountOf(first ?? other ?? '', unit ?? otherUnit ?? '')}..`,
  ],
  [whole(exchange), ([, name = '']) => `exchange:${name === 'euronext' ? 'Euronext' : name.toUpperCase()}`],
  [whole(patents), ([, more, count = '']) => `patents:${Number(count) + (more === undefined ? 0 : 1)}..`],
];
const patterns: readonly Pattern[] = [
  ...named,
  [whole(round), ([, series, ...pre]) => (series ? `series_${series}` : pre.some(Boolean) ? 'pre_seed' : 'seed')],
  ...patternsOf({ b2g: others.b2g, b2c: others.b2c, b2b: others.b2b }),
  ...patternsOf(nouns),
  ...patternsOf(others),
];

/** The facts of companies that a text asks for, such as `venture backed` or `sells to consumers`. */
export const companyFactsIn = (text: string): readonly CompanyFact[] => {
  let folded = foldedInPlace(text);
  return patterns.flatMap(([pattern, factOf]) =>
    [...folded.matchAll(pattern)].map((match): CompanyFact => {
      const end = match.index + match[0].length;
      folded = folded.slice(0, match.index) + ' '.repeat(match[0].length) + folded.slice(end);
      return { fact: factOf(match), start: match.index, end };
    }),
  );
};

/** Patterns of words that are companies by themselves: `charities`, `Euronext`, `100 patents`. */
export const factNouns: readonly RegExp[] = [...named, ...patternsOf(nouns)].map(([pattern]) => pattern);
