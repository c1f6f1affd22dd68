import type { CultureName } from './names.ts';

export interface Place {
  readonly city: string;
  /** Null where people name none, as in a city state. */
  readonly state: string | null;
  readonly country: string;
  readonly continent: string;
  /** How many of the sample's people live here, against other places. */
  readonly weight: number;
  readonly cultures: readonly CultureName[];
}

type Row = readonly [
  city: string,
  state: string | null,
  country: string,
  weight: number,
  cultures: readonly CultureName[],
];

const continents: Readonly<Record<string, readonly Row[]>> = {
  'North America': [
    ['San Francisco', 'California', 'United States', 10, ['english', 'spanish', 'chinese', 'indian', 'korean']],
    ['New York', 'New York', 'United States', 10, ['english', 'irish', 'italian', 'hebrew', 'westAfrican', 'spanish']],
    ['Boston', 'Massachusetts', 'United States', 6, ['english', 'irish', 'chinese', 'portuguese']],
    ['Austin', 'Texas', 'United States', 5, ['english', 'spanish', 'vietnamese', 'indian']],
    ['Chicago', 'Illinois', 'United States', 4, ['english', 'polish', 'irish', 'spanish']],
    ['Honolulu', 'Hawaii', 'United States', 1, ['pacific', 'japanese', 'filipino', 'english']],
    ['Toronto', 'Ontario', 'Canada', 5, ['english', 'indian', 'chinese', 'filipino', 'arabic']],
    ['Montréal', 'Québec', 'Canada', 3, ['french', 'english', 'arabic', 'italian']],
    ['Ciudad de México', 'Ciudad de México', 'Mexico', 4, ['spanish']],
  ],
  'South America': [
    ['São Paulo', 'São Paulo', 'Brazil', 5, ['portuguese', 'italian', 'japanese']],
    ['Bogotá', 'Cundinamarca', 'Colombia', 3, ['spanish']],
    ['Buenos Aires', 'Ciudad Autónoma de Buenos Aires', 'Argentina', 3, ['spanish', 'italian']],
    ['Santiago', 'Región Metropolitana', 'Chile', 2, ['spanish', 'german']],
  ],
  Europe: [
    ['London', 'England', 'United Kingdom', 9, ['english', 'irish', 'indian', 'westAfrican', 'polish', 'italian']],
    ['Edinburgh', 'Scotland', 'United Kingdom', 2, ['english', 'irish']],
    ['Dublin', 'Leinster', 'Ireland', 3, ['irish', 'english', 'polish']],
    ['Paris', 'Île-de-France', 'France', 6, ['french', 'arabic', 'vietnamese', 'portuguese']],
    ['Lyon', 'Auvergne-Rhône-Alpes', 'France', 2, ['french']],
    ['Berlin', 'Berlin', 'Germany', 5, ['german', 'turkish', 'polish', 'slavic']],
    ['München', 'Bayern', 'Germany', 4, ['german', 'hungarian', 'turkish']],
    ['Zürich', 'Zürich', 'Switzerland', 3, ['german', 'french', 'italian']],
    ['Amsterdam', 'Noord-Holland', 'Netherlands', 4, ['dutch', 'english', 'turkish']],
    ['Rotterdam', 'Zuid-Holland', 'Netherlands', 2, ['dutch']],
    ['Madrid', 'Comunidad de Madrid', 'Spain', 4, ['spanish']],
    ['Barcelona', 'Catalunya', 'Spain', 3, ['spanish', 'italian']],
    ['Lisboa', 'Lisboa', 'Portugal', 2, ['portuguese']],
    ['Milano', 'Lombardia', 'Italy', 3, ['italian']],
    ['Stockholm', 'Stockholms län', 'Sweden', 3, ['nordic', 'finnish', 'arabic']],
    ['København', 'Hovedstaden', 'Denmark', 2, ['nordic']],
    ['Bergen', 'Vestland', 'Norway', 2, ['nordic']],
    ['Helsinki', 'Uusimaa', 'Finland', 2, ['finnish', 'nordic']],
    ['Reykjavík', null, 'Iceland', 1, ['icelandic']],
    ['Kraków', 'Małopolskie', 'Poland', 3, ['polish', 'slavic']],
    ['Praha', 'Praha', 'Czechia', 2, ['czech', 'slavic']],
    ['Budapest', 'Budapest', 'Hungary', 2, ['hungarian']],
    ['Αθήνα', 'Αττική', 'Greece', 1, ['greek']],
    ['Київ', 'Київ', 'Ukraine', 2, ['slavic']],
  ],
  Asia: [
    ['İstanbul', 'İstanbul', 'Türkiye', 3, ['turkish']],
    ['Tel Aviv', 'Tel Aviv', 'Israel', 3, ['hebrew', 'slavic', 'arabic']],
    ['Dubai', 'Dubai', 'United Arab Emirates', 3, ['arabic', 'arabicScript', 'indian', 'english']],
    ['Riyadh', 'Riyadh Province', 'Saudi Arabia', 1, ['arabic', 'arabicScript']],
    ['Bengaluru', 'Karnataka', 'India', 8, ['indian', 'devanagari']],
    ['Mumbai', 'Maharashtra', 'India', 5, ['indian', 'devanagari']],
    ['Singapore', null, 'Singapore', 5, ['chinese', 'malay', 'indian', 'english']],
    ['Jakarta', 'Jakarta', 'Indonesia', 3, ['malay']],
    ['Manila', 'Metro Manila', 'Philippines', 2, ['filipino']],
    ['Bangkok', 'Bangkok', 'Thailand', 2, ['thai', 'chinese']],
    ['Hà Nội', 'Hà Nội', 'Vietnam', 2, ['vietnamese']],
    ['上海', '上海市', 'China', 5, ['han', 'chinese']],
    ['Hong Kong', null, 'Hong Kong', 2, ['chinese', 'english']],
    ['台北', null, 'Taiwan', 2, ['han', 'chinese']],
    ['東京', '東京都', 'Japan', 5, ['kanji', 'japanese']],
    ['서울', '서울특별시', 'South Korea', 4, ['hangul', 'korean']],
  ],
  Africa: [
    ['Lagos', 'Lagos State', 'Nigeria', 3, ['westAfrican']],
    ['Accra', 'Greater Accra', 'Ghana', 2, ['westAfrican']],
    ['Nairobi', 'Nairobi County', 'Kenya', 2, ['eastAfrican', 'indian']],
    ['Cape Town', 'Western Cape', 'South Africa', 2, ['southernAfrican', 'english']],
    ['Casablanca', 'Casablanca-Settat', 'Morocco', 1, ['arabic', 'french']],
    ['القاهرة', 'محافظة القاهرة', 'Egypt', 1, ['arabicScript', 'arabic']],
  ],
  Oceania: [
    ['Sydney', 'New South Wales', 'Australia', 4, ['english', 'chinese', 'greek', 'vietnamese']],
    ['Auckland', 'Auckland', 'New Zealand', 2, ['english', 'pacific']],
  ],
};

export const places: readonly Place[] = Object.entries(continents).flatMap(([continent, rows]) =>
  rows.map(([city, state, country, weight, cultures]) => ({ city, state, country, continent, weight, cultures })),
);

export function placeOf(city: string): Place {
  const place = places.find((candidate) => candidate.city === city);
  if (!place) throw new RangeError(`city: must be one of the sample's places, but got ${city}.`);
  return place;
}

/** The place as one line, nothing said twice: `Kraków, Małopolskie, Poland`, `São Paulo, Brazil`, `Singapore`. */
export const placeLine = ({ city, state, country }: Place): string =>
  [...new Set([city, state, country])].filter((part) => part !== null).join(', ');
