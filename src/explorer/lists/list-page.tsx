import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { PageHead } from '../components/head.tsx';
import { Icon } from '../components/icon.tsx';
import { List, type ListColumn } from '../components/list.tsx';
import { Menu } from '../components/menu.tsx';
import { FailureNotice, Missing, Notice, ReadNotice } from '../components/notice.tsx';
import { PriceButton } from '../components/price-button.tsx';
import { useAddress } from '../frame/address.ts';
import { tell } from '../frame/toast.tsx';
import { Plan } from '../generated/documents.ts';
import { readable } from '../graph/outcome.ts';
import { wholeOf } from '../graph/use-pages.ts';
import { usePaid } from '../graph/use-paid.ts';
import { useQuery } from '../graph/use-query.ts';
import { useVocabulary } from '../home/vocabulary.ts';
import { Confidence } from '../people/person-cell.tsx';
import { say } from '../sentences.ts';
import { WatchThis } from '../watches/watch-this.tsx';
import { whereOfTargets } from '../watches/watched-targets.ts';
import { AskCards } from './ask-cards.tsx';
import {
  keepList,
  listAddress,
  listIn,
  maxPerConnector,
  noteOn,
  notes,
  planOf,
  type TargetList,
  withStatus,
} from './kept.ts';
import { type Introductions, type PlannedTarget, plannedTargets } from './planned-targets.ts';
import { maxInAddress, refKey, type Status, statuses, type Target } from './target.ts';
import { Unreached } from './unreached.tsx';

const tabs = ['target', 'ask', 'unreached'] as const;

/** A list of targets and its plan: whom to ask for whom, by target and by person to ask. */
export const ListPage = () => {
  const { query } = useAddress();
  const list = useMemo(() => listIn(query), [query.name, query.t, query.here, query.per, query.out]);
  if (!list)
    return (
      <>
        <PageHead title={say.lists.title} />
        <Notice title={say.lists.gone} body={say.lists.goneBody} heading="h2">
          <a class="button primary" href="/lists/new">
            {say.lists.create}
          </a>
        </Notice>
      </>
    );
  return <ListInAddress list={list} />;
};

/** A list that its address holds, which changes with it. */
const ListInAddress = ({ list }: { readonly list: TargetList }) => {
  const { query, go } = useAddress();
  const replace = (next: TargetList) => {
    const address = listAddress(next);
    go(query.tab ? `${address}&tab=${query.tab}` : address, true);
  };
  return (
    <PlannedList
      list={list}
      setPlan={replace}
      setStatus={(at, status) => {
        replace(withStatus(list, at, status));
        tell(say.lists.status[status], () => replace(list));
      }}
      setNote={({ ref }, text) => noteOn(refKey(ref), text)}
      onPlanned={(reachable) =>
        keepList({ address: listAddress(list), name: list.name, targets: list.targets.length, reachable })
      }
    >
      {list.targets.length > maxInAddress && <p class="muted note">{say.lists.long(maxInAddress)}</p>}
    </PlannedList>
  );
};

/** With two hops the graph plans for this many targets. */
const maxInTwoSteps = 50;

