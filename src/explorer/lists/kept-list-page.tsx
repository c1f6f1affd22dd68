import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { Button } from '../components/button.tsx';
import { Field, Form } from '../components/form.tsx';
import { MissingPage, PageHead } from '../components/head.tsx';
import { Menu } from '../components/menu.tsx';
import { ReadNotice } from '../components/notice.tsx';
import { tell } from '../frame/toast.tsx';
import {
  type ChangeTargetListInput,
  DropList,
  EditTargets,
  KeptTargets,
  type KeptTargetsQuery,
} from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useQuery } from '../graph/use-query.ts';
import { say } from '../sentences.ts';
import { useRights } from '../session/session.ts';
import { listDocuments, useMakeList } from './make-list.ts';
import type { Saved } from './note-field.tsx';
import { PlannedList } from './planned-list.tsx';
import { graphStatusOf, type Ref, type Status, statusOfGraph, type Target } from './target.ts';

type Found = NonNullable<KeptTargetsQuery['targetList']>;
type FoundTarget = NonNullable<Found['targets']>[number];

const refOf = ({ profile, company, companyWebsite }: FoundTarget): Ref | undefined => {
  if (profile) return { kind: 'person', id: profile.id };
  if (company) return { kind: 'company', id: company.id };
  return companyWebsite ? { kind: 'website', website: companyWebsite } : undefined;
};

/** The targets of a list, without those that the page cannot represent. */
const targetsOf = ({ targets }: Found): readonly Target[] =>
  (targets ?? []).flatMap((target) => {
    const ref = refOf(target);
    if (!ref) return [];
    const { id, note, label, title } = target;
    return [
      {
        ...{ ref, id, status: statusOfGraph(target.status), note: note ?? '' },
        ...{ label: label ?? undefined, title: title ?? undefined },
      },
    ];
  });

/** A stored list and its plan. */
export const KeptListPage = () => {
  const id = useRoute().params.id ?? '';
  const read = useQuery(KeptTargets, { id });
  const found = read.data?.targetList;
  if (found) return <KeptList key={id} found={found} />;
  if (read.data && !read.failureOf('targetList'))
    return (
      <MissingPage
        title="List"
        missing="This list is no longer here"
        body="It was deleted, or was made with another key."
        href="/lists"
        label="Lists"
      />
    );
  return (
    <>
      <PageHead title="List" />
      <ReadNotice read={read} member="targetList" lines={8} />
    </>
  );
};

type Edit = { readonly id: string; readonly status?: Status; readonly note?: string; readonly title?: string };

const KeptList = ({ found }: { readonly found: Found }) => {
  const { route } = useLocation();
  const graph = useGraph();
  const { keep } = useRights();
  const { make } = useMakeList();
  const [targets, setTargets] = useState(() => targetsOf(found));
  const [name, setName] = useState(found.name);

  const show = (id: string, change: Partial<Target>) =>
    setTargets((shown) => shown.map((one) => (one.id === id ? { ...one, ...change } : one)));
  const send = async (input: Omit<ChangeTargetListInput, 'id'>): Promise<boolean> => {
    const change = { input: { id: found.id, ...input } };
    return !(await graph.change(EditTargets, change, { changes: listDocuments })).refusal;
  };
  const sendEdit = ({ status, ...rest }: Edit): Promise<boolean> =>
    send({ edit: [{ ...rest, ...(status && { status: graphStatusOf(status) }) }] });
  /** Optimistic update: reverted if the graph does not save the change. */
  const edit = async (target: Target, change: Pick<Edit, 'status' | 'title'>) => {
    show(target.id, change);
    if (await sendEdit({ id: target.id, ...change })) return;
    show(target.id, { status: target.status, title: target.title });
    tell(say.unsaved);
  };
  const setStatus = (target: Target, status: Status) => {
    tell(say.status[status], () => void edit({ ...target, status }, { status: target.status }));
    void edit(target, { status });
  };
  /** Saves a note. If somebody else has changed it since it was read, it is overwritten only with `force`. */
  const saveNote = async (target: Target, note: string, force: boolean): Promise<Saved> => {
    if (!force) {
      const outcome = await graph.run(KeptTargets, { id: found.id }, { fresh: true });
      if (outcome.kind === 'failed') return { kind: 'failed' };
      const theirs = outcome.data.targetList?.targets?.find(({ id }) => id === target.id)?.note ?? '';
      if (theirs !== target.note && theirs !== note) return { kind: 'changed', theirs };
    }
    if (!(await sendEdit({ id: target.id, note }))) return { kind: 'failed' };
    show(target.id, { note });
    return { kind: 'saved' };
  };
  const rename = async (next: string, isUndo = false) => {
    setName(next);
    if (await send({ name: next })) {
      if (!isUndo) tell(`Renamed to “${next}”`, () => void rename(name, true));
      return;
    }
    setName(name);
    tell(say.unsaved);
  };
  const remove = async () => {
    const { refusal } = await graph.change(DropList, { input: { id: found.id } });
    if (refusal !== undefined) return tell(refusal);
    route('/lists');
    tell('List deleted', () => void make(name, targets));
  };
  return (
    <PlannedList
      name={name}
      targets={targets}
      editing={{
        setStatus: keep ? setStatus : undefined,
        setTitle: keep ? (target, title) => void edit(target, { title }) : undefined,
        saveNote: keep ? saveNote : undefined,
      }}
      tools={
        keep && (
          <>
            <Menu label="Rename" icon="edit" align="end" isQuiet>
              {(close) => (
                <Form
                  class="menu-form stack"
                  button="Rename"
                  onSubmit={(field) => {
                    close();
                    if (field('name') !== '' && field('name') !== name) void rename(field('name'));
                  }}
                >
                  <Field label="Name of the list" name="name" value={name} />
                </Form>
              )}
            </Menu>
            <Button kind="bar" label="Delete list" icon="close" isQuiet onClick={remove} />
          </>
        )
      }
    />
  );
};
