/** Cities by their names in English and other languages, as far as they differ from the name that records use, or may use. */
const names: readonly (readonly string[])[] = `münchen munich monaco-di-baviera munique
köln cologne colonia
wien vienna vienne viena
zürich zurich zurigo
milano milan mailand milán
lisboa lisbon lissabon lisbonne
bengaluru bangalore
beijing peking pékin pekín 北京
tokyo 東京 tokio
london londres londra londen
paris parís parigi
new-york nueva-york nova-york nyc
ciudad-de-méxico mexico-city mexiko-stadt
são-paulo sao-paulo`
  .split('\n')
  .map((line) => line.split(' ').map((name) => name.replaceAll('-', ' ')));

/** A place by all its names: `Munich` is also München. */
export const placesLike = (place: string): readonly string[] => {
  const found = names.find((some) => some.includes(place.trim().toLocaleLowerCase()));
  return found ?? [place];
};
