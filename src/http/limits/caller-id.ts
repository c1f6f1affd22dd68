import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** What a key is counted under, also where others can read the counts. */
export const keyId = (key: string): string => `key:${hash('sha256', key, 'base64url')}`;

/** What an address is counted under. One IPv6 network of 64 bits counts as one: it is given out whole. */
export function addressId(address: string): string {
  if (!ipaddr.isValid(address)) return `address:${address}`;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `address:${parsed.toString()}`;
  return `address:${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`).toString()}`;
}
