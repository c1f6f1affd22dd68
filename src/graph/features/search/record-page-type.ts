import type { ObjectRef } from '@pothos/core';
import type { FetchedRecord } from '../../cache/record-key.ts';
import type { SchemaTypes } from '../../schema/builder.ts';
import { loadAllForSelection, loadForSelection } from '../../scope/load-for-selection.ts';
import type { RecordReference } from '../../scope/record-reference.ts';
import { nodesOf, pageType, type QueriedPage, searchFields } from './page-type.ts';

/**
 * A connection of records that a search found. Only ids are known: other selected fields load the records of the page.
 */
export const recordPageType = <Fetched extends FetchedRecord>(
  name: string,
  description: string,
  type: ObjectRef<SchemaTypes, RecordReference<Fetched>>,
) =>
  pageType<RecordReference<Fetched>, QueriedPage<RecordReference<Fetched>>>({
    name,
    description,
    more: searchFields,
    node: (t) =>
      t.field({
        type,
        nullable: false,
        covers: { id: 'id' },
        description: 'The record; its id is free, other fields load it for 1 credit.',
        resolve: ({ node }, _args, _context, info) => loadForSelection(node.fork(), info),
      }),
    nodes: (t) =>
      t.field({
        type: [type],
        nullable: false,
        ofPage: true,
        covers: { id: 'id' },
        description: 'The records on the page, without cursors; their ids are free.',
        resolve: (page, _args, _context, info) =>
          loadAllForSelection(
            nodesOf(page).map((node) => node.fork()),
            info,
          ),
      }),
  });
