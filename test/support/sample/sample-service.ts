import assert from 'node:assert/strict';
import type { Operation } from '../../../src/contract/operation/operation.ts';
import { noLoadGuard } from '../../../src/http/limits/load-guard.ts';
import { openService } from '../../../src/service/server.ts';
import { type DemoTeamName, demoTeams } from '../../../src/store/sample/demo.ts';
import { openTestStore } from '../store.ts';
import { sampleSeed, sampleSize } from './sample-seed.ts';

export interface SampleService extends AsyncDisposable {
  readonly url: string;
  /** Calls an operation that has to succeed, with a demo team's key. */
  ask<Request, Body>(as: DemoTeamName, operation: Operation<Request, Body>, request: Request): Promise<Body>;
  close(): Promise<void>;
}

/** The data service over the sample set, its connections worked out. */
export async function openSampleService({ profiles = 400 } = {}): Promise<SampleService> {
  const store = await openTestStore({ seed: sampleSeed(sampleSize(profiles)) });
  const service = await openService({
    store,
    secret: 'a secret for tests, which is long enough',
    urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
    traffic: { load: noLoadGuard },
  });
  const close = async () => {
    await service.close();
    await store.close();
  };
  return {
    url: service.url,
    ask: async <Request, Body>(as: DemoTeamName, operation: Operation<Request, Body>, request: Request) => {
      const response = await fetch(service.url + operation.path, {
        method: operation.method,
        headers: { 'x-api-key': demoTeams[as].key, 'content-type': 'application/json' },
        ...(operation.method === 'POST' && { body: JSON.stringify(request) }),
      });
      const body: unknown = await response.json();
      assert.equal(response.status, 200, `${operation.name} answered ${JSON.stringify(body)}`);
      // What the contract says of a successful answer.
      return body as Body;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
