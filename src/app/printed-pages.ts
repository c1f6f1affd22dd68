import { printInto, settingsParts } from '../config/documentation.ts';
import {
  connectionCoversProfile,
  employerCoversCompany,
  profileCoversCompany,
  sourceCoversCompany,
  summaryCoversProfile,
} from '../contract/coverage.ts';
import { errorCodes } from '../graph/error-codes.ts';
import { camelCase } from '../graph/schema/contract-types.ts';
import { metricsTable } from '../telemetry/instruments.ts';

/** Fields of records that an answer which is free, or paid for already, contains: what follows from them is added by hand. */
const free: readonly (readonly [where: string, covers: Readonly<Record<string, string>>, more: readonly string[]])[] = [
  ['`searchProfiles`, `searchCompanies`', {}, ['id', 'introPaths']],
  [
    '`relationships { nodes { profile } }`, `introPaths { nodes { target } }`, `matchPeople { rows { profile } }`',
    summaryCoversProfile,
    ['xnetSlug', 'currentCompany { name }', 'introPaths', 'connections'],
  ],
  ['`connector { profile }`', connectionCoversProfile, ['xnetSlug', 'currentCompany { name }']],
  ['`sources { ... on WorkOverlap { company } }`', sourceCoversCompany, []],
  ['`currentCompany` of a person who is loaded', profileCoversCompany, []],
  ['`experience { company }` of a person who is loaded', employerCoversCompany, []],
];

const parts = {
  ...settingsParts,
  metrics: metricsTable,
  free: () =>
    [
      '| on | free fields |',
      '|---|---|',
      ...free.map(([where, covers, more]) => {
        const fields = [...Object.keys(covers).map(camelCase), ...more];
        return `| ${where} | ${fields.map((field) => `\`${field}\``).join(', ')} |`;
      }),
    ].join('\n'),
  errors: () =>
    [
      '| code | meaning |',
      '|---|---|',
      ...Object.entries(errorCodes).map(([code, sentence]) => `| \`${code}\` | ${sentence} |`),
    ].join('\n'),
};

/** Pages with tables that are printed, from settings, instruments, contract and errors. */
export const printedPages = [
  'docs/configuration.md',
  'docs/observability.md',
  'docs/people.md',
  'docs/troubleshooting.md',
] as const;

/** A page with its tables as they are. */
export const printPage = (page: string): string => printInto(page, parts);
