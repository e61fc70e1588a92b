/** Computing the figures of a report anew: what a person asks for, as a task that ends with the refresh. */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import { ownerOf, rollupsOfReport, type Report } from '#platform/declare/report.ts'
import { addDays, daysBetween, isDate } from '#platform/format/dates.ts'
import type { Context } from '../../contract/context.ts'
import { refuse } from '../../calls/refusal.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { ownersSeen } from './ask-of.ts'
import { enqueueRefresh } from './refresh.ts'
import { writeAudit } from '../../trail/write-audit.ts'
import { markStale } from './stale.ts'

/** days that one request may mark: two years of every owner */
const computeDaysMax = 732

export interface ComputeAsk {
  /** absent or empty: all that the caller sees */
  readonly owners?: readonly string[]
  readonly startDate: string
  readonly endDate: string
}

/**
 * Marks the days of the owners stale and enqueues the refresh, both in one transaction: what was asked for can't be lost. `changed`: days
 * of owners that are computed.
 */
export async function computeReport(context: Context, report: Report, ask: ComputeAsk): Promise<{ taskId: string; changed: number }> {
  const { startDate, endDate } = ask
  if (!isDate(startDate)) throw refuse.invalid([{ field: 'startDate', message: sentence`开始日期不正确，格式为 YYYY-MM-DD` }])
  if (!isDate(endDate) || endDate < startDate)
    throw refuse.invalid([{ field: 'endDate', message: sentence`结束日期不正确，应不早于开始日期` }])
  const count = daysBetween(startDate, endDate) + 1
  if (count > computeDaysMax) throw refuse.invalid([{ field: 'endDate', message: sentence`一次最多计算 ${computeDaysMax} 天` }])
  const { caller, house } = context
  const [first] = rollupsOfReport(report)
  const seen = first === undefined ? [] : await ownersSeen(context, first)
  const chosen = ask.owners && ask.owners.length > 0 ? ask.owners : seen
  if (chosen.some(id => !seen.includes(id))) throw refuse.unknown(ownValue(first?.keys ?? {}, ownerOf(report))?.title ?? report.title)
  const days = Array.from({ length: count }, (_, i) => addDays(startDate, i))
  // roll-ups that stand on another one follow it
  const following = new Set(house.registry.books.flatMap(book => (book.followers ?? []).map(one => one.rollup)))
  const rollups = rollupsOfReport(report).filter(of => !following.has(of))
  return context.write(async tx => {
    for (const of of rollups) for (const id of [...new Set(chosen)].sort()) await markStale(tx, of, id, days, context.now())
    const task = await tx
      .insertInto('task')
      .values({
        org_id: caller.orgId,
        account_id: caller.accountId,
        kind: taskOf(report),
        title: toStored(sentence`计算${report.title} ${startDate} 至 ${endDate}`),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const book of house.registry.books)
      if (rollups.includes(book.rollup)) await book.asked?.(tx, context, { owners: chosen, startDate, endDate })
    await enqueueRefresh(tx, context)
    const after = { startDate, endDate, owners: chosen }
    await writeAudit(context, tx, { subject: report.name, recordId: null, verb: 'calc', before: null, after })
    return { taskId: task.id, changed: new Set(chosen).size * days.length }
  })
}

/** Kind of the tasks of those who asked to compute a report. */
export const taskOf = (report: Report): string => `report.${report.name}`
