import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { keyOf } from '../support/cast/cast.ts';
import { searchingServices } from '../support/searching-services.ts';
import type { CastService } from '../support/service.ts';

const field = 'profile_info.current_title';
const words = Array.from({ length: 1_000_000 / 8 }, (_, number) => `w${String(number).padStart(6, '0')}`);
/** As text: no program writes so deep an object without running out of its stack. */
const nested = (levels: number): string =>
  `${'{"bool":{"must":['.repeat(levels)}{"match_all":{}}${']}}'.repeat(levels)}`;
const many = <T>(count: number, make: (number: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, number) => make(number));

/** What somebody might send to keep the service busy. */
const hostile: Readonly<Record<string, object | string>> = {
  'a query of 200 levels': nested(200),
  'a query of 40,000 levels': nested(40_000),
  '100,000 terms': { terms: { 'profile_info.skills': words.slice(0, 100_000) } },
  'a million letters to match, as words': { match: { [field]: words.join(' ') } },
  'a million letters to match, as one word': { match: { [field]: 'x'.repeat(1_000_000) } },
  'a phrase of a million letters': { match_phrase: { [field]: words.join(' ') } },
  '1,025 clauses': { bool: { should: many(1025, (number) => ({ term: { [field]: `t${number}` } })) } },
  'a wildcard of stars': { wildcard: { 'profile_info.skills': `a${'*'.repeat(100_000)}` } },
  'a wildcard of stars and letters': { wildcard: { 'profile_info.skills': `a${'*a'.repeat(50_000)}` } },
  'a field with a name of a million letters': { term: { ['f'.repeat(1_000_000)]: 1 } },
};

/** A neighbour that waits while the service's thread takes more CPU time than this was stalled. */
const stalledMs = 2000;

for (const { name: engine, skip, open } of searchingServices)
  suite(`hostile queries, by ${engine}`, { skip }, () => {
    let service: CastService;
    before(async () => {
      service = await open();
    });
    after(() => service.close());

    for (const [name, query] of Object.entries(hostile)) {
      test(`${name}: it refuses or answers, briefly, and its neighbours are answered meanwhile`, async () => {
        let isOver = false;
        const answer = service
          .send('/v3/profiles/search', {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-api-key': keyOf('orchard') },
            body: `{"limit":1,"query":${typeof query === 'string' ? query : JSON.stringify(query)}}`,
          })
          .finally(() => {
            isOver = true;
          });
        let longestMs = 0;
        do {
          const before = process.threadCpuUsage();
          const { status } = await service.get('meadow', '/credits/usage');
          assert.equal(status, 200);
          const { user, system } = process.threadCpuUsage(before);
          longestMs = Math.max(longestMs, (user + system) / 1000);
        } while (!isOver);
        const { status, body } = await answer;
        assert.ok(status === 200 || status === 400, `${status}: ${JSON.stringify(body).slice(0, 300)}`);
        assert.ok(JSON.stringify(body).length < 2000, 'what is hostile is not sent back');
        assert.ok(longestMs < stalledMs, `a neighbour waited for ${longestMs} ms of CPU time`);
      });
    }
  });
