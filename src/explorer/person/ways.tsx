import { useState } from 'preact/hooks';
import { PersonLink } from '../components/person-link.tsx';
import { roleOf } from '../components/role.ts';
import { list } from '../format.ts';
import { say } from '../sentences.ts';
import { kindOf, labelOf, monthsOf, type Step, type Way } from './evidence.ts';
import { slugIn } from './person-address.ts';
import { WaysDrawing } from './ways-drawing.tsx';

interface WaysProps {
  readonly ways: readonly Way[];
  /** Whom they lead to. */
  readonly target: string;
  /** The target of each is named: ways into a company. */
  readonly namesTargets?: boolean;
}

interface Choice {
  readonly step: Step;
  readonly from: string;
  readonly to: string;
}

/** Direct ways that a page of better ones does not reach: they rank below all of it. */
export const directBelow = (direct: readonly Way[], page: readonly Way[]): readonly Way[] => {
  const shown = new Set(page.filter(({ steps }) => steps.length === 1).map(({ connector }) => connector?.id));
  return direct.filter(({ connector }) => !shown.has(connector?.id));
};

/** Ways in, drawn, and beside it the same as a ranked list; a chosen tie shows all that it rests on. */
export const Ways = ({ ways, target, namesTargets = false }: WaysProps) => {
  const [choice, setChoice] = useState<Choice>();
  const choose = (step: Step, from: string, to: string) =>
    setChoice(choice?.step === step ? undefined : { step, from, to });
  const wide = ways.some(({ steps }) => steps.length > 1);
  return (
    <div class={`ways ${wide ? 'stacked' : ''}`}>
      <div class="ways-main">
        <WaysDrawing ways={ways} target={target} chosen={choice?.step} onChoose={choose} />
        <div aria-live="polite">{choice && <Evidence {...choice} />}</div>
      </div>
      <ol class="ranking" aria-label={say.ways.ranked}>
        {ways.map((way, rank) => (
          <RankedWay key={`${way.connector?.id} ${rank}`} way={way} rank={rank} namesTarget={namesTargets} />
        ))}
      </ol>
    </div>
  );
};

const RankedWay = ({
  way,
  rank,
  namesTarget,
}: {
  readonly way: Way;
  readonly rank: number;
  readonly namesTarget: boolean;
}) => {
  const { connector, steps, target, why, confidence } = way;
  const name = connector?.name ?? say.unknownPerson;
  const [first, second] = steps;
  const detail = roleOf(connector?.profile?.currentTitle, connector?.profile?.currentCompanyName);
  return (
    <li class="ranked-way">
      {rank === 0 && <span class="best">{say.ways.best}</span>}
      <PersonLink id={slugIn(connector?.profile?.xnetUrl)} name={name} detail={detail} />
      {second && first?.profile && (
        <p class="ranked-then">
          {say.ways.andThen}
          <a href={`/people/${first.profile.id}`} dir="auto">
            {first.profile.fullName ?? say.unknownPerson}
          </a>
        </p>
      )}
      {namesTarget && target && (
        <p class="ranked-then">
          {say.ways.reaches}{' '}
          <a href={`/people/${target.id}`} dir="auto">
            {target.fullName ?? say.unknownPerson}
          </a>
        </p>
      )}
      <p class="ranked-why">{why}</p>
      <p class="confidence" title={say.ways.confidence(confidence)}>
        <meter min={0} max={1} value={confidence} aria-label={say.ways.confidence(confidence)} />
        <span aria-hidden="true">{say.ways.confidenceShort(confidence)}</span>
      </p>
    </li>
  );
};

/** All that a tie rests on. */
const Evidence = ({ step: { kind, why, sources }, from, to }: Choice) => (
  <div class="evidence card">
    <h3>{list([from, to])}</h3>
    <p>{why}</p>
    {sources.length > 0 && (
      <>
        <p class="muted">{say.ways.sources}</p>
        <ul>
          {sources.map((source, index) => {
            const months = monthsOf(source);
            return (
              <li key={`${index} ${labelOf(source)}`}>
                <strong>{kindOf(source)}</strong>
                {labelOf(source) !== kindOf(source) && <span dir="auto">{labelOf(source)}</span>}
                {months !== undefined && <span class="muted">{say.evidence.months(months)}</span>}
              </li>
            );
          })}
        </ul>
      </>
    )}
    {kind === 'POTENTIAL' && <p class="muted">{say.ways.potential}</p>}
  </div>
);
