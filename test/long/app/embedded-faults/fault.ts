/**
 * Loaded before `kith`: a fetch that the data service has charged for is never answered, since then its process throws or
 * hangs, as `KITH_TEST_FAULT` says. A file at `KITH_TEST_FAULT_MARK` tells that it hangs.
 */
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import process from 'node:process';

const { KITH_TEST_FAULT: fault, KITH_TEST_FAULT_MARK: mark = '' } = process.env;

const fail = (): void => {
  if (fault === 'hang') {
    writeFileSync(mark, '');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  process.nextTick(() => {
    throw new Error('The data service has a mistake.');
  });
};

subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { readonly request: IncomingMessage; readonly response: ServerResponse };
  if (request.url !== '/v3/profiles/fetch') return;
  response.end = () => {
    fail();
    return response;
  };
});
