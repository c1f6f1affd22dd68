import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Button, Switch } from '../components/button.tsx';
import { PageHead } from '../components/head.tsx';
import { List, type ListColumn } from '../components/list.tsx';
import { FailureNotice, Loading, Missing, Notice, ReadNotice } from '../components/notice.tsx';
import { PriceButton } from '../components/price-button.tsx';
import { Muted, TextLink } from '../components/text.tsx';
import { number, role } from '../format.ts';
import { useAddress } from '../frame/address.ts';
import { readable } from '../graph/outcome.ts';
import { useVocabulary } from '../home/vocabulary.ts';
import { plural, say } from '../sentences.ts';
import { WatchThis } from '../watches/watch-this.tsx';
import { AskCards } from './ask-cards.tsx';
import { maxPerConnector, perConnectorIn } from './make-list.ts';
import { type PlannedTarget, plannedTargets } from './planned-targets.ts';
import { refKey, type Target, whereOfTargets } from './target.ts';
import { type Editing, targetColumns, targetFile } from './target-columns.tsx';
import { useListPlan } from './use-list-plan.ts';

const tabs = { target: 'By target', ask: 'By person to ask', unreached: 'Not reachable' } as const;
const tabNames = ['target', 'ask', 'unreached'] as const;

const remedies: Readonly<Record<keyof typeof say.unreached, (perConnector: number) => string>> = {
  CONNECTOR: () => 'Ask them yourself.',
  CONNECTORS_TAKEN: (per) => `Allow more than ${plural(per, 'ask', 'asks')} per person.`,
  DUPLICATE: () => 'Nothing to do.',
  EXCLUDED: () => 'They are on the do-not-ask list.',
  NOT_SEARCHED: () => 'Try again, or allow more credits.',
  NO_PATH: () => 'Find friends of friends, or map their company.',
  OTHER: () => 'Open the target to see why.',
  UNKNOWN: () => 'Check the spelling or the link.',
};

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
  const tab = tabNames.find((one) => one === query.tab) ?? 'target';
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
        title={name || 'List'}
        count={
          plan &&
          role(
            `${number(reached.length)} of ${number(rows.length)} reachable`,
            `${plural(asks.length, 'person', 'people')} to ask`,
            `at most ${number(most)} each`,
            done > 0 ? say.asked(done, rows.length) : '',
            'free',
          )
        }
      >
        <Button
          kind="bar"
          label="Print"
          icon="print"
          isQuiet
          onClick={() => {
            go(changed({ tab: 'ask' }), true);
            setTimeout(() => print());
          }}
        />
        {targets.length > 0 && <WatchThis name={name || 'List'} where={whereOfTargets(targets)} />}
        {tools}
      </PageHead>
      <div class="plan-bar row wrap loose above">
        <Switch
          label="Views"
          views={tabNames.map((one) => ({
            name: tabs[one],
            href: changed({ tab: one === 'target' ? undefined : one }),
            isCurrent: one === tab,
            count: plan && { target: rows, ask: asks, unreached }[one].length,
          }))}
        />
        <label class="slider small row muted">
          <span>Asks per person</span>
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
          <PriceButton label="Friends of friends" paid={further} />
        )}
      </div>
      {failure && <FailureNotice failure={failure} again={found.again} />}
      {!plan && !failure && found.wanted.length === 0 && <Loading lines={Math.min(12, rows.length)} />}
      {!plan && !failure && found.wanted.length > 0 && (
        <ReadNotice read={direct} member="introPlan" lines={Math.min(12, rows.length)} />
      )}
      {further.failure && <FailureNotice failure={further.failure} again={further.again} />}
      {plan && <Missing title="Note" messages={plan.notes.map(readable)} />}
      {plan && tab === 'target' && (
        <List
          label="Targets"
          source={rows}
          columns={columns}
          keyOf={({ target }) => target.id}
          fileName={name || 'list'}
          files={[{ name: 'CSV', columns: targetFile }]}
          peekOf={({ target: { ref } }) =>
            ref.kind === 'website' ? undefined : `${ref.kind === 'person' ? 'people' : 'companies'}/${refKey(ref)}`
          }
          isTall
        />
      )}
      {plan && tab === 'ask' && <AskCards asks={asks} rows={rows} />}
      {plan && tab === 'unreached' && (
        <List
          label={tabs.unreached}
          source={unreached}
          columns={unreachedColumns(perConnector)}
          keyOf={({ target }) => target.id}
          fileName="not-reachable"
          isTall
          empty={<Notice title="Every target is reachable" heading="h2" />}
        />
      )}
    </div>
  );
};

/** Columns of the targets without an introduction: the reason, and what helps. */
const unreachedColumns = (perConnector: number): readonly ListColumn<PlannedTarget>[] => [
  {
    key: 'target',
    name: 'Target',
    width: 'minmax(12rem, 1.2fr)',
    text: ({ name }) => name,
    cell: ({ name, address, detail }) => (
      <span class="two-lines">
        <TextLink href={address}>{name}</TextLink>
        <Muted>{detail}</Muted>
      </span>
    ),
  },
  {
    key: 'why',
    name: 'Why',
    width: 'minmax(9rem, 1fr)',
    text: ({ unreached }) => (unreached ? say.unreached[unreached] : ''),
    cell: ({ unreached, message }) => unreached && <span title={readable(message)}>{say.unreached[unreached]}</span>,
  },
  {
    key: 'remedy',
    name: 'What helps',
    width: 'minmax(12rem, 1.6fr)',
    text: ({ unreached }) => (unreached ? remedies[unreached](perConnector) : ''),
  },
];
