import type { CompanyInfo } from '../../contract/record/company.ts';
import type { ProfileInfo } from '../../contract/record/profile.ts';
import type { Dependent } from './dependent.ts';
import { employment } from './employment.ts';
import { investment } from './investment.ts';
import { schooling } from './schooling.ts';
import { companyWebsite } from './website.ts';

export const profileDependents: readonly Dependent<ProfileInfo>[] = [employment, schooling];

export const companyDependents: readonly Dependent<CompanyInfo>[] = [companyWebsite, investment];
