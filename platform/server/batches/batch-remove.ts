/** Deleting many records: those chosen, or those of one shop or site in a period (1-shell, "Batch delete"). */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { BatchDelete } from '#platform/declare/chapters.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { BatchResult, BatchTask } from '#platform/declare/wire.ts'
import { isDate } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import type { Context } from '../contract/context.ts'
import { refuse } from '../calls/refusal.ts'
import type { FieldError } from '../contract/route.ts'
import { keyOfRowId } from '../lists/columns.ts'
import { anyTable } from '../db/any-table.ts'
import { between, type Predicate } from '../lists/conditions.ts'
import { fitsColumn } from '../lists/value-range.ts'
import { byKeys } from '../lists/keys.ts'
import type { Hooks } from '../contract/record-hooks.ts'
import { runBatch, waitedRowsMax, type Work } from './batch.ts'
import { batchAnswer, type BatchEnd } from '../records/refused-rows.ts'
import { preview } from './batch-edit.ts'
import { orderBatch } from './order.ts'
import { ownValue } from '#platform/declare/own-value.ts'

const chosenMax = 1_000

/** Deletes records by id: fewer found than asked, or one that may not go, and nothing is deleted. */
export async function removeRecords(
  context: Context,
  r: Resource,
  ids: readonly string[],
  hooks: Hooks = {},
): Promise<{ deleted: number; batchId: string | null }> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) throw refuse.invalid([{ field: 'ids', message: sentence`请先选择要删除的数据` }])
  if (unique.length > chosenMax)
    throw refuse.invalid([{ field: 'ids', message: sentence`一次最多删除 ${chosenMax} 条，现有 ${unique.length} 条` }])
  const keys = unique.map(id => {
    const key = keyOfRowId(r, id)
    if (!key) throw refuse.unknown(r.title)
    return key
  })
  return context.write(async (tx, inside) => {
    const done = await runBatch(inside, tx, r, { where: [byKeys(r, keys)], values: null, hooks })
    const [reason] = done.reasons ?? []
    if (reason) throw refuse.rule(reason.reason)
    if (done.changed !== keys.length) throw refuse.unknown(r.title)
    return { deleted: done.changed, batchId: done.batchId ?? null }
  })
}

export interface BetweenAsk {
  readonly startDate?: string
  readonly endDate?: string
  readonly year?: string
  /** says how many, and deletes nothing */
  readonly preview?: boolean
  /** the number that the preview counted */
  readonly expected?: number
  readonly [by: string]: unknown
}

/**
 * Deletes what a period or a year holds, of one shop or site where the records have one. Both are required: without them a slip would empty
 * the list.
 */
export async function removeBetween(
  context: Context,
  r: Resource,
  ask: BetweenAsk,
  hooks: Hooks = {},
): Promise<(BatchResult & { deleted: number }) | BatchTask> {
  const work = await betweenWork(context, r, ask, hooks)
  const told = (end: BatchEnd) => ({ ...batchAnswer(context, end), deleted: ask.preview === true ? 0 : end.changed })
  if (ask.preview === true) return told(await preview(context, r, work))
  if ((ask.expected ?? 0) > waitedRowsMax) return orderBatch(context, r, 'remove', ask)
  return told(await context.write((tx, inside) => runBatch(inside, tx, r, work)))
}

/** The rows meant, with every fault of the input named at once. */
export async function betweenWork(context: Context, r: Resource, ask: BetweenAsk, hooks: Hooks): Promise<Work> {
  const rule = r.batchDelete
  if (!rule) throw new Error(`${r.table} declares no batch delete`)
  const errors: FieldError[] = []
  const whose = rule.by === undefined ? null : { name: rule.by, value: asText(ask[rule.by] ?? '').trim() }
  if (whose !== null && (whose.value === '' || !fitsColumn(r, columnOf(whose.name), whose.value)))
    errors.push({ field: whose.name, message: sentence`请选择${ownValue(r.fields, whose.name)?.title ?? whose.name}` })
  const period = periodOf(r, rule, ask, context.caller.zone, errors)
  if (errors.length > 0 || !period) throw refuse.invalid(errors)
  if (whose !== null) await checkTarget(context, r, whose.name, whose.value)
  const whoseRows = whose === null ? [] : [sql<boolean>`${sql.ref(`${r.table}.${columnOf(whose.name)}`)} = ${whose.value}`]
  return { where: [...whoseRows, period], expected: ask.expected, values: null, hooks }
}

function periodOf(r: Resource, rule: BatchDelete, ask: BetweenAsk, zone: string, errors: FieldError[]): Predicate | null {
  const name = 'year' in rule ? rule.year : rule.date
  const field = ownValue(r.fields, name)
  if (!field) throw new Error(`${r.table}: ${name} is no field`)
  const column = `${r.table}.${columnOf(name)}`
  if ('year' in rule) {
    const year = asText(ask.year ?? '')
    if (!/^(?:19|20)\d{2}$/.test(year)) errors.push({ field: 'year', message: sentence`请选择年份` })
    else if (field.kind === 'integer' || field.kind === 'text') return sql<boolean>`${sql.ref(column)} = ${year}`
    else return between(field, column, [`${year}-01-01`, `${year}-12-31`], zone)
    return null
  }
  const { startDate, endDate } = ask
  if (typeof startDate !== 'string' || !isDate(startDate)) errors.push({ field: 'startDate', message: sentence`请选择开始日期` })
  if (typeof endDate !== 'string' || !isDate(endDate)) errors.push({ field: 'endDate', message: sentence`请选择结束日期` })
  if (errors.some(e => e.field !== rule.by)) return null
  const [from, to] = [startDate as string, endDate as string]
  if (to < from) errors.push({ field: 'endDate', message: sentence`结束日期不能早于开始日期` })
  return between(field, column, [from, to], zone)
}

/** A shop outside the caller's scope is unknown to him, whatever the list's own scope shows. */
async function checkTarget(context: Context, r: Resource, name: string, value: string): Promise<void> {
  const field = ownValue(r.fields, name)
  const target = context.house.registry.resources.get(field?.to ?? '')
  if (!field || !target) return
  const found = await anyTable(context.db)
    .selectFrom(target.table)
    .select(sql<number>`1`.as('one'))
    .where(sql<boolean>`${sql.ref(`${target.table}.${field.by ?? 'id'}`)} = ${value}`)
    .executeTakeFirst()
  if (!found) throw refuse.unknown(field.title)
}
