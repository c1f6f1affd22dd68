import type { Profile } from '../../../contract/record/profile.ts';
import { PaymentRequired } from '../../credits/spending-refused.ts';
import { type Failure, failureOf } from '../../scope/lookup-failures.ts';
import type { ProfileReference } from '../../scope/profile-reference.ts';

export interface LoadedRecord {
  readonly record?: Profile;
  /** The record does not exist. */
  readonly isUnknown?: boolean;
  /** The load failed: it is unknown whether the record exists. */
  readonly failure?: Failure;
  /** The person has no identifier to load a record by. */
  readonly isNameless?: boolean;
}

/** The person's record, or why it was not loaded; a quote books its price. */
export async function loadRecord(profile: ProfileReference): Promise<LoadedRecord> {
  const [first, ...rest] = profile.identifiers;
  if (!first) return { isNameless: true };
  try {
    if (profile.withheld && !profile.record) throw profile.withheld;
    const record =
      profile.record ?? profile.loader.known(profile.identifiers) ?? (await profile.loader.load([first, ...rest]));
    profile.take(record);
    return record ? { record } : { isUnknown: true };
  } catch (error) {
    if (error instanceof PaymentRequired) throw error;
    return { failure: failureOf(error) };
  }
}
