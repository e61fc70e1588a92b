/** Generic verbs of a resource, for the route maps: `'POST /culturalGift/list': list(gift)`. */
import { sentence } from '#platform/declare/sentence.ts'
import {
  Any,
  Array as List,
  Boolean as Bool,
  Integer,
  Literal,
  Object as O,
  Optional,
  Record as Rec,
  String as Text,
  Union,
  type TSchema,
} from 'typebox'
import type { Resource } from '#platform/declare/resource.ts'
import type { Demand } from '#platform/declare/operations.ts'
import type { Condition, ListQuery } from '#platform/declare/wire.ts'
import { texts } from '../calls/messages.ts'
import { refuse } from '../calls/refusal.ts'
import { demandFresh } from '../session/fresh.ts'
import { bearerOf } from '../session/tokens.ts'
import { demandOf } from '../calls/verbs.ts'
import type { ResourceImport, Route } from '../contract/route.ts'
import { filesMax } from '../imports/start-import.ts'
import { resourceTemplate } from '../imports/resource-template.ts'
import { correctionsInput, mappingInput } from '../imports/mapping-input.ts'
import { resourceUpload, startResourceImport, startResourceImportOfForm } from '../imports/resource-upload.ts'
import { canUndo } from '../batches/undo-route.ts'
import { batchEdit, type BatchAsk } from '../batches/batch-edit.ts'
import { removeBetween as removeRowsBetween, removeRecords } from '../batches/batch-remove.ts'
import { waitedRowsMax } from '../batches/batch.ts'
import { orderExport } from '../exports/export-job.ts'
import { exportOfList, tellsSensitive, type ExportAsk } from '../exports/export.ts'
import { anyLength, listOf } from '../lists/list.ts'
import { pageSizeMax } from '../lists/query.ts'
import { addRecord, oneRecord, updateRecord } from './record.ts'
import type { Context } from '../contract/context.ts'
import type { Hooks } from '../contract/record-hooks.ts'
import { revealValue } from '../lists/reveal.ts'
import { shownResource, visibleDocument, visibleResource } from '../lists/column-rights.ts'
import { answerInWords, storedQuery } from '../lists/stored-sentences.ts'
import type { ListWords } from '../contract/list-words.ts'
import { filterInput, filterProperties } from '../calls/list-query.ts'
import { Day, Id, RowId } from '../calls/wire-types.ts'

/** of one answer, where any page size is taken */
const rowsMax = 10_000_000

/** Generic list query of the specification; the list's own filters stand beside it and are checked against the declaration. */
const listProperties = {
  ...filterProperties,
  pageNum: Optional(Integer({ title: '页码', minimum: 1 })),
  pageSize: Optional(Integer({ title: '每页条数', minimum: 1, maximum: pageSizeMax })),
  next: Optional(Text({ title: '翻页标记' })),
  only: Optional(Union([Literal('rows'), Literal('totals')], { title: '只取行或合计' })),
}
const openInput = { additionalProperties: true }
export const listInput: TSchema = O(listProperties, openInput)
const exportInput = O({
  headers: List(Text(), { title: '表头' }),
  fields: List(Text(), { title: '字段' }),
  query: Optional(filterInput),
  ids: Optional(List(RowId(), { title: '选中的行', maxItems: 5_000 })),
  async: Optional(Bool({ title: '后台导出' })),
  format: Optional(Text({ title: '格式', pattern: '^(xlsx|csv)$' })),
  lines: Optional(Bool({ title: '含明细' })),
})

const batchInput = O({
  ids: Optional(List(O({ id: RowId(), version: Optional(Integer()) }), { title: '选中的行', maxItems: waitedRowsMax })),
  query: Optional(filterInput),
  changes: Rec(Text(), Any(), { title: '修改内容' }),
  preview: Optional(Bool({ title: '预览' })),
  expected: Optional(Integer({ title: '预览的行数', minimum: 0 })),
})

const betweenInput = O(
  {
    startDate: Optional(Day('开始日期')),
    endDate: Optional(Day('结束日期')),
    year: Optional(Text({ title: '年份', maxLength: 4 })),
    preview: Optional(Bool({ title: '预览' })),
    expected: Optional(Integer({ title: '预览的行数', minimum: 0 })),
  },
  { additionalProperties: true },
)

