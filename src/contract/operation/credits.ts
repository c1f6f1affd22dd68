import Type, { type Static } from 'typebox';
import { free } from '../price.ts';
import { operation } from './operation.ts';

export const CreditUsage = Type.Object(
  { usage: Type.Integer({ description: 'Credits consumed in the current billing period.' }) },
  { title: 'CreditUsage' },
);
export interface CreditUsage extends Static<typeof CreditUsage> {}

export const creditUsage = operation<undefined, CreditUsage>({
  name: 'creditUsage',
  method: 'GET',
  path: '/credits/usage',
  tag: 'credits',
  summary: 'Report credit usage of the current billing period.',
  source: 'GET /credits/usage',
  answers: { 200: { schema: CreditUsage, description: 'The usage.' } },
  price: free,
});
