import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Button, Switch } from '../components/button.tsx';
import { PageHead } from '../components/head.tsx';
import { List } from '../components/list.tsx';
import { FailureNotice, Loading, Missing, Notice, ReadNotice } from '../components/notice.tsx';
import { PriceButton } from '../components/price-button.tsx';
import { TextLink } from '../components/text.tsx';
import { useAddress } from '../frame/address.ts';
import { readable } from '../graph/outcome.ts';
import { wholeOf } from '../graph/use-pages.ts';
import { useVocabulary } from '../home/vocabulary.ts';
import { say } from '../sentences.ts';
import { WatchThis } from '../watches/watch-this.tsx';
import { AskCards } from './ask-cards.tsx';
import { maxPerConnector, perConnectorIn } from './make-list.ts';
import { type PlannedTarget, plannedTargets } from './planned-targets.ts';
import { refKey, type Target, whereOfTargets } from './target.ts';
import { type Editing, targetColumns, targetFile } from './target-columns.tsx';
import { useListPlan } from './use-list-plan.ts';

const tabs = ['target', 'ask', 'unreached'] as const;

/** Maximum number of targets that the graph plans for with two hops. */
const maxInTwoSteps = 50;

interface PlannedListProps {
  readonly name: string;
  readonly targets: readonly Target[];
  readonly editing: Editing;
  /** Additional buttons in the page's header. */
  readonly tools?: ComponentChildren;
}

/** A list with its plan: whom to ask for which introductions, by target and by connector. */
export const PlannedList = ({ name, targets, editing, tools }: PlannedListProps) => {
  const { query, go, changed } = useAddress();
  const vocabulary = useVocabulary();
  const perConnector = perConnectorIn(query.per);
  const tab = tabs.find((one) => one === query.tab) ?? 'target';
  const found = useListPlan(targets, perConnector);
  const { plan, direct, further, failure } = found;
  const rows = useMemo(() => plannedTargets(targets, found, vocabulary), [targets, plan, found.wanted]);
  const reached = rows.filter(({ asks }) => asks.length > 0);
  const unreached = rows.filter((row) => row.unreached);
  const asks = plan?.asks ?? [];
  const most = Math.max(0, ...asks.map(({ introductions }) => introductions.length));
  const done = targets.filter(({ status }) => status !== 'todo').length;
  const columns = useMemo(() => targetColumns(editing), [targets, query.tab, editing.setStatus === undefined]);
  return (
    <div class="plan">
      <PageHead
        title={name || say.lists.title}
        count={plan && say.lists.reached(reached.length, rows.length, asks.length, most, done)}
      >
        <Button
          kind="bar"
          label={say.lists.print}
          icon="print"
          isQuiet
          onClick={() => {
            go(changed({ tab: 'ask' }), true);
            setTimeout(() => print());
          }}
        />
        {targets.length > 0 && <WatchThis name={name || say.lists.title} where={whereOfTargets(targets)} />}
        {tools}
      </PageHead>
      <div class="plan-bar row wrap">
        <Switch
          label={say.lists.views}
          views={tabs.map((one) => ({
            name: say.lists.tabs[one],
            href: changed({ tab: one === 'target' ? undefined : one }),
            isCurrent: one === tab,
            count: plan && { target: rows, ask: asks, unreached }[one].length,
          }))}
        />
        <label class="slider small row muted">
          <span>{say.lists.perConnector}</span>
          <input
            type="range"
            min={1}
            max={maxPerConnector}
            value={perConnector}
            onChange={({ currentTarget }) => go(changed({ per: currentTarget.value }), true)}
          />
          <output>{perConnector}</output>
        </label>
        {unreached.length > 0 && found.wanted.length > 0 && found.wanted.length <= maxInTwoSteps && !further.data && (
          <PriceButton label={say.lists.twoSteps} paid={further} />
        )}
      </div>
      {failure && <FailureNotice failure={failure} again={found.again} />}
      {!plan && !failure && found.wanted.length === 0 && <Loading lines={Math.min(12, rows.length)} />}
      {!plan && !failure && found.wanted.length > 0 && (
        <ReadNotice read={direct} member="introPlan" lines={Math.min(12, rows.length)} />
      )}
      {further.failure && <FailureNotice failure={further.failure} again={further.again} />}
      {plan && <Missing title={say.states.note} messages={plan.notes.map(readable)} />}
      {plan && tab === 'target' && (
        <div class="tall-rows">
          <List
            label={say.lists.targets}
            source={wholeOf(rows)}
            columns={columns}
            keyOf={({ target }) => target.id}
            fileName={name || 'list'}
            files={[{ name: say.list.plain, columns: targetFile }]}
            counted={say.lists.targetCount}
            peekOf={({ target: { ref } }) =>
              ref.kind === 'website' ? undefined : `${ref.kind === 'person' ? 'people' : 'companies'}/${refKey(ref)}`
            }
          />
        </div>
      )}
      {plan && tab === 'ask' && <AskCards asks={asks} rows={rows} />}
      {plan && tab === 'unreached' && <Unreached rows={unreached} perConnector={perConnector} />}
    </div>
  );
};

interface UnreachedProps {
  readonly rows: readonly PlannedTarget[];
  readonly perConnector: number;
}

/** Targets without an introduction, by reason, each with a remedy. */
const Unreached = ({ rows, perConnector }: UnreachedProps) =>
  rows.length === 0 ? (
    <Notice title={say.lists.allReached} heading="h2" />
  ) : (
    <table class="compact">
      <caption class="visually-hidden">{say.lists.tabs.unreached}</caption>
      <thead>
        <tr>
          <th scope="col">{say.lists.target}</th>
          <th scope="col">{say.lists.why}</th>
          <th scope="col">{say.lists.remedy}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ at, name, address, detail, unreached, message }) => (
          <tr key={at}>
            <th scope="row">
              <TextLink href={address}>{name}</TextLink> <span class="muted">{detail}</span>
            </th>
            <td>{unreached && <span title={readable(message)}>{say.lists.reasons[unreached]}</span>}</td>
            <td class="muted">{unreached && say.lists.remedies[unreached](perConnector)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
