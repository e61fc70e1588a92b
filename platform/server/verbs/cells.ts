/**
 * Rows by the days of a month (`shownAs.grid`): `'POST /rosterDay/cells': cells(rosterDay, read)` answers them, `writeCells` takes what is
 * typed, filled in and pasted, all of it or nothing.
 */
import { Array as Many, Integer, Object as O, Optional, String as Text } from 'typebox'
import type { Resource } from '#platform/declare/resource.ts'
import type { GridAnswer, GridBlock } from '#platform/declare/wire.ts'
import { demandOf } from '../calls/verbs.ts'
import { Day, Id, Month, Query } from '../calls/wire-types.ts'
import type { Context } from '../contract/context.ts'
import type { Route } from '../contract/route.ts'

/** rows of one look, and of one writing */
const [rowsMax, blocksMax] = [500, 2_000]
/** cells of a block: two months */
const textsMax = 62

export interface CellsAsked {
  readonly month: string
  /** a group that narrows the rows */
  readonly by?: string
  readonly keyword?: string
  readonly pageNum: number
  readonly pageSize: number
}

export const cells = (resource: Resource, read: (context: Context, asked: CellsAsked) => Promise<GridAnswer>): Route => ({
  verb: 'call',
  resource,
  cells: 'read',
  demand: demandOf(resource, 'view'),
  summary: `${resource.title[0]}：按月`,
  input: Query({
    month: Month(),
    by: Optional(Id('分组')),
    keyword: Optional(Text({ title: '关键字', maxLength: 100 })),
    pageNum: Optional(Integer({ title: '页码', minimum: 1, maximum: 10_000 })),
    pageSize: Optional(Integer({ title: '每页行数', minimum: 1, maximum: rowsMax })),
  }),
  write: false,
  handler: (context, { input }) => read(context, { pageNum: 1, pageSize: rowsMax, ...input } as CellsAsked),
})

export const writeCells = (
  resource: Resource,
  write: (context: Context, blocks: readonly GridBlock[]) => Promise<{ readonly changed: number }>,
): Route => ({
  verb: 'call',
  resource,
  cells: 'write',
  demand: demandOf(resource, 'edit'),
  summary: `${resource.title[0]}：填写格子`,
  input: Query({
    blocks: Many(
      O(
        {
          row: Id('行'),
          column: Day('日期'),
          texts: Many(Text({ title: '内容', maxLength: 50 }), { title: '内容', minItems: 1, maxItems: textsMax }),
          seen: Optional(Many(Text({ title: '原内容', maxLength: 50 }), { title: '原内容', maxItems: textsMax })),
        },
        { additionalProperties: false },
      ),
      { title: '格子', minItems: 1, maxItems: blocksMax },
    ),
  }),
  handler: (context, { input }) => write(context, input['blocks'] as readonly GridBlock[]),
})
