import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keyOf, people, teams } from '../../../support/cast/cast.ts';
import type { Between } from '../../../support/graph/between.ts';
import { openTestGraph } from '../../../support/graph/graph.ts';
import { altering, openTamperingProxy } from '../../../support/network/tampering-proxy.ts';
import { type CastService, openCast } from '../../../support/service.ts';

const key = keyOf('orchard');
const target = people.eve.id;
const [connected, mailing] = teams.orchard.connectors.map((name) => people[name]);

interface Source {
  readonly origin?: string | null;
  readonly [member: string]: unknown;
}

/** Answers that the target is known to both connectors: to one by these sources, to the other as connected alone. */
const knownBy =
  (sources: readonly Source[], strength: number | null = null) =>
  async (url: string): Promise<Between> => {
    const tie = (connector: typeof mailing, of: readonly Source[], connection_strength: number | null) => ({
      connector_id: connector?.id,
      connector_name: connector?.profile_info.full_name,
      connection_strength,
      sources: of,
    });
    const item = {
      profile: { id: target, full_name: people.eve.profile_info.full_name },
      connections: [tie(connected, [{ origin: 'xnet_connection' }], null), tie(mailing, sources, strength)],
    };
    const proxy = await openTamperingProxy(url, {
      answer: altering((body, { path }) =>
        path.endsWith('/relationships') ? { items: [item], count: 1, total_count: 1 } : body,
      ),
    });
    return { ...proxy, options: {}, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() };
  };

const document = `query ($id: ID!) {
  introPaths(to: { profile: { id: $id } }) {
    nodes { confidence why connector { id } steps { sources { __typename origin } } }
  }
  introPlan(to: [{ profile: { id: $id } }]) { asks { connector { id } } }
}`;

interface Answer {
  readonly introPaths: {
    readonly nodes: readonly {
      readonly confidence: number;
      readonly why: string;
      readonly connector: { readonly id: string };
      readonly steps: readonly { readonly sources: readonly { __typename: string; origin: string | null }[] }[];
    }[];
  };
  readonly introPlan: { readonly asks: readonly { readonly connector: { readonly id: string } }[] };
}

describe('the evidence of a direct tie', () => {
  let service: CastService;
  before(async () => {
    service = await openCast();
  });
  after(() => service?.close());

  async function askAbout(sources: readonly Source[], strength?: number) {
    await using graph = await openTestGraph(service.url, {}, knownBy(sources, strength));
    const { data, errors } = await graph.ask<Answer, object>(key, document, { id: target });
    assert.equal(errors, undefined);
    assert.ok(data);
    const [first, second] = data.introPaths.nodes;
    assert.ok(first && second);
    const ofMailing = first.connector.id === mailing?.id ? first : second;
    return { first, ofMailing, asked: data.introPlan.asks.map(({ connector }) => connector.id) };
  }

  for (const [sources, why] of [
    [[{ origin: 'email_contact' }], 'Known through e-mail.'],
    [[{ origin: 'calendar_events' }], 'Met in meetings.'],
    [[{ origin: 'calendar_events' }, { origin: 'email_contact' }], 'Met in meetings; known through e-mail.'],
    // Another upstream may answer in the words of queries.
    [[{ origin: 'google' }], 'Known through e-mail.'],
  ] as const)
    it(`has a connector asked first by ${sources.map(({ origin }) => origin).join(' and ')}, before one who is only connected`, async () => {
      const { first, asked } = await askAbout(sources);
      assert.equal(first.connector.id, mailing?.id);
      assert.equal(first.why, why);
      assert.deepEqual(asked, [mailing?.id]);
    });

  it('has types of its own for e-mails and meetings', async () => {
    const { ofMailing } = await askAbout([{ origin: 'email_contact' }, { origin: 'calendar_events' }]);
    assert.deepEqual(
      ofMailing.steps[0]?.sources.map(({ __typename }) => __typename),
      ['EmailContact', 'CalendarEvents'],
    );
  });

  it('is told by the members of a source that has no origin [ties.origin-by-members]', async () => {
    const { ofMailing } = await askAbout([
      { shared_company: 'Aurora Labs', overlap_start_date: '2018-01-01', overlap_end_date: '2019-12-31' },
      { origin: null, shared_school: 'Trinity College', graduation_year: '2012' },
      { origin: '', investor: 'Delta Ventures', portfolio_company: 'Cobalt Systems' },
      { shared_company: null },
    ]);
    assert.equal(
      ofMailing.why,
      'Worked together at Aurora Labs, 2018–2019; went to the same school, Trinity College, class of 2012; Delta Ventures has invested in Cobalt Systems; known to each other.',
    );
    assert.deepEqual(ofMailing.steps[0]?.sources, [
      { __typename: 'WorkOverlap', origin: 'work_overlap' },
      { __typename: 'EducationOverlap', origin: 'education_overlap' },
      { __typename: 'SharedInvestor', origin: 'shared_investor' },
      { __typename: 'OtherSource', origin: null },
    ]);
  });

  it('is at least the upstream’s own strength where the origin is unknown', async () => {
    const weak = await askAbout([{ origin: 'chess_club' }], 0.02);
    assert.equal(weak.first.connector.id, connected?.id);
    const strong = await askAbout([{ origin: 'chess_club' }], 0.8);
    assert.equal(strong.first.connector.id, mailing?.id);
    assert.ok(strong.first.confidence >= 0.95 * 0.8);
    // A known origin is weighed by itself.
    const known = await askAbout([{ origin: 'shared_investor' }], 0.8);
    assert.equal(known.first.connector.id, connected?.id);
  });
});
