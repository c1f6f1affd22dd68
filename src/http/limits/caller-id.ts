import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** Identifier of a key in counters. Hashed, since others may be able to read them. */
export const keyId = (key: string): string => `key:${hash('sha256', key, 'base64url')}`;

/**
 * Identifier of an address in counters. An IPv6 /64 network counts as one address, since providers assign it as a
 * whole.
 */
export function addressId(address: string): string {
  if (!ipaddr.isValid(address)) return `address:${address}`;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `address:${parsed.toString()}`;
  return `address:${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`).toString()}`;
}
