import type { Tool } from './tool.ts';
import { findCompanies } from './tools/find-companies.ts';
import { findPeople } from './tools/find-people.ts';
import { getCompany } from './tools/get-company.ts';
import { getPerson } from './tools/get-person.ts';
import { matchList } from './tools/match-list.ts';
import { networkChanges } from './tools/network-changes.ts';
import { planIntroductions } from './tools/plan-introductions.ts';
import { quoteOf } from './tools/quote.ts';
import { spending } from './tools/spending.ts';
import { whoCanIntroduce } from './tools/who-can-introduce.ts';

const priced = [
  findPeople,
  findCompanies,
  whoCanIntroduce,
  planIntroductions,
  getPerson,
  getCompany,
  matchList,
  networkChanges,
] as const;

export const tools: readonly Tool[] = [...priced, quoteOf(priced), spending];
