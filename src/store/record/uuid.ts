import { createHash } from 'node:crypto';
import { isUuid } from '../../reading/uuid.ts';

/** A fixed namespace of ours, so that ids do not collide with others'. */
const namespace = Buffer.from('6f1d0f0e8c5b4f0c9a3e6b7469746821', 'hex');

/** The deterministic uuid (RFC 9562, version 5) of a name. */
export function uuidFrom(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A uuid in its stored form; undefined for other texts, since records may refer to others by any text. */
export const recordId = (id: string | null | undefined): string | undefined =>
  id && isUuid(id) ? id.toLowerCase() : undefined;
