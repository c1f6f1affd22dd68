import { invalidArgument } from '../../errors.ts';
import { builder } from '../../schema/builder.ts';
import { inputArg, payloadOf, payloadType } from '../../schema/payload.ts';
import { nameArgument, teamIdFrom } from '../../scope/record-identifier.ts';
import type { Scoped } from '../../scope/scoped.ts';
import { type Changed, type ListChange, maxLists, maxName, maxTargets, type TargetList } from './target-list.ts';
import {
  fromStore,
  identified,
  labelFrom,
  NewTargetInput,
  newTargets,
  noteFrom,
  statusFrom,
  TargetListType,
  TargetStatusType,
} from './target-list-type.ts';

/** Mutations that create, change and delete target lists of a team. */

const team =
  'The child team whose list it is, by its id, a uuid such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`; without it, the key’s own team.';
const id = 'The list’s id, a uuid such as `2c1f6d5e-8b3a-4f7e-9c20-6a5d4e3f2b1c`.';

const CreateTargetListInput = builder.inputType('CreateTargetListInput', {
  description: 'A target list to be created.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'The list’s name, such as `Seed investors`; 1 to 200 characters.',
    }),
    targets: t.field({
      type: [NewTargetInput],
      description: 'The list’s first targets, up to 500; duplicates are added once.',
    }),
    teamId: t.field({ type: 'ID', description: team }),
  }),
});

const TargetEdit = builder.inputType('TargetEdit', {
  description: 'A change to a target of a list; what is absent stays as it is.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The target’s id within its list, such as `mJ0yF3kQ1c8Xb2VtZ4nRsA`.' }),
    status: t.field({ type: TargetStatusType, description: 'How far the introduction has come by now.' }),
    note: t.string({ description: 'The new note, as free text of up to 500 characters; an empty one removes it.' }),
    title: t.string({
      description:
        'Of a company, the title of the people who are wanted there, such as `VP Engineering`, of up to 300 characters; an empty one removes it.',
    }),
  }),
});

const ChangeTargetListInput = builder.inputType('ChangeTargetListInput', {
  description: 'A change to a target list, applied completely or not at all.',
  fields: (t) => ({
    id: t.id({ required: true, description: id }),
    name: t.string({ description: 'A new name for the list, such as `Series A`; 1 to 200 characters.' }),
    add: t.field({
      type: [NewTargetInput],
      description: 'Targets to add at the end; one already on the list stays as it is.',
    }),
    edit: t.field({ type: [TargetEdit], description: 'New statuses and notes for targets on the list.' }),
    remove: t.idList({
      description: 'The ids of targets to remove, such as `mJ0yF3kQ1c8Xb2VtZ4nRsA`; unknown ones are ignored.',
    }),
    teamId: t.field({ type: 'ID', description: team }),
  }),
});

const DeleteTargetListInput = builder.inputType('DeleteTargetListInput', {
  description: 'A target list to be deleted, with its targets and notes.',
  fields: (t) => ({
    id: t.id({ required: true, description: id }),
    teamId: t.field({ type: 'ID', description: team }),
  }),
});

interface WithList {
  readonly targetList: Scoped<TargetList> | undefined;
}

const payload = (name: string, description: string) =>
  payloadType<WithList>(name, description, (t) => ({
    targetList: t.expose('targetList', {
      type: TargetListType,
      description: 'The list as it is now; null if `problems` says why nothing was done.',
    }),
  }));

const CreateTargetListPayload = payload(
  'CreateTargetListPayload',
  'The result of `createTargetList`: the new list, or problems.',
);
const ChangeTargetListPayload = payload(
  'ChangeTargetListPayload',
  'The result of `changeTargetList`: the changed list, or problems.',
);

interface Deleted {
  readonly deleted: boolean;
}

