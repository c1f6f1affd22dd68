import { GraphQLError } from 'graphql';
import { websiteFrom } from '../../../reading/website.ts';
import { type Identifier, type IdentifierKind, keptIdentifier } from '../../cache/record-key.ts';
import { invalidArgument } from '../../errors.ts';
import { builder, type GraphContext, type SchemaTypes } from '../../schema/builder.ts';
import { linkTo } from '../../schema/link.ts';
import { Company, Profile, Team } from '../../schema/refs.ts';
import { companyNamed } from '../../scope/company-reference.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { profileNamed } from '../../scope/profile-reference.ts';
import {
  between,
  companyIdentifier,
  profileIdentifier,
  type RecordBy,
  websiteArgument,
} from '../../scope/record-identifier.ts';
import type { Scoped } from '../../scope/scoped.ts';
import { QuotaReached } from '../../state/storage-quota.ts';
import { introPlanIn, listPlan } from '../introductions/intro-plan-type.ts';
import { IntroTarget } from '../introductions/intro-question.ts';
import { keyOfTarget, type Target } from '../introductions/intro-target.ts';
import {
  type ListTarget,
  maxLabel,
  maxLists,
  maxNote,
  maxTargets,
  type NewTarget,
  type TargetList,
  type TargetRef,
  type TargetStatus,
  targetStatuses,
} from './target-list.ts';
import type { TeamLists } from './target-list-store.ts';
import { TargetListStore } from './target-list-store.ts';

/** Target lists of a team, stored by the graph, and the queries that read them. */

const statuses: Readonly<Record<TargetStatus, { readonly description: string }>> = {
  TO_ASK: { description: 'Nobody has been asked for the introduction yet; the initial status.' },
  ASKED: { description: 'A connector was asked, and has not answered yet.' },
  INTRODUCED: { description: 'The introduction was made, by anyone.' },
  NO: { description: 'The connector or the target declined, or the team gave up.' },
};

export const TargetStatusType = builder.enumType('TargetStatus', {
  description: 'How far the introduction to a target has come.',
  values: {
    ...statuses,
    OTHER: { description: 'A status that this version of the graph does not know; it cannot be set.' },
  },
});

/** @throws a BAD_USER_INPUT error if the status cannot be set */
export function statusFrom(status: string, path: string): TargetStatus {
  const known = targetStatuses.find((one) => one === status);
  if (known) return known;
  throw invalidArgument(path, `must be one of ${targetStatuses.join(', ')}, but got ${status}.`);
}

/** @throws a BAD_USER_INPUT error if the text is too long */
const textFrom =
  (max: number) =>
  (text: string, path: string): string => {
    if (text.length <= max) return text;
    throw invalidArgument(path, `must have at most ${max} characters, but has ${text.length}.`);
  };

export const noteFrom = textFrom(maxNote);
export const labelFrom = textFrom(maxLabel);

export const NewTargetInput = builder.inputType('NewTarget', {
  description: 'A target to be added to a target list.',
  fields: (t) => ({
    ref: t.field({ type: IntroTarget, required: true, description: 'The person or company; exactly one member.' }),
    status: t.field({
      type: TargetStatusType,
      defaultValue: 'TO_ASK',
      description: 'How far the introduction has come; by default, nobody has been asked.',
    }),
    note: t.string({ description: 'A note, as free text of up to 500 characters.' }),
    label: t.string({
      description:
        'The words by which the target was given, such as `Ada Lovelace – CTO, Aurora Labs`; up to 300 characters.',
    }),
    title: t.string({
      description:
        'Of a company, the title of the people who are wanted there, such as `VP Engineering`; up to 300 characters.',
    }),
  }),
});

/** @throws a BAD_USER_INPUT error if a target has no identifier, or there are too many */
export function newTargets(
  given: readonly (typeof NewTargetInput.$inferInput)[] | null | undefined,
  path: string,
): readonly NewTarget[] {
  const all = given ?? [];
  if (all.length > maxTargets)
    throw invalidArgument(path, `must hold at most ${maxTargets} targets, but got ${all.length}.`);
  return all.map(({ ref, status, note, label, title }, at) => ({
    key: keyOfTarget(ref, `${path}.${at}.ref`),
    ref: refFrom(ref, `${path}.${at}.ref`),
    status: statusFrom(status ?? 'TO_ASK', `${path}.${at}.status`),
    ...(note && { note: noteFrom(note, `${path}.${at}.note`) }),
    ...(label && { label: labelFrom(label, `${path}.${at}.label`) }),
    ...(title && { title: labelFrom(title, `${path}.${at}.title`) }),
  }));
}

/**
 * The targets with the keys of their records, as far as free searches find these: a person by slug and by id, or a firm by
 * website and by id, is one target.
 */
