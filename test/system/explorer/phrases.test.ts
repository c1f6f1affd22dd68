import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isSearch } from '../../support/network/recorder.ts';
import { openSampleGraph, type SampleGraph } from '../../support/sample/sample-graph.ts';
import { tier } from '../../support/tier.ts';
import { judgeOf, type Phrase } from './phrases/judge.ts';

/** In CI, a drawn fifth of each set (KITH_TEST_DRAW). `test:release` reads all, as does the file if it runs by itself. */
const every = tier === 'ci' ? 5 : 1;
const draw = Number(process.env.KITH_TEST_DRAW ?? randomInt(1_000_000)) % every;

const phrasesOf = (name: string): readonly Phrase[] =>
  readFileSync(join(import.meta.dirname, 'phrases', `${name}.jsonl`), 'utf8')
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

  for (const [name, least] of [
    ['open', 75],
    ['kept', 30],
    ['open-2', 30],
    ['kept-2', 30],
    ['kept-3', 30],
    ['open-4', 68],
    ['kept-4', 30],
    ['open-5', 44],
    ['kept-5', 29],
    ['open-6', 15],
    ['kept-6', 39],
    ['open-6a', 68],
    ['open-6b', 67],
    ['open-6c', 68],
    ['open-6d', 68],
    ['open-7a', 40],
    ['open-7b', 44],
    ['open-7c', 44],
    ['open-8', 70],
    ['kept-7', 29],
  ] as const)
    it(`leads where it is meant, free: at least ${least} of ${name}`, async (test) => {
      const all = phrasesOf(name);
      const phrases = all.filter((_, at) => at % every === draw);
      const judge = judgeOf(sample.graph.url, 'kith_demo_team');
      const wrong: string[] = [];
      for (const phrase of phrases) {
        const [isRight, where] = await judge(phrase);
        if (!isRight) wrong.push(`“${phrase.text}” leads to ${where}, but means ${phrase.expected.kind}`);
      }
      const told = `${wrong.length} of ${phrases.length} wrong, from ${draw} by ${every}:\n${wrong.join('\n')}`;
      test.diagnostic(told);
      assert.ok(wrong.length <= all.length - least, told);
    });
});
