/**
 * A person's number or entity id on the external network in the commands' notation, whose prefix distinguishes it from
 * slugs. Undefined for other texts.
 *
 * @example
 * numberedIn('number:4711'); // { kind: 'number', value: '4711' }
 * numberedIn('entity:ACoAAB1x'); // { kind: 'entity', value: 'ACoAAB1x' }
 */
export function numberedIn(text: string): { readonly kind: 'number' | 'entity'; readonly value: string } | undefined {
  const [, number, entity] = /^\s*(?:number:\s*(\d+)|entity:\s*(\S+))\s*$/.exec(text) ?? [];
  if (number !== undefined) return { kind: 'number', value: number };
  return entity === undefined ? undefined : { kind: 'entity', value: entity };
}