const DeleteTargetListPayload = payloadType<Deleted>(
  'DeleteTargetListPayload',
  'The result of `deleteTargetList`: whether there was such a list, or problems.',
  (t) => ({
    deleted: t.exposeBoolean('deleted', {
      nullable: false,
      description: 'Whether a list was deleted; false if the team has none with that id.',
    }),
  }),
);

/** @throws a BAD_USER_INPUT error if nothing was changed */
function changedList(changed: Changed): TargetList {
  switch (changed.kind) {
    case 'changed':
      return changed.list;
    case 'no list':
      throw invalidArgument(
        'input.id',
        'must be the id of a target list of this team, but there is none with that id.',
      );
    case 'no target':
      throw invalidArgument(
        'input.edit',
        `must name targets on the list, but none has the id “${changed.id.slice(0, 40)}”.`,
      );
    case 'full':
      throw invalidArgument(
        'input.add',
        `must leave at most ${maxTargets} targets on the list, but would leave ${changed.count}.`,
      );
  }
}

builder.mutationFields((t) => ({
  createTargetList: t.field({
    type: CreateTargetListPayload,
    right: 'keep',
    description:
      'Creates a target list, which the graph keeps for this key in the team’s context until it is deleted. Free.',
    args: inputArg(t, CreateTargetListInput, 'The name of the list, and its first targets.'),
    resolve: (_root, { input }, { operation }) => {
      const name = nameArgument(input.name, 'input.name', maxName);
      const given = newTargets(input.targets, 'input.targets');
      return payloadOf<WithList>({ targetList: undefined }, async () => {
        const scope = operation.scope(teamIdFrom(input.teamId, 'input.teamId'));
        const add = await identified(scope, given);
        const created = await fromStore(scope, (lists) => lists.create(name));
        if (!created)
          throw invalidArgument(
            'input',
            `must leave at most ${maxLists} lists, but would leave ${maxLists + 1}: delete one first.`,
          );
        const value =
          add.length === 0
            ? created
            : changedList(await fromStore(scope, (lists) => lists.change(created.id, { add })));
        return { targetList: { scope, value } };
      });
    },
  }),
  changeTargetList: t.field({
    type: ChangeTargetListPayload,
    right: 'keep',
    description: 'Changes a target list: its name, its targets, their statuses and notes. Free.',
    args: inputArg(t, ChangeTargetListInput, 'The list, and what changes in it.'),
    resolve: (_root, { input }, { operation }) => {
      const edit = (input.edit ?? []).map(({ id: target, status, note, title }, at) => ({
        id: target,
        ...(status && { status: statusFrom(status, `input.edit.${at}.status`) }),
        ...(typeof note === 'string' && { note: noteFrom(note, `input.edit.${at}.note`) }),
        ...(typeof title === 'string' && { title: labelFrom(title, `input.edit.${at}.title`) }),
      }));
      const given = newTargets(input.add, 'input.add');
      const change: Omit<ListChange, 'add'> = {
        ...(typeof input.name === 'string' && { name: nameArgument(input.name, 'input.name', maxName) }),
        edit,
        remove: input.remove ?? [],
      };
      return payloadOf<WithList>({ targetList: undefined }, async () => {
        const scope = operation.scope(teamIdFrom(input.teamId, 'input.teamId'));
        const add = await identified(scope, given);
        const value = changedList(await fromStore(scope, (lists) => lists.change(input.id, { ...change, add })));
        return { targetList: { scope, value } };
      });
    },
  }),
  deleteTargetList: t.field({
    type: DeleteTargetListPayload,
    right: 'keep',
    description: 'Deletes a target list, with its targets and notes, for good. Free.',
    args: inputArg(t, DeleteTargetListInput, 'The list to delete, and its team.'),
    resolve: (_root, { input }, { operation }) =>
      payloadOf<Deleted>({ deleted: false }, async () => {
        const scope = operation.scope(teamIdFrom(input.teamId, 'input.teamId'));
        return { deleted: await fromStore(scope, (lists) => lists.delete(input.id), scope.confirmKey()) };
      }),
  }),
}));
