import { Problem } from '../../problem.ts';

/** A query that the DSL does not know or allow: 400. Each sentence begins with the JSON path of what is wrong. */
export class InvalidQuery extends Problem {
  constructor(sentences: readonly string[]) {
    super(400, sentences);
  }
}
