import { plain } from './fold-accents.ts';

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

/** The names that records may have for a place, itself first: `Allemagne` is also Germany, and `Munich` München. */
export const placeNames = (place: string): readonly string[] => {
  known ??= new Map([...countries(), ...namesIn(cities), ...namesIn(regions)]);
  const found = known.get(plain(place)) ?? [];
  const rest = found.filter((name) => name.toLowerCase() !== place.trim().toLowerCase());
  return [place.trim(), ...rest];
};
