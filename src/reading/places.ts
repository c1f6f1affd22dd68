import { isOneEditFrom, plain } from './fold-accents.ts';

/** Cities and regions by their names in several languages, and their abbreviations. */
const cities = `münchen=munich=munique
wien=vienna=vienne=viena=wenen
zürich=zurich=zurigo=zurych
genève=geneva=genf=ginebra=ginevra
milano=milan=mailand=milán=milaan
london=londres=londra=londen
københavn=copenhagen=kobenhavn=kopenhagen=copenhague=copenaghen
reykjavík=reykjavik
lisboa=lisbon=lissabon=lisbonne
praha=prague=prag=praga=praag
dublin=dublín=dublino
kraków=krakow=cracow=krakau=cracovie=cracovia
αθήνα=athens=athen=athènes=atenas=atene
київ=kyiv=kiev=kiew
istanbul=İstanbul
القاهرة=cairo=kairo
bengaluru=bangalore
mumbai=bombay
東京=tokyo=tokio
上海=shanghai
北京=beijing=peking=pékin=pekín
台北=taipei
서울=seoul=séoul=seúl
hà nội=hanoi
são paulo=sao paulo
bogotá=bogota
montréal=montreal
ciudad de méxico=mexico city=cdmx
new york=nyc=new york city=nueva york=nova york
san francisco=sf=bay area=san francisco bay area
cologne=köln=colonia
nuremberg=nürnberg
warsaw=warszawa=warschau=varsovie=varsovia=varsavia
basel=bâle=basilea
bern=berne=berna
frankfurt=francfort
hamburg=hambourg=hamburgo=amburgo
edinburgh=édimbourg=edimburgo
cape town=kapstadt=le cap=ciudad del cabo
tel aviv=tel-aviv
gothenburg=göteborg=göteburg=gotemburgo
rome=roma=rom
turin=torino
florence=firenze=florenz=florencia
naples=napoli=neapel
venice=venezia=venedig
seville=sevilla
brussels=bruxelles=brussel=brüssel=bruselas
antwerp=antwerpen=anvers
the hague=den haag
moscow=москва=moskau=moscou=moscú=mosca
bucharest=bucurești=bukarest=bucarest
riyadh=الرياض
calcutta=kolkata
osaka=大阪
shenzhen=深圳
stockholm=estocolmo=stoccolma
luxembourg=luxemburg=luxemburgo
lyon=lione
marseille=marsella=marsiglia
nice=niza=nizza
porto=oporto
barcelona=barcelone=barcellona
madrid=madrit
zagreb=agram
ljubljana=laibach
bratislava=pressburg
vilnius=wilna
riga=rīga
singapore=singapur=singapour
hong kong=hongkong=香港
jerusalem=jérusalem=jerusalén
havana=la habana=la havane
rio de janeiro=rio
luzern=lucerne=lucerna
quebec=québec
bavaria=bayern=bavière=baviera
lombardy=lombardia=lombardei=lombardie
catalonia=catalunya=cataluña=catalogne
santiago=santiago de chile
washington=washington dc=washington d.c.
england=angleterre=inglaterra=inghilterra
scotland=schottland=écosse=escocia`;

/** Regions by the names of their parts in records. */
const regions = `emea > europe, africa, israel, united arab emirates, saudi arabia, türkiye
mena > israel, united arab emirates, saudi arabia, egypt, morocco
eu=european union > europe
anz > australia, new zealand
iberia > spain, portugal
uk and ireland=uki > united kingdom, ireland
dach > germany, austria, switzerland
nordics=nordic countries > sweden, norway, denmark, finland, iceland
scandinavia > sweden, norway, denmark
benelux > belgium, netherlands, luxembourg
latin america=latam > south america, mexico
apac > asia, oceania
middle east > israel, united arab emirates, saudi arabia, egypt, türkiye
nsw > new south wales`;

/** Languages whose names of countries are known. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'da', 'sv', 'nb', 'fi', 'pl', 'tr', 'ja', 'zh'];

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Names of countries that differ from those of the platform. */
const others = `united kingdom=great britain=britain
united states=usa=america
united arab emirates=uae
south korea=korea
netherlands=holland
türkiye=turkey
czechia=czech republic`;

