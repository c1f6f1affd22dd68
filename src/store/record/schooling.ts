import { dayOf } from '../../contract/partial-date.ts';
import type { ProfileInfo, School } from '../../contract/record/profile.ts';
import { wordsOf } from '../../reading/names.ts';
import { websiteFrom } from '../../reading/website.ts';
import type { SchoolingTable } from '../database.ts';
import type { Dependent } from './dependent.ts';

/** Identifies a school by its id, else its website, else its name and country. Different ids are different schools. */
const marksOf = ({ xnet_id: id, website, name, location }: School) => {
  const site = websiteFrom(website ?? '')?.key;
  const words = wordsOf(name ?? '').join(' ');
  return {
    school_id: Number.isSafeInteger(id) ? String(id) : null,
    school_website: site ?? null,
    school_words: words,
    school_country: wordsOf(location?.country ?? '').join(' ') || null,
    school_keys: [
      ...(Number.isSafeInteger(id) ? [`id ${id}`] : []),
      ...(site ? [`website ${site}`] : []),
      `name ${words}`,
    ],
  };
};

/** A row per education entry that names its school. */
function schoolingRows(profileId: string, info: ProfileInfo): readonly SchoolingTable[] {
  return (info.education ?? []).flatMap((entry, ordinal) => {
    const name = entry?.school?.name?.trim();
    if (!entry || !name) return [];
    return {
      profile_id: profileId,
      ordinal,
      ...marksOf({ ...entry.school, name }),
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
    school_id: 'text',
    school_website: 'text',
    school_words: 'text',
    school_country: 'text',
    school_keys: 'text[]',
    school_name: 'text',
    majors: 'text[]',
    start_on: 'date',
    end_on: 'date',
  },
  rowsOf: schoolingRows,
};
