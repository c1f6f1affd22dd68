import { SpendingRefused } from '../spending-refused.ts';
import type { PurseLeft } from './purse.ts';

/** A purse keeps something from being paid for; nothing was sent and nothing charged for it. */
export class PurseRefused extends SpendingRefused {
  readonly scope = 'PURSE';

  private constructor(message: string, extensions: Readonly<Record<string, unknown>>) {
    super(message, { extensions });
  }

  /** There is not enough left in it. `needed` are the credits of what was asked for at once. */
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

  /** A later version has made it, and its sums may mean something else. */
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
