/** The call that pastes a range into cells of any list that is edited in its cells. */
import { Array as List, Boolean as Flag, Integer, Null, Object as O, Optional, String as Text, Union } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { call } from '../calls/verbs.ts'
import { RowId } from '../calls/wire-types.ts'
import type { RouteMap } from '../contract/route.ts'
import { pasteCells, pasteRowsMax } from './paste.ts'

const cell = Union([Text({ maxLength: 10_000 }), Null()])
const pasteInput = O({
  type: Text({ title: '列表类型', minLength: 1, maxLength: 100 }),
  fields: List(Text({ maxLength: 100 }), { title: '字段', minItems: 1, maxItems: 100, uniqueItems: true }),
  rows: List(O({ id: RowId(), version: Optional(Integer()), cells: List(cell, { title: '单元格', maxItems: 100 }) }), {
    title: '行',
    minItems: 1,
    maxItems: pasteRowsMax,
  }),
  preview: Optional(Flag({ title: '预览' })),
})

export const pasteRoutes: RouteMap = {
  'POST /listField/paste': call({ demand: signedIn, summary: '把复制的区域粘贴到列表的单元格', input: pasteInput }, (context, ask) =>
    pasteCells(context, ask.input),
  ),
}
