import type { TaskEvent } from '../../mapping/event.ts';
import { executePlan } from '../../operation/execution/execute.ts';
import type { AdmittedOperation } from '../../operation/operation-limits.ts';
import type { GraphContext } from '../../schema/builder.ts';

/**
 * Serializes events for one operation with its variables. An event belongs to one task and credential, and is executed
 * and written once for all subscribers to the same operation.
 */
export class EventSerializer {
  readonly #admitted: AdmittedOperation;
  readonly #context: GraphContext;
  readonly #texts = new WeakMap<TaskEvent, string>();

  constructor(admitted: AdmittedOperation, context: GraphContext) {
    this.#admitted = admitted;
    this.#context = context;
  }

  /** The event's result, as JSON. */
  textOf(event: TaskEvent): string {
    let text = this.#texts.get(event);
    if (text === undefined) {
      const { prepared, variables } = this.#admitted;
      // Fields of the event itself need no call, so that the result is here at once.
      text = JSON.stringify(executePlan(prepared.planFor(variables), { variables, rootValue: event }, this.#context));
      this.#texts.set(event, text);
    }
    return text;
  }
}
