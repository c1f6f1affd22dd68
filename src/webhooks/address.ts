import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses that belong to the public, by every register, but answer as a cloud's own metadata service. */
const metadataAddresses: ReadonlySet<string> = new Set(['168.63.129.16', '100.100.100.200', '192.0.0.192']);

/** The only block that IPv6 hosts of the Internet have addresses from (RFC 4291, global unicast). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is some host's on the Internet: not loopback, private, link-local, metadata, multicast or set
 * aside, and none that leads to an IPv4 address by a detour. An IPv4 address written as IPv6 is judged as what it is.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || metadataAddresses.has(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

/** A name led to an address that callbacks don't go to. */
export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`The host "${host}" has an address that is not public.`);
  }
}

/** Finds every address of a host: `dns.lookup` with `all`. */
export type FindAddresses = (
  host: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Looks names up for a connection, and fails with `PrivateAddress` where one of the addresses is not public. The
 * connection is made to the very addresses judged here, so a name that changes its mind in between gains nothing.
 */
export const publicLookup =
  (resolve: FindAddresses = lookup): LookupFunction =>
  (host, options, answer) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return answer(error ?? new Error(`The host "${host}" has no address.`), '');
      if (!addresses.every(({ address }) => isPublicAddress(address))) return answer(new PrivateAddress(host), '');
      if (options.all) return answer(null, addresses);
      return answer(null, first.address, first.family);
    });
  };
