import { useState } from 'preact/hooks';
import { Avatar } from '../components/avatar.tsx';
import { copy } from '../components/head.tsx';
import { Icon } from '../components/icon.tsx';
import { Notice } from '../components/notice.tsx';
import type { PlanQuery } from '../generated/documents.ts';
import { say } from '../sentences.ts';
import { notes } from './kept.ts';
import { messageFor } from './message.ts';
import type { PlannedTarget } from './planned-targets.ts';
import { refKey } from './target.ts';

type Ask = NonNullable<PlanQuery['introPlan']>['asks'][number];

interface AskCardsProps {
  readonly asks: readonly Ask[];
  readonly rows: readonly PlannedTarget[];
}

/** A card for each person to ask, with their targets and a message for each. */
export const AskCards = ({ asks, rows }: AskCardsProps) => {
  if (asks.length === 0) return <Notice title={say.lists.nobodyToAsk} body={say.lists.nobodyToAskBody} heading="h2" />;
  return (
    <ol class="ask-cards">
      {asks.map(({ connector, introductions }) => (
        <li key={connector?.id} class="card ask-card">
          <div class="ask-card-head">
            <Avatar name={connector?.name} />
            <div>
              <h2 dir="auto">{connector?.name ?? say.locked}</h2>
              <p class="muted" dir="auto">
                {[connector?.profile?.currentTitle, connector?.profile?.currentCompanyName].filter(Boolean).join(' · ')}
              </p>
            </div>
            <span class="muted">{say.lists.asks(introductions.length)}</span>
          </div>
          <ul>
            {introductions.map(({ at }) => {
              const row = rows[at];
              return row?.way && <AskedFor key={at} row={row} way={row.way} />;
            })}
          </ul>
        </li>
      ))}
    </ol>
  );
};

const AskedFor = ({ row, way }: { readonly row: PlannedTarget; readonly way: NonNullable<PlannedTarget['way']> }) => {
  const [text, setText] = useState<string>();
  const { name, detail, address, target } = row;
  const message = text ?? messageFor(way, name, notes.value.get(refKey(target.ref)) ?? '');
  return (
    <li class="asked-for">
      <div>
        <p>
          <a href={address} dir="auto">
            {name}
          </a>{' '}
          <span class="muted" dir="auto">
            {detail}
          </span>
        </p>
        <p class="muted" dir="auto">
          {say.percent(way.confidence)} · {way.why}
        </p>
      </div>
      <button type="button" class="button bar" onClick={() => copy(message, say.message.copied)}>
        <Icon name="copy" />
        <span>{say.message.copy}</span>
      </button>
      <details>
        <summary>{say.message.edit}</summary>
        <textarea
          rows={4}
          aria-label={say.message.label(name)}
          value={message}
          dir="auto"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </details>
    </li>
  );
};
