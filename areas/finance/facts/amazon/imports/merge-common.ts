/**
 * What the merges of Amazon's three families share: the day a line counts in the books, numbers of kinds, unmapped words, control totals.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { sql, type RawBuilder } from 'kysely'
import type { MergedTotal, MergeOutcome, MergeTask, Tx } from '#platform/server/area.ts'
import { refuseFile } from '#platform/server/imports.ts'
import { unmappedSkus } from '#areas/reference/index.ts'
import { unmappedOf } from './kinds.ts'

const listedMax = 200

/** The day a line counts in the books: its own, or the first of the first open month when its own is closed. */
export const bookedOn = (closed: string | null): RawBuilder<unknown> =>
  closed === null ? sql`s.posted_on` : sql`case when s.posted_on <= ${closed}::date then ${closed}::date + 1 else s.posted_on end`

/** kind_no -> id as rows to join; `s` is the staging table. */
export const kindNumbers = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`(select * from unnest(${ids.map((_, i) => i)}::int[], ${ids}::bigint[])) as k(no, id)`

/** Lines enter their table by time: its indexes then grow at their end, and a page of a list lies together. */
export const inTimeOrder: RawBuilder<unknown> = sql`order by s.posted_at`

export interface Staging {
  readonly table: string
  readonly task: MergeTask
}
export const staged = ({ table }: Staging): RawBuilder<unknown> => sql`${sql.table(table)} as s`
export const ofThisImport = ({ task }: Staging): RawBuilder<boolean> =>
  sql<boolean>`s.shop_id = ${task.shop.id} and s.import_id = ${task.importId}`

/** Days of the lines that are new, and the days they count on. */
export async function newDays(tx: Tx, at: Staging, closed: string | null): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct unnest(array[s.posted_on, ${bookedOn(closed)}])::text as day from ${staged(at)}
    where ${ofThisImport(at)} and s.there is null`.execute(tx)
  return rows.map(r => r.day)
}

/** Of a month that was closed on the transaction summary, lines would count a second time: such a file waits until it is open. */
export const keepClosedSummary = (tx: Tx, at: Staging, closed: string | null): Promise<void> => keepClosed(tx, at, closed, false)
/** The same of the Transaction View, in whose place a summary would come. */
export const keepClosedView = (tx: Tx, at: Staging, closed: string | null): Promise<void> => keepClosed(tx, at, closed, true)

async function keepClosed(tx: Tx, at: Staging, closed: string | null, ofView: boolean): Promise<void> {
  if (closed === null) return
  const { rows } = await sql<{ month: string }>`
    with days as (select distinct s.posted_on from ${staged(at)} where ${ofThisImport(at)} and s.there is null
      and s.posted_on <= ${closed}::date)
    select to_char(max(l.posted_on), 'YYYY-MM') as month from amazon_summary_line l join days d on d.posted_on = l.posted_on
    where l.shop_id = ${at.task.shop.id} and l.booked_on <= ${closed}::date and (l.is_view or not ${ofView})
      and not (l.is_view and exists (select 1 from amazon_summary_line b where b.shop_id = ${at.task.shop.id} and b.posted_on = l.posted_on
        and not b.is_view))
      and not exists (select 1 from amazon_transaction_line t where t.shop_id = ${at.task.shop.id} and t.posted_on = l.posted_on)
      and not exists (select 1 from amazon_settlement_line t where t.shop_id = ${at.task.shop.id} and t.posted_on = l.posted_on)
    having max(l.posted_on) is not null`.execute(tx)
  if (rows[0]) throw refuseFile(sentence`${rows[0].month} 已按交易汇总结账，再导入同期的明细会重复计算。请先反结账再导入`)
}

/** Kinds of this file that no one has mapped, with what stands behind them. `lines` counts and sums per kind number. */
export async function unmappedTypes(
  tx: Tx,
  kindIds: readonly string[],
  lines: () => Promise<readonly { no: number; lines: number; amount: string }[]>,
): Promise<MergeOutcome['unmapped']['types']> {
  const titles = await unmappedOf(tx, kindIds)
  if (titles.size === 0) return []
  const byNo = new Map((await lines()).map(l => [l.no, l]))
  return kindIds
    .flatMap((id, no) => {
      const title = titles.get(id)
      return title === undefined ? [] : [{ title, lines: byNo.get(no)?.lines ?? 0, amount: byNo.get(no)?.amount ?? '0' }]
    })
    .slice(0, listedMax)
}

/** Control totals of the file with what of it was merged and what was there. `parts` gives both sums by name. */
export const mergedTotals = (
  task: MergeTask,
  parts: Readonly<Record<string, { readonly merged: string; readonly unchanged: string }>>,
): MergedTotal[] =>
  task.controlTotals.flatMap(t => {
    const part = parts[t.name]
    return part ? [{ ...t, ...part }] : []
  })

/** Sums over the staged rows, split by whether they were there. */
export async function sumsByPresence(
  tx: Tx,
  at: Staging,
  columns: readonly string[],
): Promise<{ merged: Record<string, string>; unchanged: Record<string, string>; mergedLines: number; unchangedLines: number }> {
  const sums = columns.map(c => sql`sum(${sql.ref(`s.${c}`)})::text as ${sql.ref(c)}`)
  const { rows } = await sql<Record<string, string> & { there: boolean; n: number }>`
    select s.there is not null as there, count(*)::int as n, ${sql.join(sums)} from ${staged(at)} where ${ofThisImport(at)}
      group by 1`.execute(tx)
  const side = (there: boolean) => rows.find(r => r.there === there)
  const of = (there: boolean): Record<string, string> => Object.fromEntries(columns.map(c => [c, side(there)?.[c] ?? '0']))
  return { merged: of(false), unchanged: of(true), mergedLines: side(false)?.n ?? 0, unchangedLines: side(true)?.n ?? 0 }
}

/** First and last day of the staged lines: what bounds every look into the facts. */
export async function daysOf(tx: Tx, at: Staging): Promise<{ first: string; last: string }> {
  const {
    rows: [bounds],
  } = await sql<{
    first: string | null
    last: string
  }>`select min(s.posted_on)::text as first, max(s.posted_on)::text as last from ${staged(at)} where ${ofThisImport(at)}`.execute(tx)
  if (!bounds?.first) throw refuseFile(sentence`文件里没有数据行`)
  return { first: bounds.first, last: bounds.last }
}

/** What a merge of lines with one amount and one kind each has done: lines and sums, and the words that nobody has mapped yet. */
export async function amountsMerged(tx: Tx, at: Staging, kindIds: readonly string[], notes: readonly Wording[]): Promise<MergeOutcome> {
  const sums = await sumsByPresence(tx, at, ['amount'])
  const linesOfKinds = sql<{ no: number; lines: number; amount: string }>`
    select s.kind_no as no, count(*)::int as lines, sum(s.amount)::text as amount from ${staged(at)} where ${ofThisImport(at)} group by 1`
  const types = await unmappedTypes(tx, kindIds, async () => (await linesOfKinds.execute(tx)).rows)
  return {
    merged: sums.mergedLines,
    unchanged: sums.unchangedLines,
    notes: [...notes],
    controlTotals: mergedTotals(at.task, { total: { merged: sums.merged['amount'] ?? '0', unchanged: sums.unchanged['amount'] ?? '0' } }),
    unmapped: { types, skus: await unmappedSkus(at.task, at.table, ofThisImport(at)) },
  }
}