interface Narrowed {
  /** fields of the list in words */
  readonly words?: ListWords
  readonly besides?: Route['besides']
  /** conditions that every answer keeps, beside those that are asked for: a home call, a list of its own */
  readonly where?: readonly Condition[]
  /** absent: whoever may view the list */
  readonly demand?: Demand
}

/** Narrowed or open to others, it is a further call of the resource and not the one that its page lists by. */
export const list = (resource: Resource, { words, besides, where = [], demand }: Narrowed = {}): Route => ({
  verb: where.length > 0 || demand !== undefined ? 'call' : 'list',
  write: false,
  resource,
  demand: demand ?? demandOf(resource, 'view'),
  summary: `${resource.title[0]}列表`,
  input: listInput,
  ...(words ? { words } : {}),
  ...(besides ? { besides } : {}),
  handler: async (context, ask) => {
    const seen = shownResource(context.caller, resource)
    const asked = ask.input as ListQuery
    const query = where.length === 0 ? asked : { ...asked, conditionList: [...(asked.conditionList ?? []), ...where] }
    if (words === undefined) return listOf(context, seen, query)
    const answer = await listOf(context, seen, storedQuery(context, words, query))
    const list = besides === undefined ? answer.list : await besides(context, answer.list)
    return answerInWords(context, words, { ...answer, list })
  },
})
/** A list whose call takes any page size: a long answer is read and sent in portions. */
export const wholeList = (resource: Resource): Route => ({
  ...list(resource),
  input: O({ ...listProperties, pageSize: Optional(Integer({ title: '每页条数', minimum: 1, maximum: rowsMax })) }, openInput),
  handler: (context, ask) => anyLength(context, shownResource(context.caller, resource), ask.input),
})
export const one = (resource: Resource): Route => ({
  verb: 'one',
  resource,
  demand: demandOf(resource, 'view'),
  summary: `${resource.title[0]}详情`,
  handler: (context, ask) => oneRecord(context, shownResource(context.caller, resource), ask.params['id'] ?? ask.input['id']),
})
/** Whether the answer brings the number by which the change is taken back. */
const keeps = ({ house }: Context, { hooks, ...of }: { verb: 'add' | 'update'; resource: Resource; hooks: Hooks | undefined }): boolean =>
  canUndo(hooks === undefined ? of : { ...of, hooks }, house.registry.routes)

