import type { Feature } from '../../feature.ts';

export const hints: Feature = {
  name: 'hints',
  async open() {
    const { hintOfValue, leadingRules, leadingSyntax } = await import('./leading-rules.ts');
    return { hints: { rules: leadingRules, syntax: leadingSyntax, value: hintOfValue } };
  },
};
