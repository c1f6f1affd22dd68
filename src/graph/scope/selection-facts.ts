import { type RevealedKinds, revealsNothing } from '../loaders/batch-scheduler.ts';
import { type EarlyField, earlyFieldsBelow } from './early-fields.ts';
import { namedBelow } from './named-records.ts';
import { type RequiredMembers, requiredBelow } from './required-members.ts';
import type { SelectedField } from './selection.ts';

/** Requirements of the selection below a field, each computed once per plan. */
export class SelectionFacts {
  readonly #selected: SelectedField;
  readonly #required = new Map<string, RequiredMembers>();
  readonly #early = new Map<string, readonly EarlyField[]>();
  #named: RevealedKinds | undefined;

  /**
   * @param named the kinds of records that a free call for the field may name, if they do not follow from the selection
   */
  constructor(selected: SelectedField, named?: RevealedKinds) {
    this.#selected = selected;
    this.#named = named;
  }

  /** The members that the selection needs of a record of this type. */
  requiredMembers(typeName: string): RequiredMembers {
    let members = this.#required.get(typeName);
    if (!members) {
      members = requiredBelow(typeName, this.#selected.fieldNodes, this.#selected);
      this.#required.set(typeName, members);
    }
    return members;
  }

  /** The kinds of records that a free call for the field may name and that may have to be paid for. */
  get namedRecords(): RevealedKinds {
    this.#named ??= namedBelow(this.#selected);
    return this.#named;
  }

  /** The selected fields of a record type with calls that may start before the record is loaded. */
  earlyFields(typeName: string): readonly EarlyField[] {
    let fields = this.#early.get(typeName);
    if (!fields) {
      fields = earlyFieldsBelow(typeName, this.#selected).map((field) => ({
        ...field,
        // Their facts, too, are computed once per plan, not per object.
        selected: withFacts(field.selected),
      }));
      this.#early.set(typeName, fields);
    }
    return fields;
  }
}

/**
 * Facts with no revealed kinds: an early call delays no paid load. The field's resolver loads the records that the call
 * names after the object's own record.
 */
const withFacts = (selected: SelectedField): SelectedField & { readonly facts: SelectionFacts } => ({
  ...selected,
  facts: new SelectionFacts(selected, revealsNothing),
});

/** The facts of a resolver's field: the executor's own, or new ones under another executor. */
export const factsOf = (info: SelectedField & { readonly facts?: SelectionFacts }): SelectionFacts =>
  info.facts ?? new SelectionFacts(info);
