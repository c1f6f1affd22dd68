import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
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

/**
 * Reduces `x-forwarded-for` to addresses without ports and brackets, from the right up to the first hop that is not an
 * address: hops before it cannot be trusted. Some gateways add a port, which differs by connection.
 */
export function readForwarded(headers: IncomingHttpHeaders): void {
  const given = headers['x-forwarded-for'];
  if (given === undefined) return;
  const hops = [given].flat().join(',').split(',');
  const addresses = hops.map((hop) => hop.trim()).flatMap((hop) => (hop === '' ? [] : [addressIn(hop)]));
  headers['x-forwarded-for'] = addresses.slice(addresses.lastIndexOf(undefined) + 1).join(', ');
}

/** The address of a hop: `203.0.113.7`, `203.0.113.7:4000`, `2001:db8::7`, `[2001:db8::7]` or `[2001:db8::7]:4000`. */
function addressIn(hop: string): string | undefined {
  const [, v6, v4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(hop) ?? [];
  const address = v6 ?? v4 ?? hop;
  return isIP(address) === 0 ? undefined : address;
}
