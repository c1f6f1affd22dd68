import type { MappingStatus } from '../../../src/contract/operation/network-mapper.ts';

interface Task {
  readonly id: string;
  readonly asked: string;
  /** What it comes to. */
  readonly end: MappingStatus;
  looks: number;
}

/**
 * The mapping tasks of a contrary upstream: whatever is asked for the first time is one, each begins in the middle, is
 * not known at once, and goes on only when somebody looks. Their ids are no uuids.
 */
export class ContraryTasks {
  readonly #tasks = new Map<string, Task>();
  #held = false;

  /** From now on every task stands where it is. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
  }

  /** Another task each time, though one of the same question may be on its way. */
  start(asked: string, end: MappingStatus): string {
    const id = `task/${this.#tasks.size + 1} ü`;
    this.#tasks.set(id, { id, asked, end, looks: 0 });
    return id;
  }

  /** Whether a task of this very question has come to its end. */
  isMapped(asked: string): boolean {
    return [...this.#tasks.values()].some((task) => task.asked === asked && statusOf(task) === 'Mapped');
  }

  look(id: string): MappingStatus {
    const task = this.#tasks.get(id);
    if (!task) return 'Unknown';
    const status = statusOf(task);
    if (!this.#held) task.looks += 1;
    return status;
  }
}

const beginnings = ['Unknown', 'MappingInProgress'] as const;

const statusOf = ({ looks, end }: Task): MappingStatus => beginnings[looks] ?? end;