/** Adjectives of countries that are not the beginning of the country's name with an ending, without their inflection. */
const adjectives = `germany=german=deutsch=allemand=aleman=tedesc
france=french=franzosisch
united kingdom=british=english=britisch=englisch=britanniqu=britanic=anglais=ingles=uk based
united states=american=us american=amerikanisch=us amerikanisch=americain=estadounidens=us based
spain=spanish=espagnol=espanol
netherlands=dutch=hollandisch=niederlandisch=neerlandais=hollandais=neerlandes=holandes=niederland
switzerland=swiss=schweizer=schweizerisch=suiss=suiz
denmark=danish=danisch=danois=danes
poland=polish=polnisch=polonais=polac
ireland=irish=irisch=irlandais=irlandes
greece=greek=griechisch=grec=grieg
czechia=czech=tschechisch=tchequ=chec
portugal=portuguese=portugies=portugiesisch=portugais=portugues
india=indisch
türkiye=turc
belgium=belg=belgisch
russia=russ=russisch
peru=peruvian
norway=norweg
south korea=korean=koreanisch=coreen=corean
united arab emirates=emirati=emiratisch
saudi arabia=saudi
thailand=thai
scotland=scottish=schottisch=ecossais=escoces`;

/** What an adjective has after these. */
const inflection = /^(?:e[rsnm]?|s|n|nes?|as?|os?|h[ei]|i)?$/;

/** The ends of other adjectives of countries, folded. */
const endings =
  /(?:i?an|ean|ian|ese|ish|i|n|(?:i?an|en|in|es)?isch(?:e[rsnm]?)?|[ao]ise?s?|aine?s?|i?en(?:ne)?s?|ane?s?|ande?s?|ol[ea]?s?|(?:i?a|i|e)n[oa]s?|es(?:as?|es)?|ens[e]?s?)$/;

type Names = ReadonlyMap<string, readonly string[]>;

const namesIn = (lines: string): Names => {
  const names = new Map<string, readonly string[]>();
  for (const line of lines.split('\n')) {
    const [same = '', parts] = line.split(' > ');
    const all = same.split('=');
    for (const name of all) names.set(plain(name), parts?.split(', ') ?? all);
  }
  return names;
};

/** The English names of countries by each of their names, from the platform. */
const countries = (): Names => {
  const namesOf = (language: string, style: 'long' | 'short') => {
    const names = new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' });
    return (code: string) => names.of(code) ?? '';
  };
  const [long, short] = [namesOf('en', 'long'), namesOf('en', 'short')];
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter((code) => long(code) !== '');
  const english = new Map(codes.map((code) => [code, [...new Set([long(code), short(code)])]]));
  const names = [short, ...languages.map((language) => namesOf(language, 'long'))].flatMap((of) =>
    codes.map((code) => [plain(of(code)), english.get(code) ?? []] as const),
  );
  return new Map([...names, ...namesIn(others)]);
};

let known: Names | undefined;
let lands: Names | undefined;

/** The names of the country that an adjective such as `schwedische` means; undefined for any other word. */
const countryOf = (adjective: string): readonly string[] | undefined => {
  lands ??= countries();
  irregular ??= namesIn(adjectives);
  for (let end = adjective.length; end >= 3 && end > adjective.length - 4; end -= 1) {
    if (!inflection.test(adjective.slice(end))) continue;
    const [country] = irregular.get(adjective.slice(0, end)) ?? [];
    if (country !== undefined && country !== adjective) return lands.get(plain(country)) ?? [country];
  }
  if (adjective.includes(' ')) return undefined;
  let [best, rest]: [readonly string[] | undefined, number] = [undefined, maxRest];
  for (let end = adjective.length - 1; end >= 4; end -= 1) {
    if (endings.exec(adjective.slice(end))?.[0] !== adjective.slice(end)) continue;
    const stem = adjective.slice(0, end);
    for (const [name, names] of lands)
      if (name.startsWith(stem) && name.length - stem.length < rest) [best, rest] = [names, name.length - stem.length];
  }
  return best;
};

/** Maximum length of what a country's name has after the beginning that its adjective shares, exclusive. */
const maxRest = 5;
let irregular: Names | undefined;

/** The known place that a text is with a letter wrong, missing or added; undefined for any other text. */
export const placeLike = (text: string): string | undefined => {
  known ??= new Map([...countries(), ...namesIn(cities), ...namesIn(regions)]);
  const given = plain(text);
  if (given.length < 5 || known.has(given)) return undefined;
  for (const name of known.keys())
    if (name.length > 4 && name[0] === given[0] && isOneEditFrom(given, name)) return name;
  return undefined;
};

/** The names that records may have for a place, itself first: `Allemagne` is also Germany, and `Munich` München. */
export const placeNames = (place: string): readonly string[] => {
  known ??= new Map([...countries(), ...namesIn(cities), ...namesIn(regions)]);
  const found = known.get(plain(place)) ?? countryOf(plain(place)) ?? [];
  const rest = found.filter((name) => name.toLowerCase() !== place.trim().toLowerCase());
  return [place.trim(), ...rest];
};
