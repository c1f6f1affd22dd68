import type { TSchema } from 'typebox';
import { ProfileInfo } from '../../src/contract/record/profile.ts';
import type { JsonSchema } from '../../src/contract/schema.ts';

/** A value of a schema in which every string is `mark` of its path; of lists one element. */
const marked = (schema: JsonSchema, path: string, mark: (path: string) => string): unknown => {
  const type = [schema.type].flat().find((one) => one !== 'null');
  if (type === 'array') return schema.items === undefined ? [] : [marked(schema.items, path, mark)];
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, member]) => [name, marked(member, `${path}-${name}`, mark)]),
    );
  if (type === 'boolean') return true;
  return type === 'string' ? mark(path) : 7;
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A person in whose record every string that the contract knows holds a text of its own that begins with `mark`. */
export const markedPerson = (mark: string, id: string): Record<string, unknown> => {
  const schema: TSchema = ProfileInfo;
  const info = marked(schema, mark, (path) => path.toLowerCase());
  if (!isObject(info)) throw new Error('a profile is an object');
  const [account] = Array.isArray(info.social_media) ? info.social_media : [];
  const [job] = Array.isArray(info.experience) ? info.experience : [];
  return {
    id,
    profile_info: {
      ...info,
      id,
      xnet_url: `https://xnet.example/in/${mark}-url`,
      work_email: `${mark}@mark.example`,
      experience: [{ ...job, company_id: '11111111-2222-4333-8444-555555555555', start_date: '2020' }],
      social_media: [
        { ...account, network: 'xnet', slug: `${mark}-slug`, id: '31337', url: `https://x.example/${mark}` },
      ],
    },
    legacy: { other_locations: [`${mark}-legacy`], investor_data: { note: `${mark}-investor` } },
  };
};
