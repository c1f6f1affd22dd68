import { dayOf } from '../../contract/partial-date.ts';
import type { ProfileInfo } from '../../contract/record/profile.ts';
import type { SchoolingTable } from '../database.ts';
import type { Dependent } from './dependent.ts';

/** A row for each education entry that names its school. */
function schoolingRows(profileId: string, info: ProfileInfo): readonly SchoolingTable[] {
  return (info.education ?? []).flatMap((entry, ordinal) => {
    const name = entry?.school?.name?.trim();
    if (!entry || !name) return [];
    return {
      profile_id: profileId,
      ordinal,
      school_key: name.normalize('NFC').toLowerCase(),
      school_name: name,
      majors: [...(entry.majors ?? [])],
      start_on: dayOf(entry.start_date, 'first'),
      end_on: dayOf(entry.end_date, 'last'),
    };
  });
}

export const schooling: Dependent<ProfileInfo> = {
  table: 'schooling',
  owner: 'profile_id',
  columns: {
    profile_id: 'uuid',
    ordinal: 'integer',
    school_key: 'text',
    school_name: 'text',
    majors: 'text[]',
    start_on: 'date',
    end_on: 'date',
  },
  rowsOf: schoolingRows,
};
