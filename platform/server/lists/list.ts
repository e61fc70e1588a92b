/** The list call: a page of rows with labels, and how many there are with their sums. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Condition, ListAnswer, ListQuery, Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import type { AnyDb } from '../contract/database.ts'
import { LongAnswer } from '../calls/long-answers.ts'
import { refuse } from '../calls/refusal.ts'
import { withApprovals } from './approval-of.ts'
import { askingOf, type Predicate } from './conditions.ts'
import { ratesOfPage } from './converted.ts'
import { cursorOf } from './keyset.ts'
import { withLabels } from './labels.ts'
import { rawPage } from './paging.ts'
import { defaultPeriod, pageSizeMax, planOf, toRow, type Plan } from './query.ts'
import { withGuards } from '../states/may.ts'
import { maskRows } from './sensitive.ts'
import { quickTotalsOf, totalsOf } from './totals.ts'
import { withBelow } from './view-query.ts'

/** rows that are read at once for an answer that has no pages */
const wholeMax = 20_000

/**
 * The list in one answer, as long as it is asked for: rows are read in portions while they are sent, each behind the last row of the one
 * before. The first portion is there before the answer begins, so what can be refused still is.
 */
async function longListOf(context: Context, r: Resource, input: ListQuery): Promise<LongAnswer> {
  const { pageSize = pageSizeMax } = input
  if ((input.pageNum ?? 1) !== 1)
    throw refuse.invalid([{ field: 'pageSize', message: sentence`多于 ${pageSizeMax} 条时只能从第一页取，请去掉 pageNum` }])
  // rates are those of a page
  const { list, next, rates: _rates, ...rest } = await listOf(context, r, { ...input, pageSize: pageSizeMax })
  const plan = planOf(r, { ...input, pageSize: pageSizeMax }, askingOf(context))
  async function* portions(): AsyncGenerator<readonly Row[]> {
    let left = pageSize
    for (let page = { list, next: next ?? null }; ; page = await pageOf(context, anyTable(context.db), r, { ...plan, next: page.next })) {
      yield page.list.slice(0, left)
      left -= page.list.length
      if (left <= 0 || page.next === null) return
    }
  }
  return new LongAnswer({ ...rest, pageSize, next: null }, portions())
}

/** A list whose call takes any page size. */
export const anyLength = (context: Context, r: Resource, input: ListQuery): Promise<ListAnswer | LongAnswer> =>
  (input.pageSize ?? 0) > pageSizeMax ? longListOf(context, r, input) : listOf(context, r, input)

/**
 * One page with labels, total and totals; `only` asks for the rows with what is cheap of the totals, or for the exact totals alone.
 * `besides`: conditions that no query can say.
 */
export async function listOf(context: Context, r: Resource, input: ListQuery, besides: readonly Predicate[] = []): Promise<ListAnswer> {
  const asking = askingOf(context)
  const asked = planOf(r, input, asking)
  const plan = besides.length === 0 ? asked : { ...asked, where: [...asked.where, ...besides], walked: [...asked.walked, ...besides] }
  const period = defaultPeriod(r, input, asking)
  const said = period === undefined ? {} : { period }
  const db = anyTable(context.db)
  const { pageNum, pageSize } = plan
  if (input.only === 'totals') return { list: [], ...(await totalsOf(context, db, r, plan.where)), pageNum, pageSize, next: null, ...said }
  const totals = input.only === 'rows' ? quickTotalsOf(context, db, r, plan.where) : totalsOf(context, db, r, plan.where)
  const [page, found] = await Promise.all([pageOf(context, db, r, plan), totals])
  const rates = await ratesOfPage(context, db, r, page.list)
  // The end of the list is in sight: the place of its last row is the count, whatever the planner thinks.
  const isEnd = plan.next === undefined && page.next === null && (page.list.length > 0 || pageNum === 1)
  const counted = isEnd && found.totalExact === false ? { total: (pageNum - 1) * pageSize + page.list.length, totalExact: true } : {}
  return { ...page, ...found, ...counted, ...(rates === undefined ? {} : { rates }), pageNum, pageSize, ...said }
}

/** All rows that the caller sees of a list which is small by nature. Beyond `max` nothing is left out in silence. */
export async function allOf(context: Context, r: Resource, conditionList: readonly Condition[], max = wholeMax): Promise<readonly Row[]> {
  const plan = planOf(r, { pageSize: pageSizeMax, conditionList }, askingOf(context))
  const rows: Row[] = []
  for (let next: string | null | undefined; next !== null;) {
    const page = await pageOf(context, anyTable(context.db), r, next === undefined ? plan : { ...plan, next })
    rows.push(...page.list)
    if (rows.length > max) throw refuse.rule(sentence`${r.title}多于 ${max} 条，请缩小范围`)
    next = page.next
  }
  return rows
}

async function pageOf(context: Context, db: AnyDb, r: Resource, plan: Plan): Promise<{ list: readonly Row[]; next: string | null }> {
  const raw = await rawPage(context, db, r, plan)
  const page = raw.slice(0, plan.pageSize)
  const masked = maskRows(
    r,
    withGuards(
      context,
      r,
      page.map(row => toRow(r, row)),
    ),
    context.caller,
  )
  const list = await withApprovals(context, r, await withLabels(context, r, masked))
  const shown = plan.level === null ? list : await withBelow(db, r, plan.level, list)
  const last = raw.length > plan.pageSize ? page.at(-1) : undefined
  return { list: shown, next: last ? cursorOf(plan.order, last) : null }
}
