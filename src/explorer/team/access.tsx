import { useEffect, useRef, useState } from 'preact/hooks';
import { Section } from '../components/section.tsx';
import { moment } from '../format.ts';
import { tell } from '../frame/toast.tsx';
import { say } from '../sentences.ts';
import { type Invitation, invitations, invite, type Right, uninvite } from './invitations.ts';
import { sayTeam } from './sentences.ts';

const rights: readonly Right[] = ['keep', 'look', 'act'];
const daySeconds = 86_400;
const defaults = { total: 50, days: 30 };

interface Invited {
  readonly all: readonly Invitation[] | undefined;
  readonly failed: boolean;
  readonly isLoading: boolean;
  readonly read: () => Promise<void>;
}

/** The invitations that the session may see: none unless it may act. */
export const useInvitations = (mayAct: boolean): Invited => {
  const [all, setAll] = useState<readonly Invitation[]>();
  const [failed, setFailed] = useState(false);
  const read = () =>
    invitations().then((found) => {
      setFailed(found === undefined);
      if (found) setAll(found);
    });
  useEffect(() => {
    if (mayAct) void read();
  }, [mayAct]);
  return { all, failed, read, isLoading: mayAct && !all && !failed };
};

const actOf = ({ session }: Invitation): string => (session ? sayTeam.access.end : sayTeam.access.takeBack);

/** Invitations, and a form that creates one; for sessions with the right to act. */
export const Access = ({ invited: { all, failed, read } }: { readonly invited: Invited }) => {
  const end = async ({ id, label }: Invitation) => {
    tell((await uninvite(id)) ? sayTeam.access.ended(label) : sayTeam.access.failed);
    await read();
  };
  const shown = all?.filter(({ state, session }) => state === 'pending' || session !== undefined) ?? [];
  return (
    <Section title={sayTeam.access.title} note={all && sayTeam.access.count(shown.length)}>
      {failed && (
        <p class="notice-line" role="alert">
          {sayTeam.access.unread}{' '}
          <button type="button" class="button small" onClick={() => void read()}>
            {say.states.again}
          </button>
        </p>
      )}
      {shown.length > 0 && (
        <div class="table-scroll">
          <table class="compact">
            <thead>
              <tr>
                {sayTeam.access.columns.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((one) => (
                <tr key={one.id}>
                  <th scope="row">
                    <bdi>{one.label}</bdi>
                  </th>
                  <td>{sayTeam.access.rights[one.rights]}</td>
                  <td>{sayTeam.access.spent(one.session?.spent ?? 0, one.total)}</td>
                  <td>
                    {one.session
                      ? sayTeam.access.until(moment(one.session.expiresAt))
                      : sayTeam.access.waiting(moment(one.expiresAt))}
                  </td>
                  <td>
                    <button
                      type="button"
                      class="button small"
                      aria-label={sayTeam.access.endOf(actOf(one), one.label)}
                      onClick={() => void end(one)}
                    >
                      {actOf(one)}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <InviteForm onInvited={() => void read()} />
    </Section>
  );
};

const InviteForm = ({ onInvited }: { readonly onInvited: () => void }) => {
  const [label, setLabel] = useState('');
  const [right, setRight] = useState<Right>('keep');
  const [total, setTotal] = useState(String(defaults.total));
  const [days, setDays] = useState(String(defaults.days));
  const [made, setMade] = useState<{ readonly link: string; readonly for: string; readonly expiresAt: string }>();
  const [told, setTold] = useState<string>();
  const link = useRef<HTMLInputElement>(null);

  useEffect(() => {
    link.current?.select();
  }, [made?.link]);

  const make = async () => {
    const name = label.trim();
    if (name === '') return setTold(sayTeam.access.enterName);
    const answer = await invite({
      label: name,
      rights: right,
      total: Number(total),
      seconds: Number(days) * daySeconds,
    });
    if ('refusal' in answer) return setTold(answer.refusal || sayTeam.access.failed);
    setMade({ ...answer, for: name });
    setTold(undefined);
    setLabel('');
    onInvited();
  };
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    tell(sayTeam.access.copied);
  };
  return (
    <>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <label>
          <span>{sayTeam.access.name}</span>
          <input
            type="text"
            autocomplete="off"
            maxLength={200}
            placeholder="ada@brightwater.example"
            value={label}
            onInput={({ currentTarget }) => setLabel(currentTarget.value)}
          />
        </label>
        <label>
          <span>{sayTeam.access.may}</span>
          <select
            value={right}
            onChange={({ currentTarget }) => setRight(rights[currentTarget.selectedIndex] ?? 'keep')}
          >
            {rights.map((one) => (
              <option key={one} value={one}>
                {sayTeam.access.rights[one]}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{sayTeam.access.credits}</span>
          <input
            type="number"
            min={0}
            step={1}
            required
            value={total}
            onInput={({ currentTarget }) => setTotal(currentTarget.value)}
          />
        </label>
        <label>
          <span>{sayTeam.access.days}</span>
          <input
            type="number"
            min={1}
            max={30}
            step={1}
            required
            value={days}
            onInput={({ currentTarget }) => setDays(currentTarget.value)}
          />
        </label>
        <button type="submit" class="button primary">
          {sayTeam.access.invite}
        </button>
        <p class="muted" role="status">
          {told}
        </p>
      </form>
      {made && (
        <div class="team-link">
          <label>
            <span>{sayTeam.access.link(made.for, moment(made.expiresAt))}</span>
            <input ref={link} type="text" readOnly value={made.link} />
          </label>
          <button type="button" class="button" onClick={() => void copy(made.link)}>
            {sayTeam.access.copy}
          </button>
        </div>
      )}
      <p class="muted team-note">{sayTeam.access.ends}</p>
    </>
  );
};
