import type { Tool } from './tool.ts';
import { findCompanies } from './tools/find-companies.ts';
import { findPeople } from './tools/find-people.ts';
import { getCompany } from './tools/get-company.ts';
import { getPerson } from './tools/get-person.ts';
import { networkChanges } from './tools/network-changes.ts';
import { planIntroductions } from './tools/plan-introductions.ts';
import { query } from './tools/query.ts';
import { quoteOf } from './tools/quote.ts';
import { resolve } from './tools/resolve.ts';
import { schema } from './tools/schema.ts';
import { spending } from './tools/spending.ts';
import { whoCanIntroduce } from './tools/who-can-introduce.ts';

const priced = [
  resolve,
  findPeople,
  findCompanies,
  whoCanIntroduce,
  planIntroductions,
  getPerson,
  getCompany,
  networkChanges,
  schema,
  query,
] as const;

export const tools: readonly Tool[] = [...priced, quoteOf(priced), spending];