export const identified = (scope: CredentialScope, targets: readonly NewTarget[]): Promise<readonly NewTarget[]> =>
  Promise.all(
    targets.map(async (target) => {
      const { ref } = target;
      if (ref.of !== 'website' && ref.kind === 'ids') return target;
      const loader = ref.of === 'profile' ? scope.profiles : scope.companies;
      const name =
        ref.of === 'website' ? ({ kind: 'websites', value: websiteFrom(ref.value)?.key ?? ref.value } as const) : ref;
      const id = name.kind === 'ids' ? undefined : await loader.identity.find({ kind: name.kind, value: name.value });
      if (id === undefined) return target;
      return { ...target, key: keyOfTarget(ref.of === 'profile' ? { profile: { id } } : { company: { id } }, 'ref') };
    }),
  );

function refFrom({ profile, company, companyWebsite }: Target, path: string): TargetRef {
  if (profile) return { of: 'profile', ...keptIdentifier(profileIdentifier(profile, `${path}.profile`)) };
  if (company) return { of: 'company', ...keptIdentifier(companyIdentifier(company, `${path}.company`)) };
  const website = websiteArgument(companyWebsite, `${path}.companyWebsite`);
  if (website && !websiteFrom(website))
    throw invalidArgument(
      `${path}.companyWebsite`,
      'must be a website, such as kestrel-robotics.example, but is none.',
    );
  if (website) return { of: 'website', value: website };
  throw invalidArgument(path, 'must hold exactly one of profile, company and companyWebsite.');
}

const members = {
  ids: 'id',
  xnet_names: 'xnetSlug',
  xnet_ids: 'xnetId',
  xnet_entity_ids: 'xnetEntityId',
} as const satisfies Readonly<Record<IdentifierKind, keyof RecordBy>>;

const byOf = ({ kind, value }: Identifier): RecordBy => ({
  [members[kind]]: kind === 'xnet_ids' ? Number(value) : value,
});

/** A target of a list, as the target of introductions. */
const introTargetOf = ({ ref }: ListTarget): Target => {
  if (ref.of === 'website') return { companyWebsite: ref.value };
  return ref.of === 'profile' ? { profile: byOf(ref) } : { company: byOf(ref) };
};

const ListTargetType = builder.objectRef<Scoped<ListTarget>>('ListTarget').implement({
  description: 'A person or company on a target list: exactly one of profile, company and companyWebsite is not null.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: 'The target’s id within its list, an opaque text such as `mJ0yF3kQ1c8Xb2VtZ4nRsA`.',
      resolve: ({ value }) => value.id,
    }),
    profile: t.field(
      linkTo(Profile, {
        description:
          'The person; null if the target is a company. The id is free if the target was added by its id; anything else loads the record for 1 credit.',
        covers: { id: 'id' },
        reference: ({ scope, value: { ref } }: Scoped<ListTarget>) =>
          ref.of === 'profile' ? profileNamed(scope, ref) : null,
      }),
    ),
    company: t.field(
      linkTo(Company, {
        description:
          'The company; null if the target is a person, or a company that was added by its website. The id is free if the target was added by its id; anything else loads the record for 1 credit.',
        covers: { id: 'id' },
        reference: ({ scope, value: { ref } }: Scoped<ListTarget>) =>
          ref.of === 'company' ? companyNamed(scope, ref) : null,
      }),
    ),
    companyWebsite: t.string({
      description:
        'The website by which a company was added, such as `aurora-labs.example`; null if the target was added otherwise.',
      resolve: ({ value: { ref } }) => (ref.of === 'website' ? ref.value : null),
    }),
    status: t.field({
      type: TargetStatusType,
      nullable: false,
      description: 'How far the introduction has come.',
      resolve: ({ value }) => value.status,
    }),
    note: t.string({
      description: 'The note on the target, as free text; null if there is none.',
      resolve: ({ value }) => value.note,
    }),
    label: t.string({
      description:
        'The words by which the target was given, as free text; null if it was added without. Free, unlike a name on record.',
      resolve: ({ value }) => value.label,
    }),
    title: t.string({
      description: 'Of a company, the title of the people who are wanted there, as free text; null if any will do.',
      resolve: ({ value }) => value.title,
    }),
  }),
});

/** The store of target lists does not answer; a change may have been applied even so. */
const targetListsUnavailable = (): GraphQLError =>
  new GraphQLError('The target lists cannot be read or changed at the moment: ask again.', {
    extensions: { code: 'TARGET_LISTS_UNAVAILABLE' },
  });

/** Reads from the store; if it does not answer, the field fails. */
export async function fromStore<Value>(
  scope: CredentialScope,
  ask: (lists: TeamLists) => Promise<Value>,
  confirmed = scope.confirm(),
): Promise<Value> {
  await confirmed;
  return ask(scope.services.apis.of(TargetListStore).of(scope.payer)).catch((error: unknown) => {
    throw error instanceof QuotaReached ? invalidArgument('input', error.message) : targetListsUnavailable();
  });
}

