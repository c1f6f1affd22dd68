import { useEffect, useRef, useState } from 'preact/hooks';
import { AgainButton, Button } from '../components/button.tsx';
import { Field, Form } from '../components/form.tsx';
import { copy } from '../components/head.tsx';
import { Section } from '../components/section.tsx';
import { moment, number } from '../format.ts';
import { tell } from '../frame/toast.tsx';
import { say } from '../sentences.ts';
import { type Invitation, invitations, invite, type Right, uninvite } from './invitations.ts';

const rights: readonly Right[] = ['keep', 'look', 'act'];
const sayRight = { look: 'Look', keep: 'Keep lists', act: 'Act: map, add, invite' } as const;
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

const actOf = ({ session }: Invitation): string => (session ? 'End access' : 'Take link back');

/** Invitations, and a form that creates one; for sessions with the right to act. */
export const Access = ({ invited: { all, failed, read } }: { readonly invited: Invited }) => {
  const end = async ({ id, label }: Invitation) => {
    tell((await uninvite(id)) ? `${label} has no access any more.` : say.unanswered);
    await read();
  };
  const shown = all?.filter(({ state, session }) => state === 'pending' || session !== undefined) ?? [];
  return (
    <Section
      title="People with access"
      note={all && (shown.length === 0 ? 'Nobody was invited.' : say.people(shown.length))}
    >
      {failed && (
        <p class="notice-line" role="alert">
          Who was invited could not be read. <AgainButton again={read} />
        </p>
      )}
      {shown.length > 0 && (
        <div class="table-scroll">
          <table class="compact">
            <thead>
              <tr>
                {['Name', 'May', 'Credits', 'Until', 'Change'].map((name) => (
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
                  <td>{sayRight[one.rights]}</td>
                  <td>
                    {number(one.session?.spent ?? 0)} of {number(one.total)} spent
                  </td>
                  <td>{one.session ? moment(one.session.expiresAt) : `Link works until ${moment(one.expiresAt)}`}</td>
                  <td>
                    <Button
                      label={actOf(one)}
                      fullLabel={`${actOf(one)}: ${one.label}`}
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
    if (label === '') return 'Enter a name or an e-mail address.';
    const right = rights.find((one) => one === field('may')) ?? 'keep';
    const asked = {
      label,
      rights: right,
      total: Number(field('credits')),
      seconds: Number(field('days')) * daySeconds,
    };
    const answer = await invite(asked);
    if ('refusal' in answer) return answer.refusal || say.unanswered;
    setMade({ ...answer, for: label });
    form.reset();
    onInvited();
    return undefined;
  };
  return (
    <>
      <Form class="inline-form row wrap" draft="invitation" button="Invite" onSubmit={make}>
        <Field label="Who" name="who" placeholder="ada@brightwater.example" />
        <label>
          <span>May</span>
          <select name="may">
            {rights.map((one) => (
              <option key={one} value={one}>
                {sayRight[one]}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>Credits</span>
          <input name="credits" type="number" min={0} required defaultValue={defaults.total} />
        </label>
        <label>
          <span>Days</span>
          <input name="days" type="number" min={1} max={30} required defaultValue={defaults.days} />
        </label>
      </Form>
      {made && (
        <div class="team-link stack above">
          <label>
            <span>
              Send this link to {made.for}. It works once, until {moment(made.expiresAt)}.
            </span>
            <input ref={link} type="text" readOnly value={made.link} />
          </label>
          <Button kind="bar" label="Copy" icon="copy" onClick={() => copy(made.link, 'Link copied')} />
        </div>
      )}
      <p class="muted above">
        Whoever you invite has access for as long as your own session lasts, and spends from your credits. Whoever has
        the team’s key can invite for up to 30 days.
      </p>
    </>
  );
};
