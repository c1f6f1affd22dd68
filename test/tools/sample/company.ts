import { type Day, day, yearOf, years } from './calendar.ts';
import { type CastCompany, castCompanies } from './cast.ts';
import { beginnings, endings, epithets, type Script, scripts } from './company-names.ts';
import { hyphenated, identity, numericId, plain } from './identity.ts';
import { type Industry, industries, industryOf } from './industries.ts';
import { cultures } from './names.ts';
import { type Place, placeOf, places } from './places.ts';
import { type Random, Weighted } from './random.ts';

/** Who owns a company, which decides much of what its record knows. */
export type Ownership = 'public' | 'venture_backed' | 'private' | 'partnership' | 'government' | 'non_profit';

/** What the sample's world knows of a company; its record is made from it. */
export interface CompanyFacts {
  readonly ordinal: number;
  readonly id: string;
  readonly name: string;
  /** The name in Latin letters. */
  readonly latinName: string;
  /** Decoded; `formerSlug` is one that it had before, and still answers to. */
  readonly slug: string;
  readonly formerSlug: string | null;
  readonly accountId: number;
  readonly domain: string;
  readonly industry: Industry;
  readonly place: Place;
  readonly headcount: number;
  readonly founded: Day;
  readonly closed: Day | null;
  readonly ownership: Ownership;
}

const investing = industryOf('Venture Capital and Private Equity');
const placesByWeight = new Weighted(places, ({ weight }) => weight);
const industriesByWeight = new Weighted(industries, ({ weight }) => weight);
const scriptsByCountry: Readonly<Record<string, Script>> = scripts;

interface Brand {
  readonly name: string;
  readonly latinName: string;
  readonly industry: Industry;
}

/** A brand in the country's own script. */
function scriptBrand(random: Random, { heads, tails }: Script): Brand {
  const [head = '', latinHead = ''] = random.pick(heads).split(' ');
  const [tail = '', latinTail = '', ...industry] = random.pick(tails).split(' ');
  const between = /\p{Script=Han}|\p{Script=Hangul}/u.test(head) ? '' : ' ';
  return {
    name: `${head}${between}${tail}`,
    latinName: `${latinHead} ${latinTail}`,
    industry: industryOf(industry.join(' ')),
  };
}

function latinName(random: Random, place: Place, industry: Industry): string {
  const noun = random.pick(industry.nouns);
  const coined = () => `${random.pick(beginnings)}${random.pick(endings)}`;
  const inLatin = (name: string) => (/^\p{Script=Latin}/u.test(name) ? name : coined());
  const family = () => inLatin(random.pick(cultures[random.pick(place.cultures)].families).split('|')[0] ?? '');
  const draw = random.number();
  if (draw < 0.3) return `${coined()} ${noun}`;
  if (draw < 0.4) return coined();
  if (draw < 0.6) return `${random.pick(epithets)} ${noun}`;
  if (draw < 0.7) return `${inLatin(place.city)} ${noun}`;
  return draw < 0.9 ? `${family()} ${noun}` : `${family()} & ${family()}`;
}

function brandOf(random: Random, place: Place): Brand {
  const script = scriptsByCountry[place.country];
  if (script && random.chance(0.6)) return scriptBrand(random, script);
  const industry = random.chance(0.05) ? investing : (industriesByWeight.pick(random) ?? random.pick(industries));
  const name = latinName(random, place, industry);
  return { name, latinName: name, industry };
}

const castBrand = (cast: CastCompany): Brand => ({
  name: cast.name,
  latinName: cast.latin ?? cast.name,
  industry: industryOf(cast.industry),
});

/** Many small companies, few large ones: one in a hundred has more than three thousand people. */
const headcountOf = (random: Random): number => Math.min(90_000, Math.floor(5 * (1 - random.number()) ** (-1 / 0.72)));

function ownershipOf(random: Random, industry: Industry, founded: Day, headcount: number): Ownership {
  if (industry === investing) return 'partnership';
  if (industry.name === 'Government Administration') return 'government';
  if (industry.name === 'Non-profit Organizations') return 'non_profit';
  if (headcount > 4000 && random.chance(0.8)) return 'public';
  if (industry.ventures && founded > day(1998) && headcount < 4000 && random.chance(0.8)) return 'venture_backed';
  return headcount > 500 && random.chance(0.25) ? 'public' : 'private';
}

/** Names already given: no two companies share a slug or a domain. */
export class Names {
  readonly #taken = new Set<string>();

  /** The first free of: as wished, with the city, with a number. */
  take(wished: string, city: string): string {
    const free = [wished, `${wished}-${city}`].find((name) => !this.#taken.has(name));
    let name = free ?? wished;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${wished}-${number}`;
    this.#taken.add(name);
    return name;
  }
}

/** The name as one may type it: plain letters, digits and hyphens. */
const typed = (name: string): string => hyphenated(plain(name).replace(/[^a-z0-9 -]/g, ''));

/** The nth company; call in order, since names are taken one after another. */
export function companyFacts(seed: number, ordinal: number, today: Day, slugs: Names, domains: Names): CompanyFacts {
  const { id, random } = identity(seed, 'company', ordinal);
  const cast: CastCompany | undefined = castCompanies[ordinal];
  const place = cast ? placeOf(cast.city) : (placesByWeight.pick(random) ?? random.pick(places));
  const brand = cast ? castBrand(cast) : brandOf(random, place);
  const { industry } = brand;
  const age = industry.ventures ? 1 + 30 * random.number() ** 1.6 : 3 + 110 * random.number() ** 1.8;
  const founded = cast ? day(cast.founded, random.integer(1, 12)) : today - years(age);
  const headcount = cast ? cast.headcount : Math.min(headcountOf(random), industry === investing ? 250 : 90_000);
  const city = typed(place.city) || String(ordinal);
  const spelled = random.chance(0.2) ? hyphenated(brand.name) : typed(brand.latinName);
  const closes = !cast && headcount < 400 && random.chance(0.07);
  return {
    ...brand,
    ordinal,
    id,
    place,
    founded,
    headcount,
    slug: slugs.take(cast?.slug ?? spelled, city),
    formerSlug: random.chance(0.12) ? slugs.take(`${typed(brand.latinName)}-${yearOf(founded)}`, city) : null,
    accountId: numericId(seed, 'company', ordinal),
    domain: `${domains.take(typed(brand.latinName), city)}.example`,
    closed: closes ? founded + Math.round((today - founded) * (0.4 + 0.5 * random.number())) : null,
    ownership: ownershipOf(random, industry, founded, headcount),
  };
}
