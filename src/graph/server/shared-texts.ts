import type { ExecutionResult } from 'graphql';

/** The JSON of data that several operations have in common since they were executed as one: made once for them all. */
export class SharedTexts {
  readonly #texts = new WeakMap<object, string>();

  /** The result as JSON. */
  json(result: ExecutionResult): string {
    const { data, ...others } = result;
    if (!data) return JSON.stringify(result);
    let text = this.#texts.get(data);
    if (text === undefined) {
      text = JSON.stringify(data);
      this.#texts.set(data, text);
    }
    const rest = JSON.stringify(others);
    return rest === '{}' ? `{"data":${text}}` : `{"data":${text},${rest.slice(1)}`;
  }
}
