import { useEffect, useRef, useState } from 'preact/hooks';
import { AgainButton, Button } from '../components/button.tsx';
import { Field, Form } from '../components/form.tsx';
import { copy } from '../components/head.tsx';
import { List, type ListColumn } from '../components/list.tsx';
import { Section } from '../components/section.tsx';
import { moment, number } from '../format.ts';
import { tell } from '../frame/toast.tsx';
import { say } from '../sentences.ts';
import { type Invitation, invitations, invite, type Right, uninvite } from './invitations.ts';

const rights: readonly Right[] = ['keep', 'look', 'act'];
const sayRight = { look: 'Look', keep: 'Keep lists', act: 'Act: map, add, invite' } as const;
const daySeconds = 86_400;
const defaults = { total: 50, days: 30 };

/** The invitations that the session may see: none unless it may act. */
export const useInvitations = (mayAct: boolean) => {
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

interface InvitedProps {
  readonly invited: ReturnType<typeof useInvitations>;
}

const actOf = ({ session }: Invitation): string => (session ? 'End access' : 'Take link back');

/** Invitations, and a form that creates one; for sessions with the right to act. */
export const Access = ({ invited: { all, failed, read } }: InvitedProps) => {
  const end = async ({ id, label }: Invitation) => {
    tell((await uninvite(id)) ? `${label} has no access any more.` : say.unanswered);
    await read();
  };
  const columns: readonly ListColumn<Invitation>[] = [
    { key: 'name', name: 'Name', width: 'minmax(9rem, 2fr)', text: ({ label }) => label },
    { key: 'may', name: 'May', width: 'minmax(9rem, 1fr)', text: ({ rights: right }) => sayRight[right] },
    {
      key: 'credits',
      name: 'Credits',
      width: '9rem',
      text: ({ session, total }) => `${number(session?.spent ?? 0)} of ${number(total)} spent`,
    },
    {
      key: 'until',
      name: 'Until',
      width: 'minmax(9rem, 1fr)',
      text: ({ session, expiresAt }) => (session ? moment(session.expiresAt) : `Link works until ${moment(expiresAt)}`),
    },
    {
      key: 'end',
      name: 'Change',
      width: '9rem',
      text: actOf,
      cell: (one) => (
        <Button label={actOf(one)} fullLabel={`${actOf(one)}: ${one.label}`} kind="small" onClick={() => end(one)} />
      ),
    },
  ];
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
      <List
        label="People with access"
        name="access"
        source={shown}
        columns={columns}
        keyOf={({ id }) => id}
        fileName="access"
        isTall
      />
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
      <Form class="inline-form row wrap above" draft="invitation" button="Invite" onSubmit={make}>
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
        <div class="stack start above">
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
        The people you invite have access for as long as your own session lasts, and spend from your credits. With the
        team’s key, people can be invited for up to 30 days.
      </p>
    </>
  );
};
