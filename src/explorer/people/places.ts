/** Cities by their names in English and other languages, as far as they differ from the name that records use, or may use. */
const names: readonly (readonly string[])[] = `münchen munich monaco-di-baviera munique
köln cologne colonia
wien vienna vienne viena
zürich zurich zurigo
genève geneva genf ginebra
milano milan mailand milán
roma rome rom
torino turin
firenze florence florenz florencia
venezia venice venedig venecia
napoli naples neapel nápoles
lisboa lisbon lissabon lisbonne
porto oporto
sevilla seville
praha prague prag praga
warszawa warsaw warschau varsovie varsovia
kraków cracow krakau cracovie cracovia
københavn copenhagen kopenhagen copenhague
göteborg gothenburg
bruxelles brussels brüssel bruselas
antwerpen antwerp anvers
den-haag the-hague la-haye
bengaluru bangalore
mumbai bombay
kolkata calcutta
chennai madras
beijing peking pékin pekín 北京
shanghai 上海 schanghai
tokyo 東京 tokio
osaka 大阪
seoul 서울 seúl
taipei 台北
london londres londra londen
paris parís parigi
new-york nueva-york nova-york nyc
ciudad-de-méxico mexico-city mexiko-stadt
são-paulo sao-paulo
bogotá bogota
montréal montreal
québec quebec
i̇stanbul istanbul estambul
athina athens athen
moskva moscow moskau moscú москва
kyiv kiev kiew
bucurești bucharest bukarest
tel-aviv tel-aviv-yafo
al-qāhirah cairo kairo`
  .split('\n')
  .map((line) => line.split(' ').map((name) => name.replaceAll('-', ' ')));

/** A place by all its names: `Munich` is also München. */
export const placesLike = (place: string): readonly string[] => {
  const found = names.find((some) => some.includes(place.trim().toLocaleLowerCase()));
  return found ?? [place];
};
