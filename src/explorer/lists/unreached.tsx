import { Notice } from '../components/notice.tsx';
import { TextLink } from '../components/text.tsx';
import { readable } from '../graph/outcome.ts';
import { say } from '../sentences.ts';
import type { PlannedTarget } from './planned-targets.ts';

interface UnreachedProps {
  readonly rows: readonly PlannedTarget[];
  readonly perConnector: number;
}

/** Targets without an introduction, by reason, each with a remedy. */
export const Unreached = ({ rows, perConnector }: UnreachedProps) =>
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
