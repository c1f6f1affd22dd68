import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';

/**
 * Connections to an origin: through the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name, or direct. Requests must
 * name the origin.
 *
 * @param mayUseProxy false for an upstream on this machine or in this process
 * @throws {TypeError} if the address of the proxy is invalid
 */
export function dispatcherTo(origin: string, mayUseProxy: boolean, options: Pool.Options): Dispatcher {
  if (!mayUseProxy) return new Pool(origin, options);
  try {
    return new EnvHttpProxyAgent(options);
  } catch {
    // Its error can contain the address, and so a password.
    throw new TypeError('HTTPS_PROXY and HTTP_PROXY: must be addresses that begin with http:// or https://.');
  }
}
