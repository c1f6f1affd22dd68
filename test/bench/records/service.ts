/** The data service in a process of its own, over the sample: `node service.ts SIZE SECRET` prints its address. */
import { argv, stdout } from 'node:process';
import { noLoadGuard } from '../../../src/http/limits/load-guard.ts';
import { openService } from '../../../src/service/server.ts';
import { sampleSeed, sampleSize } from '../../support/sample/sample-seed.ts';
import { openEmbeddedTestStore } from '../../support/store.ts';

const [, , size, secret = ''] = argv;
const store = await openEmbeddedTestStore({ seed: sampleSeed(sampleSize(Number(size))) });
const { url } = await openService({
  store,
  secret,
  urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
  traffic: { load: noLoadGuard },
});
stdout.write(`${url}\n`);
