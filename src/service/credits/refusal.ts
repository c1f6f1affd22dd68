import { type OverageProtectionBody, overageProtectionCode } from '../../contract/errors.ts';
import { Problem } from '../problem.ts';

/** 402: the charge would pass the allowance, on a plan that has no overage. */
export const allowanceExceeded = (): Problem =>
  new Problem(402, ["The team's credit allowance is exceeded, and its plan has no overage."]);

/** Where a refused team can turn. */
export interface Resolution {
  readonly enableOverages: string;
  readonly upgradePlan: string;
}

/** 402: the charge would pass the allowance while overage protection is on. Its body names where to resolve that. */
export class OverageProtected extends Problem {
  constructor() {
    super(402, ['Overage protection is on and the monthly credit limit is reached.']);
  }

  bodyWith(resolution: Resolution): OverageProtectionBody {
    return {
      status: 402,
      errors: this.sentences.map((message) => ({
        code: overageProtectionCode,
        message,
        resolution: { enable_overages: resolution.enableOverages, upgrade_plan: resolution.upgradePlan },
      })),
    };
  }
}