export const add = (resource: Resource, hooks?: Hooks): Route => ({
  verb: 'add',
  resource,
  demand: demandOf(resource, 'add'),
  summary: `新增${resource.title[0]}`,
  ...(hooks ? { hooks } : {}),
  handler: (context, ask) =>
    addRecord(context, shownResource(context.caller, resource), ask.input, hooks, keeps(context, { verb: 'add', resource, hooks })),
})
export const update = (resource: Resource, hooks?: Hooks): Route => ({
  verb: 'update',
  resource,
  demand: demandOf(resource, 'edit'),
  summary: `修改${resource.title[0]}`,
  ...(hooks ? { hooks } : {}),
  handler: (context, ask) =>
    updateRecord(context, shownResource(context.caller, resource), ask.input, hooks, keeps(context, { verb: 'update', resource, hooks })),
})
/** Takes the rows chosen or a list query, and the fields to set; `preview` writes nothing. */
export const batchUpdate = (resource: Resource, hooks?: Hooks): Route => ({
  verb: 'batchUpdate',
  resource,
  demand: demandOf(resource, 'edit'),
  summary: `批量修改${resource.title[0]}`,
  input: batchInput,
  ...(hooks ? { hooks } : {}),
  handler: (context, ask) => batchEdit(context, visibleResource(context.caller, resource), ask.input as unknown as BatchAsk, hooks),
})
/** Takes `{ id }`, `{ ids: [] }` or the path's id. */
export const remove = (resource: Resource, hooks?: Hooks): Route => ({
  verb: 'remove',
  resource,
  demand: demandOf(resource, 'remove'),
  summary: `删除${resource.title[0]}`,
  ...(hooks ? { hooks } : {}),
  handler: (context, ask) => removeRecords(context, resource, idsOf(ask.params['id'] ?? ask.input['id'], ask.input['ids']), hooks),
})
/** The same under a second path: the first one's is the list's own. */
export const removeToo = (resource: Resource, hooks?: Hooks): Route => ({
  ...remove(resource, hooks),
  verb: 'call',
  shown: Union([O({ id: RowId() }), O({ ids: List(RowId(), { title: '选中的行' }) })]),
})
/** Deletes what one shop or site has in a period or a year, as the resource's `batchDelete` says; `preview` counts and deletes nothing. */
export const removeBetween = (resource: Resource, hooks?: Hooks): Route => ({
  verb: 'removeBetween',
  resource,
  demand: demandOf(resource, 'remove'),
  summary: `按期间批量删除${resource.title[0]}`,
  input: betweenInput,
  ...(hooks ? { hooks } : {}),
  handler: (context, ask) => removeRowsBetween(context, resource, ask.input, hooks),
})
const revealInput = O({
  id: RowId('记录'),
  field: Text({ title: '字段', minLength: 1, maxLength: 100 }),
  reason: Optional(Text({ title: '查看原因', maxLength: 200 })),
})
/** Tells one value of a sensitive field whole, and records it; nothing to repeat: an Idempotency-Key would keep the value. */
export const reveal = (resource: Resource): Route => ({
  verb: 'reveal',
  resource,
  demand: demandOf(resource, 'reveal'),
  summary: `查看${resource.title[0]}的敏感信息`,
  input: revealInput,
  write: false,
  handler: (context, ask) =>
    revealValue(
      context,
      visibleResource(context.caller, resource),
      ask.input as { readonly id: string; readonly field: string; readonly reason?: string },
    ),
})
export const exportOf = (resource: Resource, words?: ListWords): Route => ({
  verb: 'export',
  resource,
  ...(words ? { words } : {}),
  demand: demandOf(resource, 'export'),
  summary: resource.title[0].startsWith('导出') ? `导出“${resource.title[0]}”` : `导出${resource.title[0]}`,
  input: exportInput,
  handler: async (context, ask) => {
    const wanted = ask.input as unknown as ExportAsk & { readonly async?: boolean }
    const visible = visibleResource(context.caller, resource)
    // who takes sensitive values along proves himself as for a single one
    if (tellsSensitive(context, visible, wanted, words)) {
      if (context.caller.viewer) throw refuse.forbidden(texts.viewingOnly)
      await demandFresh(context.house, bearerOf(ask.headers))
    }
    return wanted.async === true ? orderExport(context, resource, wanted) : exportOfList(context, visible, wanted, undefined, words)
  },
})
/** of records by file: a name that is no id is refused */
const closed = { additionalProperties: false }
const importInput = O({
  fileIds: Optional(List(Id(), { title: '文件', maxItems: filesMax })),
  mappings: Optional(Rec(Id(), mappingInput, { title: '列对应', ...closed })),
  corrections: Optional(Rec(Id(), correctionsInput, { title: '修正', ...closed })),
  partial: Optional(Rec(Id(), Integer({ minimum: 1 }), { title: '不导入的行数', ...closed })),
})
/**
 * Filled templates, by ids of uploads or as a form; the same rows twice change nothing. `rule`: what the add call checks beyond the fields.
 */
export const importOf = (resource: Resource, { rule = null, hooks = {} }: Partial<ResourceImport> = {}): Route => ({
  verb: 'import',
  resource,
  demand: demandOf(resource, 'import'),
  summary: `导入${resource.title[0]}`,
  input: importInput,
  multipart: true,
  imports: { rule, hooks },
  upload: resourceUpload(resource),
  handler: (context, ask) =>
    ask.raw.isMultipart()
      ? startResourceImportOfForm(context, resource, ask.raw)
      : startResourceImport(context, visibleDocument(context, resource), (ask.input['fileIds'] ?? []) as string[], ask.input),
})
/** Bound beside the import, as `GET /<family>/template`. */
export const templateOf = (resource: Resource): Route => ({
  verb: 'call',
  resource,
  demand: demandOf(resource, 'import'),
  summary: `下载${resource.title[0]}导入模板`,
  input: O({}),
  handler: context => resourceTemplate(context, visibleDocument(context, resource)),
})

/** Ids of a call that takes one or several. */
export function idsOf(id: unknown, ids: unknown): string[] {
  if (Array.isArray(ids) && ids.every(i => typeof i === 'string' || typeof i === 'number')) return ids.map(String)
  if (typeof id === 'string' || typeof id === 'number') return [String(id)]
  throw refuse.invalid([{ field: 'ids', message: sentence`请先选择数据` }])
}
