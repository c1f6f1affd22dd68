import { useMemo, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { PageHead } from '../components/head.tsx';
import { Icon } from '../components/icon.tsx';
import { Menu } from '../components/menu.tsx';
import { Notice, ReadNotice } from '../components/notice.tsx';
import { useAddress } from '../frame/address.ts';
import { tell } from '../frame/toast.tsx';
import { DropList, EditTargets, KeptTargets, type KeptTargetsQuery } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useQuery } from '../graph/use-query.ts';
import { say } from '../sentences.ts';
import { useRights } from '../session/rights.ts';
import { noteOn, notes, planIn, planMembers, type TargetList } from './kept.ts';
import { PlannedList } from './list-page.tsx';
import { useMakeList } from './make-list.ts';
import { graphStatusOf, type Ref, refKey, type Status, statusOfGraph, type Target } from './target.ts';

type Found = NonNullable<KeptTargetsQuery['targetList']>;
type FoundTarget = NonNullable<Found['targets']>[number];

const refOf = ({ profile, company, companyWebsite }: FoundTarget): Ref | undefined => {
  if (profile) return { kind: 'person', id: profile.id };
  if (company) return { kind: 'company', id: company.id };
  return companyWebsite ? { kind: 'website', website: companyWebsite } : undefined;
};

/** The targets of a list; one whose record cannot be named is left out. */
const targetsOf = ({ targets }: Found): readonly Target[] =>
  (targets ?? []).flatMap((target) => {
    const ref = refOf(target);
    return ref ? [{ ref, status: statusOfGraph(target.status), id: target.id }] : [];
  });

/** A list that the graph keeps, and its plan. */
export const KeptListPage = () => {
  const id = useRoute().params.id ?? '';
  const read = useQuery(KeptTargets, { id });
  const found = read.data?.targetList;
  if (found) return <KeptList key={id} found={found} />;
  const isGone = read.data && !read.failureOf('targetList');
  return (
    <>
      <PageHead title={say.lists.title} />
      {isGone ? (
        <Notice title={say.lists.gone} body={say.lists.goneKept} heading="h2">
          <a class="button primary" href="/lists">
            {say.nav.lists}
          </a>
        </Notice>
      ) : (
        <ReadNotice read={read} member="targetList" lines={8} />
      )}
    </>
  );
};

const KeptList = ({ found }: { readonly found: Found }) => {
  const { query, go, changed } = useAddress();
  const { route } = useLocation();
  const graph = useGraph();
  const { keep } = useRights();
  const make = useMakeList();
  const [targets, setTargets] = useState(() => {
    for (const target of found.targets ?? []) {
      const ref = refOf(target);
      if (ref && target.note !== (notes.value.get(refKey(ref)) ?? null)) noteOn(refKey(ref), target.note ?? '');
    }
    return targetsOf(found);
  });
  const [name, setName] = useState(found.name);
  const list: TargetList = useMemo(() => ({ name, targets, ...planIn(query) }), [name, targets, query.per, query.out]);

  /** What is shown at once is taken back where the graph does not keep it. */
  const edit = async (change: { readonly id: string; readonly status?: Status; readonly note?: string }) => {
    const { status, ...rest } = change;
    const outcome = await graph.run(EditTargets, {
      input: { id: found.id, edit: [{ ...rest, ...(status && { status: graphStatusOf(status) }) }] },
    });
    const isKept = outcome.kind === 'done' && outcome.data.changeTargetList?.targetList;
    if (!isKept) tell(say.lists.notKept);
    return Boolean(isKept);
  };
  const setStatus = async (at: number, status: Status, isUndo = false) => {
    const target = targets[at];
    if (!target?.id) return;
    const before = targets;
    const withThis = (shown: readonly Target[], next: Status) =>
      shown.map((one) => (one.id === target.id ? { ...one, status: next } : one));
    setTargets((shown) => withThis(shown, status));
    if (!isUndo) tell(say.lists.status[status], () => void setStatus(at, before[at]?.status ?? 'todo', true));
    if (!(await edit({ id: target.id, status }))) setTargets((shown) => withThis(shown, target.status));
  };
  const rename = async (next: string, isUndo = false) => {
    setName(next);
    const outcome = await graph.run(EditTargets, { input: { id: found.id, name: next } });
    if (outcome.kind === 'done' && outcome.data.changeTargetList?.targetList) {
      if (!isUndo) tell(say.lists.renamed(next), () => void rename(name, true));
      return;
    }
    setName(name);
    tell(say.lists.notKept);
  };
  const remove = async () => {
    const outcome = await graph.run(DropList, { input: { id: found.id } });
    if (outcome.kind === 'failed' || !outcome.data.deleteTargetList?.deleted) return tell(say.lists.notKept);
    route('/lists');
    tell(say.lists.deleted, () => void make(name, targets));
  };
  return (
    <PlannedList
      list={list}
      setPlan={(next) => go(changed(planMembers(next)), true)}
      setStatus={keep ? (at, status) => void setStatus(at, status) : undefined}
      setNote={
        keep
          ? ({ id, ref }, note) => {
              noteOn(refKey(ref), note);
              if (id) void edit({ id, note });
            }
          : undefined
      }
      tools={
        keep && (
          <>
            <Menu label={say.lists.rename} icon="edit" align="end" isQuiet>
              {(close) => (
                <form
                  class="rename"
                  onSubmit={(event) => {
                    event.preventDefault();
                    const text = new FormData(event.currentTarget).get('name');
                    close();
                    if (typeof text === 'string' && text.trim() !== '' && text.trim() !== name)
                      void rename(text.trim());
                  }}
                >
                  <label>
                    {say.lists.newName}
                    <input name="name" defaultValue={name} maxLength={200} required dir="auto" />
                  </label>
                  <button type="submit" class="button primary">
                    {say.lists.rename}
                  </button>
                </form>
              )}
            </Menu>
            <button type="button" class="button bar" onClick={() => void remove()}>
              <Icon name="close" />
              <span>{say.lists.delete}</span>
            </button>
          </>
        )
      }
    />
  );
};
