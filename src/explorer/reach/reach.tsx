import { useEffect, useMemo } from 'preact/hooks';
import { FailureNotice, Loading } from '../components/notice.tsx';
import { Section } from '../components/section.tsx';
import { number } from '../format.ts';
import { addressOf, useAddress } from '../frame/address.ts';
import { ReachRows } from '../generated/documents.ts';
import { usePages } from '../graph/use-pages.ts';
import { say } from '../sentences.ts';
import { doorsOf, type ReachRow, sides } from './doors.ts';

/** Connectors by companies or titles, with the people whom each can reach there; hidden without a network. */
export const Reach = () => {
  const { query, changed } = useAddress();
  const by = sides.find((one) => one === query.by) ?? 'company';
  const people = usePages(ReachRows, {}, ({ relationships }) => relationships);
  const { list, failure } = people;

  // Counts need the whole network, which is free to read.
  useEffect(() => {
    if (list?.more && !list.isReading) list.all();
  }, [list?.more === undefined, list?.isReading]);

  const rows: readonly ReachRow[] = list?.rows ?? [];
  const groups = by === 'function' ? say.reach.functions : by === 'level' ? say.reach.levels : [];
  const { doors, connectors } = useMemo(() => doorsOf(rows, by, groups), [rows, by]);
  const filterOf = (door: string) =>
    by === 'company' ? { company: door } : { title: groups.find(([name]) => name === door)?.[1] ?? door };
  if (list?.total === 0) return null;
  return (
    <Section
      title={say.reach.title}
      note={
        list &&
        (list.isReading ? say.list.reading(rows.length, list.total) : say.reach.count(connectors.length, list.total))
      }
      tools={
        <nav class="switch" aria-label={say.reach.by}>
          {sides.map((one) => (
            <a key={one} href={changed({ by: one })} {...(one === by && { 'aria-current': 'true' as const })}>
              {say.reach.sides[one]}
            </a>
          ))}
        </nav>
      }
    >
      {people.isLoading && <Loading lines={12} />}
      {failure && <FailureNotice failure={failure} again={people.again} />}
      {connectors.length > 0 && (
        <>
          <p class="muted note">{say.reach.legend}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
          <section class="reach-scroll" aria-label={say.list.region(say.reach.title)} tabIndex={0}>
            <table class="reach">
              <caption class="visually-hidden">{say.reach.legend}</caption>
              <thead>
                <tr>
                  <th scope="col">
                    <span class="visually-hidden">{say.reach.connector}</span>
                  </th>
                  {doors.map(({ name }) => (
                    <th key={name} scope="col" title={name}>
                      <span dir="auto">{name}</span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {connectors.map(({ id, name, people: known, cells }) => (
                  <tr key={id}>
                    <th scope="row">
                      <a class="calm" href={addressOf('/people', { via: id })} dir="auto">
                        {name}
                      </a>{' '}
                      <span class="muted">{number(known)}</span>
                    </th>
                    {cells.map(({ door, count, share, isOnly }) => (
                      <td key={door}>
                        {count > 0 && (
                          <a
                            class={isOnly ? 'cell only' : 'cell'}
                            href={addressOf('/people', { via: id, ...filterOf(door) })}
                            style={{ '--share': share.toFixed(2) }}
                            aria-label={say.reach.cell(name, door, count, isOnly)}
                          >
                            {number(count)}
                          </a>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </Section>
  );
};