export const TargetListType = builder.objectRef<Scoped<TargetList>>('TargetList').implement({
  description:
    'A list of people and companies whom a team wants to be introduced to. The graph keeps it for the key, in the team’s context; it has nothing to do with the data service’s `lists`.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: 'The list’s id, a uuid such as `2c1f6d5e-8b3a-4f7e-9c20-6a5d4e3f2b1c`.',
      resolve: ({ value }) => value.id,
    }),
    name: t.string({
      nullable: false,
      description: 'The name that the team gave the list, such as `Seed investors`; names need not be unique.',
      resolve: ({ value }) => value.name,
    }),
    totalCount: t.int({
      nullable: false,
      description: 'How many targets the list has, up to 500.',
      resolve: ({ value }) => value.count,
    }),
    progress: t.int({
      description: 'How many targets have a status other than `TO_ASK`; null, with an error, if they cannot be read.',
      resolve: async ({ scope, value }) => {
        const targets = await fromStore(scope, (lists) => lists.targets(value.id));
        return targets.filter(({ status }) => status !== 'TO_ASK').length;
      },
    }),
    targets: t.field({
      type: [ListTargetType],
      nullable: { list: true, items: false },
      sizedBy: 'first',
      description:
        'The targets, in the order in which they were added; free. Null, with an error, if they cannot be read.',
      args: {
        first: t.arg.int({
          defaultValue: maxTargets,
          description: `How many targets to return, 1 to ${maxTargets}.`,
        }),
      },
      resolve: async ({ scope, value }, args) => {
        const first = between(1, maxTargets, args.first ?? maxTargets, 'first');
        const targets = await fromStore(scope, (lists) => lists.targets(value.id));
        return targets.slice(0, first).map((target) => ({ scope, value: target }));
      },
    }),
    createdAt: t.field({
      type: 'DateTime',
      nullable: false,
      description: 'When the list was created, such as `2026-03-01T12:00:00.000Z`.',
      resolve: ({ value }) => new Date(value.createdAt).toISOString(),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: false,
      description: 'When the list or one of its targets was last changed, such as `2026-03-02T09:30:00.000Z`.',
      resolve: ({ value }) => new Date(value.updatedAt).toISOString(),
    }),
  }),
});

const listsArgs = builder.args((t) => ({
  first: t.int({ defaultValue: 100, description: `How many lists to return, 1 to ${maxLists}.` }),
}));

const listArgs = builder.args((t) => ({
  id: t.field({
    type: 'ID',
    required: true,
    description: 'The list’s id, a uuid such as `2c1f6d5e-8b3a-4f7e-9c20-6a5d4e3f2b1c`.',
  }),
}));

const listOf = <Type>(type: Type): [Type] => [type];

/** Options of `targetLists` and `targetList`, for the query root and for `Team`. */
const targetListQueries = <Parent>(scopeOf: (parent: Parent, context: GraphContext) => CredentialScope) => ({
  targetLists: {
    type: listOf(TargetListType),
    nullable: { list: true, items: false } as const,
    sizedBy: 'first',
    description: 'The target lists that this key keeps in the team’s context, last changed first. Free.',
    args: listsArgs,
    resolve: async (parent: Parent, args: { readonly first?: number | null | undefined }, context: GraphContext) => {
      const first = between(1, maxLists, args.first ?? 100, 'first');
      const scope = scopeOf(parent, context);
      const all = await fromStore(scope, (lists) => lists.all(), scope.confirmKey());
      return all.slice(0, first).map((value) => ({ scope, value }));
    },
  },
  targetList: {
    type: TargetListType,
    description:
      'A target list by its id; null, without an error, if this key has none with that id in the team’s context. Free.',
    args: listArgs,
    resolve: async (parent: Parent, { id }: { readonly id: string }, context: GraphContext) => {
      const scope = scopeOf(parent, context);
      const value = await fromStore(scope, (lists) => lists.list(id), scope.confirmKey());
      return value && { scope, value };
    },
  },
});

const inTeam = targetListQueries<CredentialScope>((scope) => scope);
const inOwnTeam = targetListQueries<SchemaTypes['Root']>((_root, { operation }) => operation.scope());

builder.objectFields(Team, (t) => ({
  targetLists: t.field(inTeam.targetLists),
  targetList: t.field(inTeam.targetList),
}));
builder.queryFields((t) => ({
  targetLists: t.field(inOwnTeam.targetLists),
  targetList: t.field(inOwnTeam.targetList),
}));

builder.objectField(TargetListType, 'introPlan', (t) =>
  t.field({
    ...listPlan,
    description:
      'A plan of which connector to ask for which introductions to the list’s targets, as `Query.introPlan` makes for targets that are named. Free with one step; with two, for lists of up to 50 targets, one credit for each target whom no connector knows. Null, with an error, if the targets cannot be read.',
    resolve: async ({ scope, value: { id } }, terms, _context, info) => {
      const targets = await fromStore(scope, (lists) => lists.targets(id));
      return introPlanIn(scope, ['targets', targets.map(introTargetOf)], terms, info);
    },
  }),
);
