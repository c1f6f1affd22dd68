import { isOneEditFrom, plain } from './fold-accents.ts';

/** Cities and regions by their names in several languages, and their abbreviations. */
const cities = `münchen=munich=munique=muc=minga
wien=vienna=vienne=viena=wenen
zürich=zurich=zurigo=zurych=zrh=züri
genève=geneva=genf=ginebra=ginevra
milano=milan=mailand=milán=milaan
london=londres=londra=londen=ldn
københavn=cph=copenhagen=kobenhavn=kopenhagen=copenhague=copenaghen
reykjavík=reykjavik
lisboa=lisbon=lissabon=lisbonne
praha=prague=prag=praga=praag
dublin=dublín=dublino
kraków=krakow=cracow=krakau=cracovie=cracovia
αθήνα=athens=athen=athènes=atenas=atene
київ=kyiv=kiev=kiew
istanbul=İstanbul
القاهرة=cairo=kairo
bengaluru=bangalore=blr=blore
mumbai=bombay
東京=tokyo=tokio
上海=shanghai
北京=beijing=peking=pékin=pekín
台北=taipei
서울=seoul=séoul=seúl
hà nội=hanoi
são paulo=sao paulo
bogotá=bogota
montréal=montreal=mtl=yul
ciudad de méxico=mexico city=cdmx
new york=nyc=new york city=nueva york=nova york=ny city=big apple=manhattan
san francisco=sf=sfo=frisco=bay area=san francisco bay area
cologne=köln=colonia
nuremberg=nürnberg
warsaw=warszawa=warschau=varsovie=varsovia=varsavia
basel=bâle=basilea
bern=berne=berna
frankfurt=francfort=ffm=frankfurt am main
hamburg=hambourg=hamburgo=amburgo
edinburgh=édimbourg=edimburgo
cape town=kapstadt=le cap=ciudad del cabo
tel aviv=tel-aviv=tlv
gothenburg=göteborg=göteburg=gotemburgo
rome=roma=rom
turin=torino
florence=firenze=florenz=florencia
naples=napoli=neapel
venice=venezia=venedig
seville=sevilla
brussels=bxl=bruxelles=brussel=brüssel=bruselas
antwerp=antwerpen=anvers
the hague=den haag
moscow=москва=moskau=moscou=moscú=mosca
bucharest=bucurești=bukarest=bucarest
riyadh=الرياض
calcutta=kolkata
osaka=大阪
shenzhen=深圳
stockholm=estocolmo=stoccolma=sthlm
luxembourg=luxemburg=luxemburgo
lyon=lione
marseille=marsella=marsiglia
nice=niza=nizza
porto=oporto
barcelona=barcelone=barcellona=barna=bcn
madrid=madrit
zagreb=agram
ljubljana=laibach
bratislava=pressburg
vilnius=wilna
riga=rīga
singapore=singapur=singapour
hong kong=hongkong=香港=hk
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

/** Other large cities, and those whose names differ little. */
const otherCities = `berlin
paris=parigi=paname
amsterdam=ámsterdam=adam=a'dam
rotterdam=róterdam
helsinki=helsingfors
budapest=boedapest
bergen
boston
austin
chicago=chitown=chi town
honolulu
toronto
jakarta=djakarta=yakarta
manila=manille
bangkok=krung thep
buenos aires=caba=bsas=bs as=baires
lagos
accra=akkra
nairobi=nairobí
casablanca=dar el beida
sydney=sídney
auckland
dubai=dubaï=dubái
leeds
leipzig
dresden=dresde
stuttgart
düsseldorf=dusseldorf
toulouse
bordeaux=burdeos
nantes
lille
strasbourg=straßburg=estrasburgo
grenoble
valencia=valence
málaga=malaga
bilbao
zaragoza=saragossa
linz
graz
salzburg=salzbourg
lausanne
malmö=malmo
oslo
aarhus=århus
tampere
tallinn=reval
gent=ghent=gand
eindhoven
manchester
glasgow
bristol
seattle
los angeles=la=l.a.
denver
miami
philadelphia=philadelphie=filadelfia=philly
vancouver
medellín=medellin
lima
quito
montevideo
caracas
guadalajara
monterrey
delhi=new delhi=neu-delhi
chennai=madras
hyderabad
pune
melbourne=melb
johannesburg=joburg=jozi=jburg
kigali
tunis=túnez
algiers=alger=algier=argel
doha
kuala lumpur=kl
ho chi minh city=saigon`;

/** Adjectives and inhabitants of towns that are not the town's name with an ending, folded, without their inflection. */
const townAdjectives = `münchen=munchner=munichois=muniques
zürich=zurcher=zurichois=zuriques
london=londinens=londonien
madrid=madrilen=madrilene
buenos aires=porten=bonaerens=portegn
lisboa=lisboet=lisbonnais
new york=neoyorquin=newyorkais=new yorkais=new yorker=new yorkin
são paulo=paulistan=pauliste=paulist
rio de janeiro=carioc
københavn=kopenhagener=copenhaguois=copenhagues
roma=romer
santiago=santiaguin
milano=mailander=milanes
firenze=florentin
venezia=venetian=venezianisch=venitien=venecian
napoli=neapolitan=napolitain=napolitan
wien=viennes=vienes=wiener
genève=genfer=genevois=ginebrin
basel=basler=balois
bern=berner=bernois=bernes
bremen=bremer
göteborg=goteborger
bruxelles=brusseler=brussler=bruxellois=bruselens
αθήνα=athenian=athener=athenien=atenien
київ=kiewer=kievien=kyivan
القاهرة=cairote=kairoer=cairene
東京=tokioter=tokyoite=tokyoit
lima=limen
quito=quiten
praha=pragois=pragues=praguense=prager
kraków=cracovien=krakauer
bogotá=bogotan`;

/** Regions by the names of their parts in records, with the United Nations' codes of those that the platform names. */
const regions = `emea > europe, africa, israel, united arab emirates, saudi arabia, türkiye
mena > israel, united arab emirates, saudi arabia, egypt, morocco
150=EU=eu=european union=old continent > europe
142=apac and asia > asia
002 > africa
009 > oceania
003=north america=northern america=021 > north america
005=southern america > south america
019=the americas > north america, south america
anz=053=down under > australia, new zealand
iberia=iberian peninsula=iberische halbinsel=péninsule ibérique=península ibérica > spain, portugal
uk and ireland=uki=british isles=britische inseln=îles britanniques=islas británicas > united kingdom, ireland
dach=d-a-ch=german speaking countries=deutschsprachiger raum=deutschsprachige länder > germany, austria, switzerland
nordics=nordic countries=nordic=the nordics=nordische länder=nordeuropa=pays nordiques=países nórdicos=nordländer=norden=154 > sweden, norway, denmark, finland, iceland
scandinavia=skandinavien=scandinavie=escandinavia=scandinavian countries > sweden, norway, denmark
baltics=baltic states=baltikum=pays baltes=países bálticos > estonia, latvia, lithuania
benelux=low countries > belgium, netherlands, luxembourg
alps=alpine countries=alpenländer > switzerland, austria
latin america=latam=419=lateinamerika=südamerika und mexiko=hispanoamérica=iberoamérica > south america, mexico, guatemala, costa rica, panama, honduras, nicaragua, el salvador, cuba, dominican republic
central america=013 > guatemala, costa rica, panama, honduras, nicaragua, el salvador, belize
caribbean=029 > cuba, dominican republic, jamaica, haiti, puerto rico, bahamas, barbados, trinidad & tobago
apac=asia pacific=asien-pazifik=asie-pacifique=asia-pacífico > asia, oceania
middle east=near east=naher osten=nahen osten=mittlerer osten=mittleren osten=nahost=proche-orient=moyen-orient=oriente medio=oriente próximo=145 > israel, united arab emirates, saudi arabia, egypt, türkiye, qatar, kuwait, jordan, lebanon, iraq
gulf=gulf states=gcc=golf=golfstaaten=pays du golfe=países del golfo > united arab emirates, saudi arabia, qatar, kuwait, bahrain, oman
southeast asia=south east asia=south eastern asia=035=asean=sea region > indonesia, singapore, thailand, vietnam, philippines, malaysia, cambodia
east asia=ostasien=asie de l'est=asia del este=030=far east=ferner osten=extrême-orient=lejano oriente > china, japan, south korea, taiwan, hong kong
south asia=südasien=asie du sud=sur de asia=034=indian subcontinent > india, pakistan, bangladesh, sri lanka, nepal
central asia=143 > kazakhstan, uzbekistan, kyrgyzstan, tajikistan, turkmenistan
eastern europe=151=osteuropa=europe de l'est=europa del este > poland, czechia, hungary, ukraine, romania, bulgaria, slovakia, moldova, belarus, russia
cee=central and eastern europe=mittel- und osteuropa > poland, czechia, hungary, ukraine, romania, bulgaria, slovakia, slovenia, croatia
central europe=mitteleuropa=europe centrale=europa central > germany, austria, switzerland, poland, czechia, hungary, slovakia, slovenia
western europe=155=westeuropa=europe de l'ouest=europa del oeste > france, germany, netherlands, belgium, luxembourg, switzerland, austria
southern europe=039=südeuropa=europe du sud=sur de europa=europa del sur=mediterranean=mittelmeerraum=méditerranée=mediterráneo > spain, portugal, italy, greece, croatia, malta, slovenia
balkans=balkan > croatia, serbia, slovenia, bosnia & herzegovina, north macedonia, albania, montenegro, bulgaria, greece
maghreb=magreb > morocco, algeria, tunisia, libya
north africa=northern africa=nordafrika=afrique du nord=norte de áfrica=áfrica del norte=015 > morocco, egypt, algeria, tunisia, libya, sudan
west africa=westafrika=afrique de l'ouest=áfrica del oeste=011 > nigeria, ghana, senegal, côte d’ivoire, mali, benin, togo
east africa=ostafrika=afrique de l'est=áfrica del este=014 > kenya, tanzania, uganda, ethiopia, rwanda
southern africa=018 > south africa, namibia, botswana, zimbabwe, mozambique
sub-saharan africa=202=black africa > nigeria, ghana, kenya, south africa, ethiopia, tanzania, uganda, senegal, côte d’ivoire, rwanda
nsw > new south wales`;

/** Adjectives of regions, folded, without their inflection. */
const regionAdjectives = `europe=european=europaisch=europeen=europeenn=europe
asia=asian=asiatisch=asiatiqu=asiatic
africa=african=afrikanisch=africain=african
latin america=latin american=lateinamerikanisch=latino americain=latinoamerican=latinamerican=latino
south america=south american=sudamerikanisch=sudamericain=sudamerican=suramerican
north america=north american=nordamerikanisch=nord americain=norteamerican
nordics=nordisch=nordiqu=nordic
scandinavia=scandinavian=skandinavisch=scandinav=escandinav
baltics=baltic=baltisch=balt
iberia=iberian=iberisch=iberiqu=iberic
oceania=oceanian=ozeanisch=oceanien
middle east=middle eastern=nahostlich
eastern europe=eastern european=osteuropaisch=est europeen
western europe=western european=westeuropaisch
southern europe=southern european=sudeuropaisch=sureurope
southeast asia=southeast asian=sudostasiatisch=sud est asiatiqu=surasiatic
east africa=east african=ostafrikanisch=est africain
west africa=west african=westafrikanisch=ouest africain
north africa=north african=nordafrikanisch=nord africain=norteafrican
east asia=east asian=ostasiatisch
south asia=south asian=sudasiatisch
central america=central american=mittelamerikanisch=centroamerican
caribbean=karibisch=caraibeen=caribeen=caribena
maghreb=maghrebin=magrebi`;

/** Languages whose names of countries are known. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'da', 'sv', 'nb', 'fi', 'pl', 'tr', 'ja', 'zh'];

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Names of countries that differ from those of the platform. */
const others = `united kingdom=great britain=britain=großbritannien=grossbritannien=grande bretagne=gran bretaña=gran bretagna=reino unido
united states=usa=us=u s=u s a=america=states=the states=etats=stateside=eeuu=ee uu=e e u u=vereinigte staaten von amerika=estados unidos de américa=amerika
united arab emirates=uae=emirates=emirate=emirats=emiratos
south korea=korea=corée=corea=südkorea
netherlands=holland=holanda=hollande=olanda
türkiye=turkey
czechia=czech republic=tschechei=tschechische republik=república checa=république tchèque
china=volksrepublik china=mainland china
russia=russland`;

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

/** Names of regions, of which codes stand for the names in each language. */
const regionsIn = (lines: string): Names =>
  new Map(
    lines.split('\n').flatMap((line) => {
      const [same = '', parts = ''] = line.split(' > ');
      const names = same
        .split('=')
        .flatMap((name) =>
          /^(?:\d{3}|EU)$/.test(name)
            ? languages.flatMap(
                (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(name) ?? [],
              )
            : [name],
        );
      return names.map((name) => [plain(name), parts.split(', ')] as const);
    }),
  );

const placesKnown = (): Names =>
  new Map([...countries(), ...namesIn(cities), ...namesIn(otherCities), ...regionsIn(regions)]);

/** The known place of a text in a table of stems. */
const stemmed = (adjective: string, stems: Names): string | undefined => {
  for (let end = adjective.length; end >= 4 && end > adjective.length - 5; end -= 1) {
    const [place] = inflection.test(adjective.slice(end)) ? (stems.get(adjective.slice(0, end)) ?? []) : [];
    if (place !== undefined && plain(place) !== adjective) return place;
  }
  return undefined;
};

/** The ends of adjectives and inhabitants of towns, folded. */
const ofTown =
  /^n?(?:ais(?:e[sn]?)?|ois(?:e[sn]?)?|i?en(?:ne)?s?|an[oa]s?|in[oa]s?|en[oa]s?|ense?s?|es(?:as?|es)?|i?ans?|isch(?:e[nrsm]?)?)$/;
const ofInhabitant = /^n?ers?(?:in(?:nen)?)?$/;

/** The known names of the town that an adjective such as `lyonnais` or an inhabitant such as `Berliner` means. */
const townOf = (adjective: string): readonly string[] | undefined => {
  towns ??= new Map([...namesIn(cities), ...namesIn(otherCities)]);
  for (const [name, names] of towns) {
    if (name.length < 4 || adjective[0] !== name[0] || adjective.length < name.length) continue;
    if (adjective.startsWith(name) && adjective !== name) {
      const end = adjective.slice(name.length).replace(new RegExp(`^${name.slice(-1)}(?=[aeio])`), '');
      if (ofTown.test(end) || ofInhabitant.test(end)) return names;
    }
    const stem = name.replace(/(?:[aeo]|es)$/, '');
    if (stem !== name && adjective.startsWith(stem) && ofTown.test(adjective.slice(stem.length))) return names;
  }
  return undefined;
};

let towns: Names | undefined;
let adjectivesOfRegions: Names | undefined;
let adjectivesOfTowns: Names | undefined;
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
  known ??= placesKnown();
  const given = plain(text);
  if (given.length < 5 || known.has(given)) return undefined;
  for (const name of known.keys())
    if (name.length > 4 && name[0] === given[0] && isOneEditFrom(given, name)) return name;
  return undefined;
};

/** Whether a text is the known name of a place, in any language. */
export const isPlace = (text: string): boolean => {
  known ??= placesKnown();
  return known.has(plain(text));
};

/** Around a place: `DACH-Raum`, `Großraum Zürich`, `Region Lyon`. */
const around =
  /^(?:grossraum|greater|raum|region|zone|area|the|die|la|le|les|los|l|el) (?=\p{L})|[ -]?(?:raum|region|area|gegend)$/gu;

/** The names that records may have for a place, itself first: `Allemagne` is also Germany, and `Munich` München. */
export const placeNames = (place: string): readonly string[] => {
  known ??= placesKnown();
  adjectivesOfRegions ??= stemsIn(regionAdjectives);
  adjectivesOfTowns ??= stemsIn(townAdjectives);
  const text = plain(place);
  const bare = text.replaceAll(around, '');
  const of = stemmed(text, adjectivesOfRegions) ?? stemmed(text, adjectivesOfTowns);
  const found =
    known.get(text) ??
    known.get(bare) ??
    (of === undefined ? undefined : (known.get(plain(of)) ?? [of])) ??
    countryOf(text) ??
    townOf(text) ??
    (text.length > 4 ? known.get(text.replace(/s$/, '')) : undefined) ??
    [];
  const rest = found.filter((name) => name.toLowerCase() !== place.trim().toLowerCase());
  return [place.trim(), ...rest];
};

/** A table of stems, by which the place before them is found. */
const stemsIn = (lines: string): Names =>
  new Map(
    lines.split('\n').flatMap((line) => {
      const [place = '', ...stems] = line.split('=');
      return stems.map((stem) => [stem, [place]] as const);
    }),
  );
