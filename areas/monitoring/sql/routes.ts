/** Route map of generated SQL: made, run, kept, shared, exported. */
import { Array as List, Object as O, Optional, String as Text } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { ListQuery } from '#platform/declare/wire.ts'
import { call, Id, type Context, type Blob, type RouteMap, filterInput } from '#platform/server/area.ts'
import { exportOfList } from '#platform/server/lists.ts'
import { create, exportOf, list, one, remove, update } from '#platform/server/records.ts'
import { exportReport } from '#platform/server/reports.ts'
import type { SqlAsk } from './answers.ts'
import { makeSql, runSql } from './make.ts'
import { keptQuery } from './kept.ts'
import { reportQuery, sourceOfName } from './sources.ts'
import { generatedSql } from './tables.ts'

const { add, view, export: exporting } = operations
const asked = {
  source: Text({ title: '列表或报表', minLength: 1, maxLength: 100 }),
  query: filterInput,
}
const askInput = O(asked, { additionalProperties: false })
const keepInput = O({
  ...asked,
  name: Text({ title: '名称', minLength: 1, maxLength: 80 }),
  sharedWithIds: Optional(List(Id(), { title: '共享给', maxItems: 50 })),
  remark: Optional(Text({ title: '备注', maxLength: 200 })),
})
interface KeepAsk extends SqlAsk {
  readonly name: string
  readonly sharedWithIds?: readonly string[]
  readonly remark?: string
}
const askOf = (input: Readonly<Record<string, unknown>>): SqlAsk => input as unknown as SqlAsk

async function keep(context: Context, { name, source, query, sharedWithIds = [], remark }: KeepAsk): Promise<{ id: string }> {
  const { title } = await makeSql(context, { source, query })
  const { id } = await create(
    context,
    generatedSql,
    {
      name,
      source,
      sourceTitle: title,
      query,
      ownerId: context.caller.employeeId,
      sharedWithIds,
      remark: remark ?? null,
    },
    { verb: 'add' },
  )
  return { id }
}

/** The rows as a workbook, by the export of the list or report itself: whole, with its own trail. */
function resultOf(context: Context, { source, query }: SqlAsk): Promise<Blob> {
  const found = sourceOfName(context, source, exporting)
  if (!('fields' in found)) return exportReport(context, found, { query: reportQuery(query) })
  const { fields, ...rest } = query
  const names = Array.isArray(fields) ? fields.filter(one => typeof one === 'string') : []
  const at = context.language === 'en' ? 1 : 0
  return exportOfList(context, found, {
    fields: names,
    headers: names.map(name => ownValue(found.fields, name)?.title[at] ?? name),
    query: rest as ListQuery,
  })
}

export const sqlRoutes: RouteMap = {
  'POST /generateSql/list': list(generatedSql),
  'GET /generateSql/{id}': one(generatedSql),
  'POST /generateSql/update': update(generatedSql),
  'POST /generateSql/delete': remove(generatedSql),
  'POST /generateSql/listExport': exportOf(generatedSql),
  'POST /generateSql/generate': call(
    { demand: needs('it.generateSql', view), summary: '生成 SQL', input: askInput, write: false },
    (context, { input }) => makeSql(context, askOf(input)),
  ),
  'POST /generateSql/run': call({ demand: needs('it.generateSql', view), summary: '运行 SQL', input: askInput }, (context, { input }) =>
    runSql(context, askOf(input)),
  ),
  'POST /generateSql/keep': call(
    { demand: needs('it.generateSql', add), summary: '保存 SQL 查询', input: keepInput },
    (context, { input }) => keep(context, input),
  ),
  'POST /generateSql/kept': call(
    { demand: needs('it.generateSql', view), summary: '打开保存的 SQL 查询', input: O({ id: Id() }), write: false },
    (context, { input }) => keptQuery(context, input.id),
  ),
  'POST /generateSql/resultExport': call(
    { demand: needs('it.generateSql', exporting), summary: '导出 SQL 查询的结果', input: askInput, write: false },
    (context, { input }) => resultOf(context, askOf(input)),
  ),
}
