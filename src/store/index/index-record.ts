import { catalogues, foldedPath, type SearchableKind, type SearchField } from '../../contract/catalogue.ts';
import { codeOf } from './code.ts';
import { everyElement, everyRecord } from './token.ts';
import { TokenBag } from './token-bag.ts';

/** A record's index: its own tokens, and those of each element of its nested lists. */
export interface IndexedRecord<Tokens> {
  readonly tokens: Tokens;
  readonly elements: readonly {
    /** The nested list's path, such as `profile_info.experience`. */
    readonly path: string;
    /** Position of the element in the list, from 0. */
    readonly ordinal: number;
    readonly tokens: Tokens;
  }[];
}

/** The field catalogue as a tree of document members. */
interface Branch {
  readonly path: string;
  readonly code: string;
  readonly kind: SearchField['kind'] | undefined;
  /** Code of a name's folded sub-field. */
  readonly folded: string | undefined;
  readonly nested: boolean;
  readonly members: Map<string, Branch>;
}

function treeOf(record: SearchableKind): Branch {
  const { fields, folded, nested } = catalogues[record];
  const branch = (path: string): Branch => ({
    path,
    code: codeOf(path),
    kind: fields.get(path)?.kind,
    folded: folded.has(path) ? codeOf(foldedPath(path)) : undefined,
    nested: nested.has(path),
    members: new Map(),
  });
  const root = branch(`${record}_info`);
  for (const path of fields.keys()) {
    let at = root;
    for (const name of path.slice(root.path.length + 1).split('.')) {
      const next = at.members.get(name) ?? branch(`${at.path}.${name}`);
      at.members.set(name, next);
      at = next;
    }
  }
  return root;
}

const trees: Readonly<Record<SearchableKind, Branch>> = { profile: treeOf('profile'), company: treeOf('company') };

/** A record's index as texts of tsvectors. */
export function indexRecord(kind: SearchableKind, info: object): IndexedRecord<string> {
  const { tokens, elements } = tokensOf(kind, info);
  return {
    tokens: tokens.toString(),
    elements: elements.map((element) => ({ ...element, tokens: element.tokens.toString() })),
  };
}

/** A record's tokens, from its `profile_info` or `company_info`. Members outside the catalogue are ignored. */
export function tokensOf(kind: SearchableKind, info: object): IndexedRecord<TokenBag> {
  const bag = new TokenBag(everyRecord);
  const elements: IndexedRecord<TokenBag>['elements'][number][] = [];
  const walk = (value: unknown, branch: Branch, into: TokenBag): void => {
    if (value === null || value === undefined) return;
    if (branch.nested) {
      for (const [ordinal, element] of (Array.isArray(value) ? value : [value]).entries()) {
        if (typeof element !== 'object' || element === null) continue;
        const own = new TokenBag(everyElement(branch.path));
        walkMembers(element, branch, own);
        elements.push({ path: branch.path, ordinal, tokens: own });
      }
    } else if (Array.isArray(value)) for (const item of value) walk(item, branch, into);
    else if (branch.kind) {
      into.value(branch.kind, branch.code, value);
      if (branch.folded) into.foldedName(branch.folded, value);
    } else walkMembers(value, branch, into);
  };
  const walkMembers = (value: object, branch: Branch, into: TokenBag): void => {
    for (const [name, member] of Object.entries(value)) {
      const next = branch.members.get(name);
      if (next) walk(member, next, into);
    }
  };
  walkMembers(info, trees[kind], bag);
  return { tokens: bag, elements };
}
