import { Avatar } from '../components/avatar.tsx';
import { Button } from '../components/button.tsx';
import { copy } from '../components/head.tsx';
import { Notice } from '../components/notice.tsx';
import { Muted, TextLink } from '../components/text.tsx';
import { percent, role } from '../format.ts';
import { useDraft } from '../frame/drafts.ts';
import type { PlanQuery } from '../generated/documents.ts';
import { plural, say } from '../sentences.ts';
import { messageFor } from './message.ts';
import type { Asked, PlannedTarget } from './planned-targets.ts';

type Ask = NonNullable<PlanQuery['introPlan']>['asks'][number];

interface AskCardsProps {
  readonly asks: readonly Ask[];
  readonly rows: readonly PlannedTarget[];
}

/** A card for each connector to ask, with the targets and a message for each. */
export const AskCards = ({ asks, rows }: AskCardsProps) => {
  const asked = new Map(rows.flatMap((row) => row.asks.map((ask) => [ask.place, { row, ask }] as const)));
  if (asks.length === 0)
    return <Notice title="Nobody to ask" body="No connector knows any of these targets." heading="h2" />;
  return (
    <ol class="columns above">
      {asks.map(({ connector, introductions }) => (
        <li key={connector?.id} class="card ask-card">
          <div class="row loose">
            <Avatar name={connector?.name} />
            <div>
              <h2 dir="auto">{connector?.name ?? say.locked}</h2>
              <p class="muted small" dir="auto">
                {role(connector?.profile?.currentTitle, connector?.profile?.currentCompanyName)}
              </p>
            </div>
            <span class="aside muted small">{plural(introductions.length, 'ask', 'asks')}</span>
          </div>
          <ul>
            {introductions.map(({ at }) => {
              const found = asked.get(at);
              return found && <AskedFor key={at} row={found.row} ask={found.ask} />;
            })}
          </ul>
        </li>
      ))}
    </ol>
  );
};

const AskedFor = ({ row, ask }: { readonly row: PlannedTarget; readonly ask: Asked }) => {
  const { name, detail, address, way } = ask;
  const [message, change] = useDraft(`message ${row.target.id} ${name}`, messageFor(way, name, row.target.note));
  return (
    <li class="asked-for">
      <div>
        <p>
          <TextLink href={address}>{name}</TextLink> <Muted>{detail}</Muted>
        </p>
        <p class="muted small" dir="auto">
          {percent(way.confidence)} · {way.why}
        </p>
      </div>
      <Button kind="bar" label="Copy message" icon="copy" isQuiet onClick={() => copy(message, 'Message copied')} />
      <details class="muted small">
        <summary>Edit message</summary>
        <textarea
          rows={4}
          aria-label={`Message about ${name}`}
          value={message}
          dir="auto"
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      </details>
    </li>
  );
};
