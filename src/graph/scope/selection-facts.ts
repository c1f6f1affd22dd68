import { type RevealedKinds, revealsNothing } from '../loaders/batch-scheduler.ts';
import { type EarlyField, earlyFieldsBelow } from './early-fields.ts';
import { namedBelow } from './named-records.ts';
import { type RequiredMembers, requiredBelow } from './required-members.ts';
import type { SelectedField } from './selection.ts';

/** What follows from the selection below a field, each worked out once a plan. */
export class SelectionFacts {
  readonly #selected: SelectedField;
  readonly #required = new Map<string, RequiredMembers>();
  readonly #early = new Map<string, readonly EarlyField[]>();
  #named: RevealedKinds | undefined;

  /** @param named the kinds of records that a free call for the field names, where they do not follow from the selection */
  constructor(selected: SelectedField, named?: RevealedKinds) {
    this.#selected = selected;
    this.#named = named;
  }

  /** The members of a record of the type that are needed. */
  requiredMembers(typeName: string): RequiredMembers {
    let members = this.#required.get(typeName);
    if (!members) {
      members = requiredBelow(typeName, this.#selected.fieldNodes, this.#selected);
      this.#required.set(typeName, members);
    }
    return members;
  }

  /** The kinds of records that a free call for the field may name, and that may have to be paid for. */
  get namedRecords(): RevealedKinds {
    this.#named ??= namedBelow(this.#selected);
    return this.#named;
  }

  /** The fields selected on a record of the type whose calls may start before it is loaded. */
  earlyFields(typeName: string): readonly EarlyField[] {
    let fields = this.#early.get(typeName);
    if (!fields) {
      fields = earlyFieldsBelow(typeName, this.#selected).map((field) => ({
        ...field,
        // They are worked out once a plan here, too, and not once an object.
        selected: withFacts(field.selected),
      }));
      this.#early.set(typeName, fields);
    }
    return fields;
  }
}

/** An early call holds no load back: what it names is asked for by the field's resolver, once the record beside it has come. */
const withFacts = (selected: SelectedField): SelectedField & { readonly facts: SelectionFacts } => ({
  ...selected,
  facts: new SelectionFacts(selected, revealsNothing),
});

/** The facts of a resolver's field: those that the executor keeps, or under another executor made for this once. */
export const factsOf = (info: SelectedField & { readonly facts?: SelectionFacts }): SelectionFacts =>
  info.facts ?? new SelectionFacts(info);
