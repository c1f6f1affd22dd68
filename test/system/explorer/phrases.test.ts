import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isSearch } from '../../support/network/recorder.ts';
import { openSampleGraph, type SampleGraph } from '../../support/sample/sample-graph.ts';
import { tier } from '../../support/tier.ts';
import { judgeOf, type Phrase } from './phrases/judge.ts';

/** In CI, a drawn fifth of each set (KITH_TEST_DRAW). `test:release` reads all, as does the file if it runs by itself. */
const every = tier === 'ci' ? 5 : 1;
const draw = Number(process.env.KITH_TEST_DRAW ?? randomInt(1_000_000)) % every;

const folder = join(import.meta.dirname, 'phrases');

/** Sets of phrases: those named `kept` were never seen by who wrote the rules. */
const sets = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));

const phrasesOf = (file: string): readonly Phrase[] =>
  readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line): Phrase => JSON.parse(line));

describe('what people type into the box', () => {
  let sample: SampleGraph;
  before(async () => {
    sample = await openSampleGraph({ profiles: 2000 });
    sample.upstream.remembers = isSearch;
  });
  after(() => sample?.[Symbol.asyncDispose]());

  for (const name of sets)
    it(`leads where it is meant, free, but for those known to be missed: ${name}`, async (test) => {
      const phrases = phrasesOf(name).filter((_, at) => at % every === draw);
      const judge = judgeOf(sample.graph.url, 'kith_demo_team');
      const wrong: string[] = [];
      for (const phrase of phrases) {
        const [isRight, where] = await judge(phrase);
        if (isRight && phrase.isMissed) test.diagnostic(`No longer missed: “${phrase.text}”`);
        if (!isRight && !phrase.isMissed)
          wrong.push(`“${phrase.text}” leads to ${where}, but means ${phrase.expected.kind}`);
      }
      assert.deepEqual(wrong, []);
    });
});
