/** Calls of the audit trail: the searchable list, one entry, and the history of a record. */
import { Boolean as Bool, Integer, Object as O, Optional, String as Text } from 'typebox'
import { needs, operations, signedIn } from '#platform/declare/operations.ts'
import { permissionOf } from '#platform/declare/resource.ts'
import { call } from '../calls/verbs.ts'
import type { RouteMap } from '../contract/route.ts'
import { exportOf, list } from '../verbs/verbs.ts'
import { auditEntry } from '../db/house-tables.ts'
import { historyOf, trailEntry } from './history.ts'
import { nameRecords } from './record-names.ts'
import { restoreVersion } from './restore.ts'
import { trailWords } from './trail-list.ts'
import { Id, Query, RowId } from '../calls/wire-types.ts'

const historyInput = Query({
  type: Text({ title: '列表类型', minLength: 1, maxLength: 100 }),
  id: RowId('记录'),
  pageNum: Optional(Integer({ title: '页码', minimum: 1, maximum: 1_000 })),
})
const restoreInput = O({
  type: Text({ title: '列表类型', minLength: 1, maxLength: 100 }),
  id: RowId('记录'),
  entryId: Id('操作记录'),
  version: Optional(Integer({ title: '版本号' })),
  preview: Optional(Bool({ title: '预览' })),
})
const byId = O({ id: Id('操作记录') })
const mayView = needs(permissionOf(auditEntry), operations.view)

export const auditRoutes: RouteMap = {
  'POST /auditTrail/list': list(auditEntry, { words: trailWords, besides: nameRecords }),
  'POST /auditTrail/listExport': exportOf(auditEntry, trailWords),
  'POST /auditTrail/detail': call({ demand: mayView, summary: '一条操作记录改了什么', input: byId, write: false }, (context, ask) =>
    trailEntry(context, ask.input['id'] as string),
  ),
  // the record's own right decides, inside
  'POST /auditTrail/history': call({ demand: signedIn, summary: '一条数据的修改历史', input: historyInput, write: false }, (context, ask) =>
    historyOf(context, ask.input),
  ),
  // an edit: the list's own call for it decides, inside
  'POST /auditTrail/restore': call(
    { demand: signedIn, summary: '恢复到历史中的一个版本', input: restoreInput, fresh: true },
    (context, ask) => restoreVersion(context, ask.input, ask),
  ),
}
