import { SpendingRefused } from '../spending-refused.ts';
import type { PurseLeft } from './purse.ts';

/** A purse refused a payment. Nothing was sent or charged. */
export class PurseRefused extends SpendingRefused {
  readonly scope = 'PURSE';

  private constructor(message: string, extensions: Readonly<Record<string, unknown>>) {
    super(message, { extensions });
  }

  /** Too little is left. `needed`: credits for everything requested at once. */
  static empty({ id, label, left }: PurseLeft, needed: number): PurseRefused {
    return new PurseRefused(
      `The purse “${label}” has ${credits(left)} left, and this needs up to ${needed}: ask for less, or for another purse.`,
      { code: 'CREDIT_PURSE', purse: { id, label, left, needed } },
    );
  }

  /** The session's purse is closed, or unknown to the store. */
  static ended(): PurseRefused {
    return new PurseRefused(
      'The session’s purse is closed: nothing can be paid for from it. What is free still works.',
      {
        code: 'CREDIT_PURSE',
      },
    );
  }

  /** The purse was created by a later version, in which its amounts may have another meaning. */
  static ofLaterVersion(label: string): PurseRefused {
    return new PurseRefused(
      `The purse “${label}” was made by a later version of Kith, so this graph cannot pay from it: ask a graph of that version, or close the purse there. What is free still works.`,
      { code: 'PURSE_UNAVAILABLE' },
    );
  }

  /** The store has lost the open purse of a key, or of one of its child teams. */
  static lost(childTeamId: string | undefined): PurseRefused {
    const [whose, option] =
      childTeamId === undefined ? ['key', ''] : [`key’s child team ${childTeamId}`, ` --team ${childTeamId}`];
    return new PurseRefused(
      `The store of purses has lost the purse of this ${whose}, so nothing can be paid for: make a new one with kith purse create${option}. What is free still works.`,
      { code: 'PURSE_UNAVAILABLE' },
    );
  }

  static unreachable(): PurseRefused {
    return new PurseRefused(
      'The store of purses does not answer, so nothing can be paid for at the moment. What is free still works.',
      { code: 'PURSE_UNAVAILABLE' },
    );
  }
}

const credits = (count: number): string => (count === 1 ? '1 credit' : `${count} credits`);
