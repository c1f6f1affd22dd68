import { useMemo } from 'preact/hooks';
import { queryOf } from '../components/head.tsx';
import { List, type ListColumn } from '../components/list.tsx';
import { Missing, ReadNotice } from '../components/notice.tsx';
import { Section } from '../components/section.tsx';
import { moment, number } from '../format.ts';
import { tell } from '../frame/toast.tsx';
import {
  Deliveries as DeliveriesDocument,
  type DeliveriesQuery,
  ReplayDeliveries,
  Watches,
} from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { wholeOf } from '../graph/use-pages.ts';
import { useQuery } from '../graph/use-query.ts';
import { say } from '../sentences.ts';
import { useRights } from '../session/rights.ts';
import type { Change } from './change-log.ts';
import { nameOf } from './other-changes.tsx';
import { refusalIn } from './refusal.ts';
import { useRefreshing } from './use-refreshing.ts';
import type { Watch } from './watch.ts';

type Delivery = NonNullable<NonNullable<DeliveriesQuery['watches']>[number]['deliveries']>[number];

interface DeliveriesProps {
  readonly watch: string;
  readonly webhook: NonNullable<Watch['webhook']>;
  readonly changes: readonly Change[];
}

/** What was sent to the webhook of a watch, and a button that sends again what was given up. */
export const Deliveries = ({ watch, webhook, changes }: DeliveriesProps) => {
  const graph = useGraph();
  const { act } = useRights();
  const read = useQuery(DeliveriesDocument, {});
  const deliveries = read.data?.watches?.find(({ id }) => id === watch)?.deliveries;
  const columns = useMemo(
    () => deliveryColumns(new Map(changes.map((change) => [change.id, change]))),
    [changes.length],
  );
  useRefreshing(deliveries?.some(isFirstAttempt) ?? false, read.refresh);

  const replay = async () => {
    const outcome = await graph.run(ReplayDeliveries, { input: { id: watch } }, { changes: [Watches] });
    const replayed = outcome.kind === 'done' ? outcome.data.replayDeliveries?.replayed : undefined;
    tell(refusalIn(outcome, 'replayDeliveries') ?? say.deliveries.replayed(replayed ?? 0));
    read.refresh();
  };
  return (
    <Section
      title={say.deliveries.title}
      note={<bdi>{webhook.url}</bdi>}
      query={queryOf(DeliveriesDocument, {})}
      tools={
        act && (
          <button type="button" class="button bar" title={say.deliveries.replayHint} onClick={() => void replay()}>
            {say.deliveries.replay}
          </button>
        )
      }
    >
      {webhook.goneAt !== null && (
        <Missing title={say.states.note} messages={[say.deliveries.gone(moment(webhook.goneAt))]} />
      )}
      {!deliveries && <ReadNotice read={read} member="watches" lines={2} />}
      {deliveries?.length === 0 && <p class="muted note">{say.deliveries.none}</p>}
      {deliveries && deliveries.length > 0 && (
        <List
          label={say.deliveries.title}
          source={wholeOf(deliveries)}
          columns={columns}
          keyOf={({ id }) => id}
          fileName="deliveries"
          counted={say.deliveries.count}
          name="delivery-"
        />
      )}
    </Section>
  );
};

/** Whether a delivery is made about now. */
const isFirstAttempt = ({ attempts, nextAttemptAt }: Delivery): boolean => attempts === 0 && nextAttemptAt !== null;

const stateOf = ({ deliveredAt, nextAttemptAt }: Delivery): string => {
  if (deliveredAt !== null) return say.deliveries.delivered(moment(deliveredAt));
  return nextAttemptAt === null ? say.deliveries.givenUp : say.deliveries.next(moment(nextAttemptAt));
};

const deliveryColumns = (changes: ReadonlyMap<string, Change>): readonly ListColumn<Delivery>[] => [
  {
    key: 'change',
    name: say.changes.kind,
    width: 'minmax(9rem, 1.5fr)',
    text: ({ id }) => {
      const change = changes.get(id);
      return change ? say.deliveries.change(say.changes.kinds[change.kind], nameOf(change)) : say.deliveries.trimmed;
    },
  },
  { key: 'state', name: say.deliveries.state, width: 'minmax(0, 1.3fr)', text: stateOf },
  {
    key: 'outcome',
    name: say.deliveries.outcome,
    width: 'minmax(0, 1.3fr)',
    rank: 1,
    text: ({ outcome }) => outcome ?? '',
  },
  {
    key: 'attempts',
    name: say.deliveries.attempts,
    width: '6rem',
    isNumeric: true,
    text: ({ attempts }) => number(attempts),
    order: ({ attempts }) => attempts,
  },
];
