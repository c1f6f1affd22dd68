/**
 * Loaded into a process before its program (`node --import`): lists the modules of packages that it loads, a URL a line, in the
 * file that `PROBE_MODULES` names.
 */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const { PROBE_MODULES = '' } = process.env;

registerHooks({
  load(url, context, nextLoad) {
    if (url.includes('/node_modules/')) appendFileSync(PROBE_MODULES, `${url}\n`);
    return nextLoad(url, context);
  },
});
