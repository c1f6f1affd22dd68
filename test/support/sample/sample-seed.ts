import { openService } from '../../../src/service/server.ts';
import { addDueTeams, loadSample } from '../../../src/store/sample/load.ts';
import { sampleDatabase } from '../../../src/store/sample/records.ts';
import { defaultSample } from '../../tools/sample/generate.ts';
import { generatedRecords } from '../../tools/sample/records.ts';
import type { Seed } from '../store.ts';

/** The size of a sample with so many people. */
export const sampleSize = (profiles = 400) => ({ seed: 1, profiles, companies: 300 });

/** A store with the sample in it, the connections of its demo teams worked out. */
export const sampleSeed = (size: ReturnType<typeof sampleSize>): Seed => ({
  name: `sample-of-${size.profiles}`,
  // Engines with larger ones are few, and take much memory.
  reused: size.profiles <= 400,
  // A test holds that this is the same.
  ...(size.profiles === defaultSample.profiles && { from: sampleDatabase }),
  async fill(store) {
    if (!(await addDueTeams(store.db))) await loadSample(store, {}, generatedRecords(size));
    await using service = await openService({
      store,
      secret: 'a secret for tests, which is long enough',
      urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
    });
    await service.context.jobs.idle();
  },
});
