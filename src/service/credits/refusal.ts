import { type OverageProtectionBody, overageProtectionCode } from '../../contract/errors.ts';
import { Problem } from '../problem.ts';

/** 402: the charge exceeds the allowance, and the plan has no overage. */
export const allowanceExceeded = (): Problem =>
  new Problem(402, ["The team's credit allowance is exceeded, and its plan has no overage."]);

/** Links with which a refused team can resolve a 402. */
export interface Resolution {
  readonly enableOverages: string;
  readonly upgradePlan: string;
}

/**
 * 402: the charge exceeds the allowance, and overage protection is on. The body links to the settings that resolve it.
 */
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
