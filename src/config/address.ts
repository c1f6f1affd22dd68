import ipaddr from 'ipaddr.js';

/** Whether a listen address is loopback. Names are not resolved: `localhost` is the only one that counts. */
export const isLoopback = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
