import { accountsPath, usernamesPath } from '../../../contract/catalogue.ts';
import { identifyingNetwork } from '../../../contract/identifier.ts';
import type { Field, QueryTree } from '../tree.ts';

const inAccounts = (member: string): Field => ({
  path: `${accountsPath}.${member}`,
  kind: 'keyword',
  nestedIn: accountsPath,
});

const ofTheNetwork: QueryTree = {
  kind: 'values',
  field: inAccounts('network'),
  values: [identifyingNetwork],
  ignoreCase: false,
};

/** Expands `xnet_usernames`: the slugs of a person's accounts on the network, which are a nested list. */
export function withAccounts(tree: QueryTree): QueryTree {
  if (tree.kind === 'bool') {
    const { must, should, mustNot } = tree;
    return {
      ...tree,
      must: must.map(withAccounts),
      should: should.map(withAccounts),
      mustNot: mustNot.map(withAccounts),
    };
  }
  if (!('field' in tree) || tree.field.path !== usernamesPath) return tree;
  const slug: QueryTree = { ...tree, field: inAccounts('slug') };
  const query: QueryTree = { kind: 'bool', must: [ofTheNetwork, slug], should: [], mustNot: [], atLeast: 0 };
  return { kind: 'nested', path: accountsPath, query };
}
