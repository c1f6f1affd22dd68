import { useEffect, useRef, useState } from 'preact/hooks';
import { AgainButton, Button } from '../components/button.tsx';
import { Field, Form } from '../components/form.tsx';
import { copy } from '../components/head.tsx';
import { Section } from '../components/section.tsx';
import { moment } from '../format.ts';
import { tell } from '../frame/toast.tsx';
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
          {sayTeam.access.unread} <AgainButton again={read} />
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
                    <Button
                      label={actOf(one)}
                      fullLabel={sayTeam.access.endOf(actOf(one), one.label)}
                      kind="small"
                      onClick={() => void end(one)}
                    />
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
  const [made, setMade] = useState<{ readonly link: string; readonly for: string; readonly expiresAt: string }>();
  const link = useRef<HTMLInputElement>(null);
  useEffect(() => link.current?.select(), [made?.link]);

  const make = async (field: (name: string) => string, form: HTMLFormElement): Promise<string | undefined> => {
    const label = field('who');
    if (label === '') return sayTeam.access.enterName;
    const right = rights.find((one) => one === field('may')) ?? 'keep';
    const asked = {
      label,
      rights: right,
      total: Number(field('credits')),
      seconds: Number(field('days')) * daySeconds,
    };
    const answer = await invite(asked);
    if ('refusal' in answer) return answer.refusal || sayTeam.access.failed;
    setMade({ ...answer, for: label });
    form.reset();
    onInvited();
    return undefined;
  };
  return (
    <>
      <Form class="inline-form row wrap" draft="invitation" button={sayTeam.access.invite} onSubmit={make}>
        <Field label={sayTeam.access.name} name="who" placeholder="ada@brightwater.example" />
        <label>
          <span>{sayTeam.access.may}</span>
          <select name="may">
            {rights.map((one) => (
              <option key={one} value={one}>
                {sayTeam.access.rights[one]}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{sayTeam.access.credits}</span>
          <input name="credits" type="number" min={0} required defaultValue={defaults.total} />
        </label>
        <label>
          <span>{sayTeam.access.days}</span>
          <input name="days" type="number" min={1} max={30} required defaultValue={defaults.days} />
        </label>
      </Form>
      {made && (
        <div class="team-link stack above">
          <label>
            <span>{sayTeam.access.link(made.for, moment(made.expiresAt))}</span>
            <input ref={link} type="text" readOnly value={made.link} />
          </label>
          <Button
            kind="bar"
            label={sayTeam.access.copy}
            icon="copy"
            onClick={() => copy(made.link, sayTeam.access.copied)}
          />
        </div>
      )}
      <p class="muted above">{sayTeam.access.ends}</p>
    </>
  );
};
