import ipaddr from 'ipaddr.js';

/** Whether an address to listen on is reached from this machine only. Names other than `localhost` are not trusted to be. */
export const isLoopback = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
