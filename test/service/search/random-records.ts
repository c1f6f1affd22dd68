import fc from 'fast-check';
import { idOf } from './corpus.ts';

/** Random profiles over few values, so that queries find something, and odd ones, so that escapes matter. */

export const words = [
  'data',
  'Data',
  'platform',
  'lead',
  "O'Neil",
  'Ünï',
  'co-founder',
  'C++',
  'node.js',
  'Straße',
  '10',
];
const odd = [
  '',
  'a%b',
  'a_b',
  'a.b',
  'axb',
  'back\\slash',
  "it's",
  'x:*',
  '!(a & b)',
  'ab*c',
  'ÀB',
  '👍 x',
  'null',
  ' ',
];
const countries = ['Germany', 'germany', 'GERMANY', 'Japan', 'New Zealand'];
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 7, arbitrary }, { weight: 1, arbitrary: fc.constantFrom(null, undefined) });

export const keyword = fc.constantFrom(...countries, ...odd);
export const text = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((parts) => parts.join(' ')) },
  { weight: 1, arbitrary: fc.constantFrom(...odd) },
);
export const number = fc.constantFrom(-1.5, -1, 0, 0.1, 1, 2, 10, 11, 99, 100, 1_000_000, 2 ** 53 - 1);
export const day = fc.constantFrom('1969-12-31', '1970-01-01', '2019-12-31', '2020-02-29', '2020-03-01', '2021-06-15');
export const moment = fc.constantFrom(
  '2019-12-31T23:59:59.999Z',
  '2020-01-01T00:00:00Z',
  '2020-02-29T12:34:56.789Z',
  '2020-03-01T00:30:00+01:00',
  '2021-06-15T10:00:00.001Z',
);
const list = <T>(of: fc.Arbitrary<T>) => fc.array(sometimes(of), { maxLength: 3 });

const experience = fc.record({
  title: sometimes(text),
  function: sometimes(keyword),
  is_current: sometimes(fc.boolean()),
  start_date: sometimes(day),
  company: sometimes(fc.record({ industries: sometimes(list(keyword)), size: fc.record({ min: sometimes(number) }) })),
});

const account = fc.record({
  network: sometimes(fc.oneof(keyword, fc.constant('xnet'))),
  slug: sometimes(keyword),
  followers: sometimes(number),
});

export const profileInfo = fc.record({
  full_name: sometimes(text),
  headline: sometimes(text),
  current_title: sometimes(text),
  work_email: sometimes(keyword),
  personal_emails: sometimes(list(keyword)),
  location_country: sometimes(keyword),
  skills: sometimes(list(keyword)),
  current_company_size: sometimes(fc.record({ min: sometimes(number), max: sometimes(number) })),
  latest_role_change_at: sometimes(day),
  updated_at: sometimes(moment),
  hiring: sometimes(fc.boolean()),
  certifications: sometimes(
    list(fc.record({ name: sometimes(fc.oneof(text, fc.constantFrom('data platform', 'lead data', 'platform'))) })),
  ),
  experience: sometimes(list(experience)),
  social_media: sometimes(list(account)),
});

export const connections = (profiles: number) =>
  fc
    .uniqueArray(
      fc.record({
        teamId: fc.constantFrom(idOf('b', 0), idOf('b', 0), idOf('b', 1)),
        connectorId: fc.nat(5),
        profileId: fc.nat(profiles - 1).map((n) => idOf('a', n)),
        origins: fc.uniqueArray(fc.constantFrom('work_overlap', 'xnet_connection', 'manual_import'), { maxLength: 2 }),
        mapped: fc.boolean(),
      }),
      {
        minLength: 30,
        maxLength: 60,
        selector: ({ connectorId, teamId, mapped, profileId }) => [connectorId, teamId, mapped, profileId].join(),
      },
    )
    .map((all) =>
      all.map(({ connectorId, mapped, ...rest }) => ({
        ...rest,
        // A connector is of one team and of one making.
        connectorId: idOf('c', connectorId + (mapped ? 16 : 0) + (rest.teamId === idOf('b', 1) ? 32 : 0)),
        mappedCompanyId: mapped ? idOf('d', 0) : null,
      })),
    );
