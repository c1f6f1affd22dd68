import type { Feature } from '../../feature.ts';
import { MeasuredOperations } from './measured-operations.ts';

export const measuring: Feature = {
  name: 'measuring',
  open({ metrics, tracing, known }, { operationLog: log, audit, auditedCredits = 100 }) {
    if (!metrics && !log && !audit) return {};
    return { observer: new MeasuredOperations({ metrics, tracing, log, audit, auditedCredits }, known) };
  },
};
