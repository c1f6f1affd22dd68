import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses of cloud metadata services that are public according to the registries. */
const metadataAddresses: ReadonlySet<string> = new Set(['168.63.129.16', '100.100.100.200', '192.0.0.192']);

/** Global unicast (RFC 4291), the only block with addresses of Internet hosts. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to an Internet host: not loopback, private, link-local, metadata, multicast, reserved,
 * or a tunnel to an IPv4 address. An IPv4-mapped IPv6 address is checked as IPv4.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || metadataAddresses.has(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

/** A name resolved to an address that is not public. */
export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`The host "${host}" has an address that is not public.`);
  }
}

/** Resolves all addresses of a host, like `dns.lookup` with `all`. */
export type FindAddresses = (
  host: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A lookup function for connections that fails with `PrivateAddress` if any address is not public. The connection uses
 * the addresses checked here, which prevents DNS rebinding.
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
