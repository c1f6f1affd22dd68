import type { ComponentChildren } from 'preact';
import type { CompanyFilterName } from '../../questions/company-filters.ts';
import type { FilterName } from '../../questions/people-filters.ts';
import { LinkButton } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { addressOf } from '../frame/address.ts';
import { say } from '../sentences.ts';
import { labelOf } from './filter-chips.tsx';

/** The filters of the fields that a search is on. */
const filterOf: Readonly<Record<string, FilterName | CompanyFilterName>> = {
  fullName: 'name',
  currentTitle: 'title',
  currentFunction: 'function',
  currentSeniorities: 'level',
  currentCompanyIndustries: 'industry',
  currentCompanyName: 'company',
  currentLocation: 'place',
  locationCountry: 'country',
  skills: 'skill',
  education: 'school',
  smartTags: 'tag',
  industries: 'industry',
  isStartup: 'kind',
  isNonProfit: 'kind',
  isGovernment: 'kind',
  ownershipStatus: 'kind',
  country: 'place',
  products: 'technology',
  headcount: 'size',
  founded: 'founded',
};

interface NoMatchesProps {
  readonly path: string;
  readonly filters: Readonly<Partial<Record<FilterName | CompanyFilterName, string>>>;
  readonly emptiedBy: readonly { readonly field: string | null; readonly countWithout: number }[] | null | undefined;
  readonly counted: (count: number) => string;
  /** A wider search. */
  readonly children: ComponentChildren;
}

/** An empty list: wider searches, and the filters without which it would not be empty, each with how many there would be. */
export const NoMatches = ({ path, filters, emptiedBy, counted, children }: NoMatchesProps) => (
  <Notice title="No matches" body={say.checkFilters} heading="h2">
    {children}
    {(emptiedBy ?? []).map(({ field, countWithout }) => {
      const name = filterOf[field ?? ''];
      const without = name && `Without “${labelOf(name, filters[name])}”: ${counted(countWithout)}`;
      return without && <LinkButton key={name} href={addressOf(path, { ...filters, [name]: '' })} label={without} />;
    })}
  </Notice>
);

/** Shown while the team's connectors know nobody. */
export const NoNetwork = () => (
  <Notice title={say.noNetwork} body="Add connectors; the people they know appear here within minutes." heading="h2">
    <LinkButton href="/team" label="Add connectors" kind="primary" />
  </Notice>
);
