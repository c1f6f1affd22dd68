import { Problem } from '../../problem.ts';

/** 400: the query is not valid or not supported. Each sentence begins with a JSON path. */
export class InvalidQuery extends Problem {
  constructor(sentences: readonly string[]) {
    super(400, sentences);
  }
}
