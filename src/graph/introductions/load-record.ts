import type { Profile } from '../../contract/record/profile.ts';
import { PaymentRequired } from '../credits/payment-required.ts';
import { type Failure, failureOf } from '../scope/lookup-failures.ts';
import type { ProfileReference } from '../scope/profile-reference.ts';

export interface LoadedRecord {
  readonly record?: Profile;
  /** There is none. */
  readonly isUnknown?: boolean;
  /** Whether there is one is not known. */
  readonly failure?: Failure;
  /** The person has no name by which a record could be loaded. */
  readonly isNameless?: boolean;
}

/** The person's record, or why it was not loaded; a quote books its price. */
export async function loadRecord(profile: ProfileReference): Promise<LoadedRecord> {
  const [first, ...rest] = profile.identifiers;
  if (!first) return { isNameless: true };
  try {
    const record =
      profile.record ?? profile.loader.known(profile.identifiers) ?? (await profile.loader.load([first, ...rest]));
    profile.take(record);
    return record ? { record } : { isUnknown: true };
  } catch (error) {
    if (error instanceof PaymentRequired) throw error;
    return { failure: failureOf(error) };
  }
}
