// From companies and titles to people, with whom to ask for an introduction, as CSV: the introductions are free, and what the records
// of the people cost is said before anything is paid.
import { createClient, KithError } from '@kith-graph/client';
import { IntroPaths, type IntroPathsQuery, People } from '@kith-graph/client/documents';

const wanted = [
  { companyWebsite: 'kestrel-robotics.example', title: 'vp' },
  { companyWebsite: 'halvorsen-maritime.example', title: 'vp' },
  { companyWebsite: 'nobody-is-here.example', title: 'cto' },
];
const maxCredits = Number(process.env.MAX_CREDITS ?? 10);

const kith = createClient({
  url: new URL('/graphql', process.env.KITH_URL ?? 'http://localhost:4000').href,
  apiKey: process.env.KITH_API_KEY ?? 'kith_demo_team',
  budget: maxCredits,
});

type Path = NonNullable<IntroPathsQuery['introPaths']>['nodes'][number];

/** The best introduction to each person with such a title, free. */
async function pathsTo({ companyWebsite, title }: (typeof wanted)[number]): Promise<readonly Path[]> {
  const where = { currentTitle: { matches: title } };
  const { data } = await kith.execute(IntroPaths, { to: { companyWebsite }, where, first: 3 });
  for (const { message } of data?.introPaths?.problems ?? []) console.error(`${companyWebsite}: ${message}`);
  return data?.introPaths?.nodes ?? [];
}

const cell = (value: string | null | undefined): string => `"${(value ?? '').replaceAll('"', '""')}"`;

try {
  const paths = (await Promise.all(wanted.map(pathsTo))).flat();
  const by = paths.flatMap(({ target }) => (target ? [{ id: target.id }] : []));
  const { max } = await kith.quote(People, { by });
  console.error(`${paths.length} people; their records cost at most ${max} credits, and ${maxCredits} may be spent.`);
  const { data, credits } = await kith.execute(People, { by });
  const records = data?.profiles ?? [];
  console.log('name,title,headline,ask,why');
  for (const [at, { target, connector, why }] of paths.entries()) {
    const record = records[at];
    // A record beyond the budget, or one that is gone, is told in its place; the others are there.
    const headline = record?.__typename === 'Profile' ? record.headline : record?.message;
    console.log([target?.fullName, target?.currentTitle, headline, connector?.name, why].map(cell).join(','));
  }
  console.error(`${credits?.charged ?? 0} credits charged.`);
} catch (error) {
  if (error instanceof KithError && error.maybeCharged) console.error('Check the usage before you try again.');
  throw error;
}
