import type { randomFrom } from '../../../../support/random.ts';

type Random = ReturnType<typeof randomFrom>;

/** A person as the network knows them. */
export interface Known {
  readonly id: string;
  readonly fullName: string;
  readonly currentTitle: string | null;
  readonly currentCompanyName: string | null;
  readonly currentCompanyWebsite: string | null;
  readonly xnetUrl: string | null;
  readonly workEmail: string | null;
}

export type GivenRow = Readonly<Record<string, string>>;

/** A way in which rows of people's lists differ from records. */
export interface Distortion {
  readonly name: string;
  /** Whether it gives an identifier of its own, beside the name. */
  readonly row: (person: Known, random: Random) => GivenRow | undefined;
}

const pick = <Item>(items: readonly Item[], random: Random): Item => items[Math.floor(random() * items.length)] as Item;

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** One letter of the longest word replaced, dropped, doubled or swapped. */
function misspelled(name: string, random: Random): string {
  const words = name.split(' ');
  const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? '';
  if (longest.length < 4) return name;
  const at = 1 + Math.floor(random() * (longest.length - 2));
  const letter = pick([...'aeioulnrst'], random);
  const wrong = pick(
    [
      longest.slice(0, at) + letter + longest.slice(at + 1),
      longest.slice(0, at) + longest.slice(at + 1),
      longest.slice(0, at) + longest.charAt(at) + longest.slice(at),
      longest.slice(0, at) + longest.charAt(at + 1) + longest.charAt(at) + longest.slice(at + 2),
    ],
    random,
  );
  return words.map((word) => (word === longest ? wrong : word)).join(' ');
}

const turned = (name: string): string => {
  const words = name.split(' ');
  return words.length > 1 ? `${words.at(-1)}, ${words.slice(0, -1).join(' ')}` : name;
};

const employer = ({ currentCompanyName, currentCompanyWebsite }: Known, random: Random): GivenRow | undefined => {
  const ways = [
    ...(currentCompanyName
      ? [
          { companyName: currentCompanyName },
          { companyName: `${currentCompanyName}, Inc.` },
          { companyName: `${currentCompanyName.toUpperCase()} GMBH` },
        ]
      : []),
    ...(currentCompanyWebsite
      ? [
          { companyWebsite: `https://WWW.${currentCompanyWebsite.replace(/^https?:\/\/(www\.)?/, '')}/?utm_source=x` },
          { companyWebsite: currentCompanyWebsite },
        ]
      : []),
  ];
  return ways.length > 0 ? pick<GivenRow>(ways, random) : undefined;
};

const withEmployer =
  (nameOf: (name: string, random: Random) => string): Distortion['row'] =>
  (person, random) => {
    const there = employer(person, random);
    return there && { fullName: nameOf(person.fullName, random), ...there };
  };

export const distortions: readonly Distortion[] = [
  { name: 'as it is, with the employer', row: withEmployer((name) => name) },
  { name: 'accents gone', row: withEmployer(plain) },
  { name: 'order turned', row: withEmployer(turned) },
  { name: 'capitals', row: withEmployer((name) => name.toUpperCase()) },
  { name: 'a letter wrong', row: withEmployer(misspelled) },
  { name: 'titles and degrees', row: withEmployer((name) => `Dr. ${name}, MBA`) },
  { name: 'emoji and brackets', row: withEmployer((name) => `${name} 🚀 (hiring)`) },
  {
    name: 'an initial',
    row: (person, random) => {
      const words = person.fullName.split(' ');
      const there = employer(person, random);
      return there && words.length > 1 && /^\p{Script=Latin}/u.test(person.fullName)
        ? { fullName: `${words[0]?.charAt(0)}. ${words.slice(1).join(' ')}`, ...there }
        : undefined;
    },
  },
  { name: 'the name alone', row: ({ fullName }) => ({ fullName }) },
  { name: 'the name alone, turned and plain', row: ({ fullName }) => ({ fullName: turned(plain(fullName)) }) },
  {
    name: 'the name alone, a letter wrong',
    row: ({ fullName }, random) => ({ fullName: misspelled(fullName, random) }),
  },
  {
    name: 'name and title',
    row: ({ fullName, currentTitle }) => (currentTitle ? { fullName, title: currentTitle } : undefined),
  },
  {
    name: 'an address in capitals',
    row: ({ workEmail }) => (workEmail ? { email: ` ${workEmail.toUpperCase()} ` } : undefined),
  },
  {
    name: 'a page with a tail',
    row: ({ xnetUrl }) =>
      xnetUrl ? { xnetUrl: `${xnetUrl.replace('https://', 'http://www.')}/details/experience/?trk=x` } : undefined,
  },
];
