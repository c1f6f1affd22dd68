/** A container holds the ordinals with the same upper 16 bits. */
const containerSize = 65_536;
/** Larger containers are bitsets of 8 KiB; smaller ones are lists of 16-bit numbers. */
const listAtMost = 4096;
/** Cookie of the format without run containers. */
const cookie = 12_346;

/**
 * Encodes ordinals as a portable roaring bitmap in base64, for OpenSearch's `terms` with `value_type: bitmap`. The
 * ordinals must be integers from 0 to 2^31 - 1, ascending and distinct. Source: RoaringFormatSpec.
 */
export function roaringBitmap(ordinals: readonly number[]): string {
  const containers = [...Map.groupBy(ordinals, (ordinal) => Math.floor(ordinal / containerSize))];
  const headerBytes = 8 + containers.length * 8;
  const bodies = containers.map(([, members]) => containerOf(members));
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(cookie, 0);
  header.writeUInt32LE(containers.length, 4);
  let offset = headerBytes;
  for (const [index, [key, members]] of containers.entries()) {
    header.writeUInt16LE(key, 8 + index * 4);
    header.writeUInt16LE(members.length - 1, 10 + index * 4);
    header.writeUInt32LE(offset, 8 + containers.length * 4 + index * 4);
    offset += bodies[index]?.length ?? 0;
  }
  return Buffer.concat([header, ...bodies]).toString('base64');
}

function containerOf(members: readonly number[]): Buffer {
  if (members.length <= listAtMost) {
    const list = Buffer.alloc(members.length * 2);
    for (const [index, member] of members.entries()) list.writeUInt16LE(member % containerSize, index * 2);
    return list;
  }
  const bits = Buffer.alloc(containerSize / 8);
  for (const member of members) {
    const low = member % containerSize;
    bits[low >> 3] = (bits[low >> 3] ?? 0) | (1 << (low & 7));
  }
  return bits;
}
