/** What means over days need to know of the owners of a question: when their facts begin, and until when they are complete. */
import { sql } from 'kysely'
import { grainFor, isOfLines, rollupsOfReport, type Report } from '#platform/declare/report.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import { addDays } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context } from '../../contract/context.ts'
import { anyTable } from '../../db/any-table.ts'
import { columnRef, isOneOf } from '../../db/untyped-query.ts'
import type { Ask } from '../ask/ask.ts'
import { completeUntil, tellsDays } from './complete-until.ts'
import { commonUntil } from '#platform/format/like-for-like.ts'
import { meansOf } from '../ask/windows.ts'

/** The question with what means need to know; a question that lines answer knows of no other days. */
export async function withSpans(
  context: Context,
  report: Report,
  ask: Ask,
  owners: readonly string[],
  measures: readonly string[],
): Promise<Ask> {
  const asked = [...ask.by, ...Object.keys(ask.where)].map(name => ownValue(report.dimensions, name))
  if (meansOf(report, measures).length === 0 || asked.some(d => isOfLines(report, d))) return ask
  const [since, until] = await Promise.all([firstDays(context, rollupsOfReport(report), owners), lastDays(context, report, owners)])
  const each = owners.map(owner => [owner, { since: since.get(owner) ?? null, until: until.get(owner) ?? null }] as const)
  const begun = each.flatMap(([, span]) => span.since ?? []).toSorted()
  const all = { since: begun[0] ?? null, until: commonUntil(each.map(([, span]) => span.until)) }
  return { ...ask, spans: { each: new Map(each), all } }
}

/** What is complete of each owner: as far as files tell of it; where none does, the day before today. */
async function lastDays(context: Context, report: Report, owners: readonly string[]): Promise<Map<string, string | null>> {
  if (tellsDays(report)) return new Map((await completeUntil(context, report, owners)).map(one => [one.shopId, one.until]))
  const yesterday = addDays(todayOf(context), -1)
  return new Map(owners.map(owner => [owner, yesterday]))
}

/** The first day of each owner's facts. */
async function firstDays(context: Context, rollups: readonly Rollup[], owners: readonly string[]): Promise<Map<string, string>> {
  const first = new Map<string, string>()
  for (const of of rollups) {
    const grain = grainFor(of, [of.owner, 'day'])
    if (grain === undefined) continue
    const owner = columnRef('f', of.owner)
    const rows = await anyTable(context.db)
      .selectFrom(`${grain.table} as f`)
      .select([sql<string>`${owner}::text`.as('owner'), sql<string>`min(${columnRef('f', grain.dayIn ?? 'day')})::text`.as('day')])
      .where(isOneOf(owner, owners))
      .groupBy(owner)
      .execute()
    for (const row of rows) if (row.day < (first.get(row.owner) ?? '9')) first.set(row.owner, row.day)
  }
  return first
}
