import { type Place, placeOf } from './places.ts';

/** A school that several people went to. All are invented. */
export interface SchoolPlan {
  readonly name: string;
  readonly slug: string;
  readonly place: Place;
  /** How many people go there, against other schools. */
  readonly weight: number;
}

type Row = readonly [city: string, name: string, slug: string, weight: number];

const rows: readonly Row[] = [
  ['San Francisco', 'Golden Hill University', 'golden-hill-university', 5],
  ['San Francisco', 'Pacific Institute of Technology', 'pacific-institute-of-technology', 6],
  ['New York', 'Hudson State University', 'hudson-state-university', 6],
  ['New York', 'Fairmont School of Business', 'fairmont-school-of-business', 3],
  ['Boston', 'Charles River College', 'charles-river-college', 4],
  ['Boston', 'Winthrop University', 'winthrop-university', 5],
  ['Austin', 'Lone Oak University', 'lone-oak-university', 4],
  ['Chicago', 'Lakeshore University', 'lakeshore-university', 4],
  ['Honolulu', 'Ke Kula Nui o Kona', 'ke-kula-nui-o-kona', 1],
  ['Toronto', 'Simcoe University', 'simcoe-university', 4],
  ['Montréal', 'Université du Mont-Blanc-Est', 'université-du-mont-blanc-est', 3],
  ['Ciudad de México', 'Universidad Autónoma del Valle', 'universidad-autónoma-del-valle', 3],
  ['São Paulo', 'Universidade Paulista do Ipê', 'universidade-paulista-do-ipê', 4],
  ['Bogotá', 'Universidad de los Nevados', 'universidad-de-los-nevados', 3],
  ['Buenos Aires', 'Universidad Nacional del Plata Norte', 'universidad-nacional-del-plata-norte', 3],
  ['Santiago', 'Universidad Austral del Maipo', 'universidad-austral-del-maipo', 2],
  ['London', 'Kingsbridge University', 'kingsbridge-university', 6],
  ['London', 'Thameside School of Economics', 'thameside-school-of-economics', 4],
  ['Edinburgh', 'University of the Lothians', 'university-of-the-lothians', 3],
  ['Dublin', 'St Brendan’s College', 'st-brendans-college', 3],
  ['Paris', 'École supérieure de Montval', 'école-supérieure-de-montval', 4],
  ['Lyon', 'Université des Deux Rives', 'université-des-deux-rives', 2],
  ['Berlin', 'Spree-Universität', 'spree-universität', 4],
  ['München', 'Technische Hochschule Isartal', 'technische-hochschule-isartal', 4],
  ['Zürich', 'Hochschule am See', 'hochschule-am-see', 3],
  ['Amsterdam', 'Universiteit aan de Amstel', 'universiteit-aan-de-amstel', 3],
  ['Madrid', 'Universidad de la Meseta', 'universidad-de-la-meseta', 3],
  ['Barcelona', 'Universitat del Mar', 'universitat-del-mar', 3],
  ['Lisboa', 'Universidade do Tejo', 'universidade-do-tejo', 2],
  ['Milano', 'Politecnico della Brianza', 'politecnico-della-brianza', 3],
  ['Stockholm', 'Mälarhöjdens högskola', 'mälarhöjdens-högskola', 3],
  ['København', 'Øresund Universitet', 'øresund-universitet', 2],
  ['Bergen', 'Høgskolen på Fløyen', 'høgskolen-på-fløyen', 2],
  ['Helsinki', 'Suomenlahden yliopisto', 'suomenlahden-yliopisto', 2],
  ['Reykjavík', 'Háskólinn við Faxaflóa', 'háskólinn-við-faxaflóa', 1],
  ['Kraków', 'Akademia Nadwiślańska', 'akademia-nadwiślańska', 3],
  ['Praha', 'Vltavská univerzita', 'vltavská-univerzita', 2],
  ['Budapest', 'Dunaparti Egyetem', 'dunaparti-egyetem', 2],
  ['Αθήνα', 'Πανεπιστήμιο Υμηττού', 'πανεπιστήμιο-υμηττού', 1],
  ['Київ', 'Наддніпрянський університет', 'наддніпрянський-університет', 2],
  ['İstanbul', 'Haliç Boğazı Üniversitesi', 'haliç-boğazı-üniversitesi', 3],
  ['Tel Aviv', 'Carmel Coast University', 'carmel-coast-university', 2],
  ['Dubai', 'Gulf Pearl University', 'gulf-pearl-university', 2],
  ['القاهرة', 'جامعة وادي النيل الجديدة', 'جامعة-وادي-النيل-الجديدة', 1],
  ['Bengaluru', 'Deccan Institute of Technology', 'deccan-institute-of-technology', 7],
  ['Mumbai', 'Konkan University', 'konkan-university', 5],
  ['Singapore', 'Straits University', 'straits-university', 4],
  ['Jakarta', 'Universitas Samudra Raya', 'universitas-samudra-raya', 2],
  ['Manila', 'Pamantasan ng Laguna', 'pamantasan-ng-laguna', 2],
  ['Bangkok', 'Chao Phraya University', 'chao-phraya-university', 2],
  ['Hà Nội', 'Đại học Sông Hồng', 'đại-học-sông-hồng', 2],
  ['上海', '浦江大学', '浦江大学', 4],
  ['台北', '玉山科技大學', '玉山科技大學', 2],
  ['東京', '武蔵野台大学', '武蔵野台大学', 4],
  ['서울', '한강대학교', '한강대학교', 3],
  ['Lagos', 'Lagoon State University', 'lagoon-state-university', 3],
  ['Accra', 'University of the Gold Hills', 'university-of-the-gold-hills', 2],
  ['Nairobi', 'Rift Valley University', 'rift-valley-university', 2],
  ['Cape Town', 'Table Bay University', 'table-bay-university', 2],
  ['Casablanca', 'Université de l’Atlas', 'université-de-latlas', 1],
  ['Sydney', 'Southern Cross Harbour University', 'southern-cross-harbour-university', 3],
  ['Auckland', 'Te Whare Wānanga o te Moana', 'te-whare-wānanga-o-te-moana', 2],
];

export const schools: readonly SchoolPlan[] = rows.map(([city, name, slug, weight]) => ({
  name,
  slug,
  weight,
  place: placeOf(city),
}));
