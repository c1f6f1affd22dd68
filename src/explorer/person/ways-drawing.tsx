import { Avatar } from '../components/avatar.tsx';
import { say } from '../sentences.ts';
import { type Step, stepLabel, type Way } from './evidence.ts';
import { laneHeight, layoutOf, type PlacedPerson, type PlacedTie } from './layout.ts';

interface WaysDrawingProps {
  readonly ways: readonly Way[];
  readonly target: string;
  readonly chosen: Step | undefined;
  readonly onChoose: (step: Step, from: string, to: string) => void;
}

const box = { width: 226, height: 58 };
const team = { x: 32, radius: 31 };
const columns = {
  direct: { width: 740, connector: 90, bridge: 0, target: 740 - box.width - 1 },
  bridged: { width: 1120, connector: 90, bridge: 488, target: 1120 - box.width - 1 },
};
const bend = 22;

/** Ways to somebody as columns: team, connector, person in between, target. The list beside it says the same. */
export const WaysDrawing = ({ ways, target, chosen, onChoose }: WaysDrawingProps) => {
  const { height, twoSteps, middle, people, ties } = layoutOf(ways);
  const at = twoSteps ? columns.bridged : columns.direct;
  const connectors = people.filter(({ column }) => column === 'connector');
  return (
    <section
      class={`ways-drawing ${twoSteps ? 'two-steps' : ''}`}
      aria-label={say.ways.drawn(target)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls on narrow screens has to be reached by the keyboard
      tabIndex={0}
    >
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the section around it is labelled; a title would hover over all of it */}
      <svg viewBox={`0 0 ${at.width} ${height}`} width={at.width} height={height}>
        {connectors.map(({ key, y }) => (
          <path key={key} class="tie team" d={curve(team.x + team.radius, middle, at.connector, y)} />
        ))}
        {ties.map((tie) => (
          <Tie key={tie.key} tie={tie} at={at} chosen={chosen === tie.step} onChoose={onChoose} />
        ))}
        <circle class="team-mark" cx={team.x} cy={middle} r={team.radius} />
        <text class="team-name" x={team.x} y={middle} text-anchor="middle">
          <tspan x={team.x} dy="-0.1em">
            {say.yourTeam.split(' ')[0]}
          </tspan>
          <tspan x={team.x} dy="1.15em">
            {say.yourTeam.split(' ')[1]}
          </tspan>
        </text>
        {people.map((person) => (
          <Person key={person.key} person={person} x={at[person.column]} />
        ))}
      </svg>
    </section>
  );
};

const Tie = ({
  tie: { step, from, to, lane },
  at,
  chosen,
  onChoose,
}: {
  readonly tie: PlacedTie;
  readonly at: typeof columns.direct;
  readonly chosen: boolean;
  readonly onChoose: WaysDrawingProps['onChoose'];
}) => {
  const start = at[from.column] + box.width;
  const end = at[to.column];
  const [fromName, toName] = [from.name ?? say.unknownPerson, to.name ?? say.unknownPerson];
  const label = stepLabel(step);
  const choose = () => onChoose(step, fromName, toName);
  const d = `${curve(start, from.y, start + bend, lane)} H${end - bend} ${curve(end - bend, lane, end, to.y).replace('M', 'L')}`;
  return (
    <g class={`tie-group ${chosen ? 'chosen' : ''}`}>
      <path
        class={`tie ${step.kind === 'KNOWN' ? 'known' : 'potential'}`}
        d={d}
        stroke-width={1.5 + 5 * step.confidence}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button beside it does the same for the keyboard */}
      <path class="tie-target" d={d} onClick={choose} />
      <foreignObject x={start + bend} y={lane - laneHeight / 2} width={end - start - 2 * bend} height={laneHeight}>
        <button type="button" class="tie-label" aria-pressed={chosen} onClick={choose}>
          <span dir="auto">{label.what}</span>
          <span>{label.when}</span>
          <span class="visually-hidden">{say.ways.choose(fromName, toName)}</span>
        </button>
      </foreignObject>
    </g>
  );
};

const Person = ({
  person: { id, name, detail, column, y },
  x,
}: {
  readonly person: PlacedPerson;
  readonly x: number;
}) => {
  const content = (
    <>
      <Avatar name={name} />
      <span class="way-person-text">
        <span class="way-person-name" dir="auto">
          {name ?? say.unknownPerson}
        </span>
        {detail && (
          <span class="way-person-detail" dir="auto">
            {detail}
          </span>
        )}
      </span>
    </>
  );
  return (
    <foreignObject x={x} y={y - box.height / 2} width={box.width} height={box.height}>
      {id ? (
        <a class={`way-person ${column}`} href={`/people/${encodeURIComponent(id)}`}>
          {content}
        </a>
      ) : (
        <span class={`way-person ${column}`}>{content}</span>
      )}
    </foreignObject>
  );
};

const curve = (x1: number, y1: number, x2: number, y2: number): string => {
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
};
