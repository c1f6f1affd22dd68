import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openSampleGraph, type SampleGraph } from '../../support/sample/sample-graph.ts';
import { judgeOf, type Phrase } from './phrases/judge.ts';

const phrasesOf = (name: string): readonly Phrase[] =>
  readFileSync(join(import.meta.dirname, 'phrases', `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line): Phrase => JSON.parse(line));

describe('what people type into the box', () => {
  let sample: SampleGraph;
  before(async () => {
    sample = await openSampleGraph({ profiles: 2000 });
  });
  after(() => sample?.[Symbol.asyncDispose]());

  for (const [name, least] of [
    ['open', 76],
    ['kept', 30],
    ['open-2', 30],
    ['kept-2', 30],
    ['kept-3', 30],
    ['open-4', 68],
    ['kept-4', 30],
    ['open-5', 44],
    ['kept-5', 29],
    ['open-6', 15],
    ['names-6', 55],
    ['companies-6', 49],
    ['open-6a', 50],
    ['open-6b', 40],
    ['open-6c', 42],
    ['open-6d', 27],
  ] as const)
    it(`leads where it is meant, free: at least ${least} of ${name}`, async (test) => {
      const phrases = phrasesOf(name);
      const judge = judgeOf(sample.graph.url, 'kith_demo_team');
      const wrong: string[] = [];
      for (const phrase of phrases) {
        const [isRight, where] = await judge(phrase);
        if (!isRight) wrong.push(`“${phrase.text}” leads to ${where}, but means ${phrase.expected.kind}`);
      }
      test.diagnostic(`${phrases.length - wrong.length} of ${phrases.length}. ${wrong.join('\n')}`);
      assert.ok(phrases.length - wrong.length >= least, `${wrong.length} wrong:\n${wrong.join('\n')}`);
    });
});