interface PlannedListProps {
  readonly list: TargetList;
  /** Changes how the plan is made: asks for each person, and who is left out. */
  readonly setPlan: (list: TargetList) => void;
  /** Undefined where the reader may not change the list. */
  readonly setStatus: ((at: number, status: Status) => void) | undefined;
  readonly setNote: ((target: Target, text: string) => void) | undefined;
  readonly onPlanned?: (reachable: number | undefined) => void;
  /** Further buttons at the head of the page. */
  readonly tools?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A list and its plan. */
export const PlannedList = ({ list, setPlan, setStatus, setNote, onPlanned, tools, children }: PlannedListProps) => {
  const { query, go, changed } = useAddress();
  const vocabulary = useVocabulary();
  const tab = tabs.find((one) => one === query.tab) ?? 'target';
  const variables = useMemo(() => planOf(list), [list]);
  const direct = useQuery(Plan, variables);
  const further = usePaid(Plan, { ...variables, hops: 2 });
  const plan = further.data?.introPlan ?? direct.data?.introPlan;
  const rows = useMemo(() => plannedTargets(list, plan, vocabulary), [list, plan]);
  const reached = rows.filter(({ way }) => way);
  const unreached = rows.filter((row) => row.unreached);
  const asks = plan?.asks ?? [];
  const most = Math.max(0, ...asks.map(({ introductions }) => introductions.length));

  useEffect(() => onPlanned?.(plan ? reached.length : undefined), [list, plan]);

  const columns = useMemo(() => targetColumns(setStatus, setNote), [list, query.tab, setStatus === undefined]);
  return (
    <div class="plan">
      <PageHead
        title={list.name || say.lists.title}
        count={plan && say.lists.reached(reached.length, rows.length, asks.length, most)}
      >
        <button
          type="button"
          class="button bar quiet-label"
          title={say.lists.print}
          onClick={() => {
            go(changed({ tab: 'ask' }), true);
            setTimeout(() => print());
          }}
        >
          <Icon name="print" />
          <span>{say.lists.print}</span>
        </button>
        {list.targets.length > 0 && (
          <WatchThis name={list.name || say.lists.title} where={whereOfTargets(list.targets)} />
        )}
        {tools}
      </PageHead>
      <div class="plan-bar">
        <nav class="switch" aria-label={say.lists.views}>
          {tabs.map((one) => (
            <a
              key={one}
              href={changed({ tab: one === 'target' ? undefined : one })}
              {...(one === tab && { 'aria-current': 'true' as const })}
            >
              {say.lists.tabs[one]}{' '}
              {plan && <span class="tab-count">{[rows.length, asks.length, unreached.length][tabs.indexOf(one)]}</span>}
            </a>
          ))}
        </nav>
        <label class="slider">
          <span>{say.lists.perConnector}</span>
          <input
            type="range"
            min={1}
            max={maxPerConnector}
            value={list.perConnector}
            onChange={({ currentTarget }) => setPlan({ ...list, perConnector: Number(currentTarget.value) })}
          />
          <output>{list.perConnector}</output>
        </label>
        <LeaveOut list={list} plan={plan} onChange={setPlan} />
        {unreached.length > 0 && list.targets.length <= maxInTwoSteps && !further.data && (
          <PriceButton label={say.lists.twoSteps} paid={further} />
        )}
      </div>
      {children}
      {!plan && <ReadNotice read={direct} member="introPlan" lines={Math.min(18, rows.length)} />}
      {further.failure && <FailureNotice failure={further.failure} again={further.again} />}
      {plan && <Missing title={say.states.note} messages={plan.notes.map(readable)} />}
      {plan && tab === 'target' && (
        <List
          label={say.lists.targets}
          source={wholeOf(rows)}
          columns={columns}
          keyOf={({ target }) => refKey(target.ref)}
          fileName={list.name || 'list'}
          files={[{ name: say.list.plain, columns: fileColumns }]}
          counted={say.lists.targetCount}
          peekOf={({ target: { ref } }) =>
            ref.kind === 'website' ? undefined : `${ref.kind === 'person' ? 'people' : 'companies'}/${ref.id}`
          }
        />
      )}
      {plan && tab === 'ask' && <AskCards asks={asks} rows={rows} />}
      {plan && tab === 'unreached' && <Unreached rows={unreached} perConnector={list.perConnector} />}
    </div>
  );
};

const targetColumns = (
  setStatus: PlannedListProps['setStatus'],
  setNote: PlannedListProps['setNote'],
): readonly ListColumn<PlannedTarget>[] => [
  {
    key: 'target',
    name: say.lists.target,
    width: 'minmax(9rem, 1.3fr)',
    text: ({ name }) => name,
    cell: ({ name, address }) => (
      <a href={address} dir="auto">
        {name}
      </a>
    ),
  },
  { key: 'detail', name: say.lists.detail, width: 'minmax(0, 1.4fr)', rank: 2, text: ({ detail }) => detail },
  {
    key: 'ask',
    name: say.list.ask,
    width: 'minmax(0, 1.2fr)',
    text: ({ way }) => way?.connector?.name ?? '',
    cell: ({ way, unreached }) =>
      way ? (
        <bdi>{way.connector?.name}</bdi>
      ) : (
        <span class="muted">{unreached && say.lists.reasons[unreached.reason]}</span>
      ),
  },
  {
    key: 'percent',
    name: say.list.percent,
    width: '6.25rem',
    rank: 1,
    isNumeric: true,
    order: ({ way }) => way?.confidence ?? -1,
    text: ({ way }) => (way ? say.percent(way.confidence) : ''),
    cell: ({ way }) => way && <Confidence value={way.confidence} />,
  },
  { key: 'why', name: say.lists.why, width: 'minmax(0, 1.8fr)', rank: 1, text: ({ way }) => way?.why ?? '' },
  {
    key: 'status',
    name: say.lists.statusLabel,
    width: '7.25rem',
    text: ({ target }) => say.lists.status[target.status],
    order: ({ target }) => statuses.indexOf(target.status),
    cell: ({ at, target, name }) => (
      <select
        class={`status ${target.status}`}
        aria-label={say.lists.statusOf(name)}
        value={target.status}
        disabled={!setStatus}
        onChange={({ currentTarget }) => {
          const status = statuses.find((one) => one === currentTarget.value);
          if (status) setStatus?.(at, status);
        }}
      >
        {statuses.map((status) => (
          <option key={status} value={status}>
            {say.lists.status[status]}
          </option>
        ))}
      </select>
    ),
  },
  {
    key: 'note',
    name: say.lists.note,
    width: 'minmax(0, 1fr)',
    rank: 1,
    text: ({ target }) => notes.value.get(refKey(target.ref)) ?? '',
    cell: ({ target, name }) => (
      <input
        class="note-input"
        aria-label={say.lists.noteOn(name)}
        maxLength={500}
        readOnly={!setNote}
        placeholder={say.lists.notePlaceholder}
        defaultValue={notes.value.get(refKey(target.ref)) ?? ''}
        onChange={({ currentTarget }) => setNote?.(target, currentTarget.value)}
      />
    ),
  },
];

const fileColumns = [
  { name: 'id', text: ({ target }: PlannedTarget) => refKey(target.ref) },
  { name: 'target', text: ({ name }: PlannedTarget) => name },
  { name: 'title', text: ({ way }: PlannedTarget) => way?.target?.currentTitle ?? '' },
  { name: 'company', text: ({ way }: PlannedTarget) => way?.target?.currentCompanyName ?? '' },
  { name: 'best_connector', text: ({ way }: PlannedTarget) => way?.connector?.name ?? '' },
  { name: 'confidence', text: ({ way }: PlannedTarget) => way?.confidence.toFixed(2) ?? '' },
  { name: 'why', text: ({ way, unreached }: PlannedTarget) => way?.why ?? readable(unreached?.message ?? '') },
  { name: 'status', text: ({ target }: PlannedTarget) => say.lists.status[target.status] },
  { name: 'note', text: ({ target }: PlannedTarget) => notes.value.get(refKey(target.ref)) ?? '' },
];

/** Connectors who are not to be asked. */
const LeaveOut = ({
  list,
  plan,
  onChange,
}: {
  readonly list: TargetList;
  readonly plan: Introductions | null | undefined;
  readonly onChange: (list: TargetList) => void;
}) => {
  const vocabulary = useVocabulary();
  const connectors = (plan?.asks ?? []).flatMap(({ connector }) => connector ?? []);
  return (
    <div class="leave-out">
      {list.leftOut.map((id) => (
        <span key={id} class="chip">
          <span>
            <span class="muted">{say.lists.without}</span>{' '}
            <bdi>{vocabulary.people.get(`connector ${id}`)?.name ?? say.lists.somebody}</bdi>
          </span>
          <button
            type="button"
            aria-label={say.lists.askAgain}
            onClick={() => onChange({ ...list, leftOut: list.leftOut.filter((other) => other !== id) })}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      {connectors.length > 0 && (
        <Menu label={say.lists.leaveOut}>
          {(close) => (
            <ul class="menu-list">
              {connectors.map(({ id, name }) => (
                <li key={id}>
                  <button
                    type="button"
                    dir="auto"
                    onClick={() => {
                      close();
                      vocabulary.people.set(`connector ${id}`, {
                        id,
                        name: name ?? '',
                        title: undefined,
                        employer: undefined,
                      });
                      onChange({ ...list, leftOut: [...list.leftOut, id] });
                    }}
                  >
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Menu>
      )}
    </div>
  );
};
