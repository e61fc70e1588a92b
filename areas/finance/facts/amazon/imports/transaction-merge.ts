/**
 * Merge of a transaction report. A line's key is the hash of its typed values plus the ordinal among identical lines of one file: equal
 * lines in one file all count, an overlapping file, another language or layout adds none. A deferred line that comes again as released
 * stays one line (`releases.ts`).
 */
import type { Wording } from '#platform/declare/sentence.ts'
import { sql, type RawBuilder } from 'kysely'
import { columnOf } from '#platform/declare/resource.ts'
import type { MergeOutcome, MergeTask, Tx } from '#platform/server/area.ts'
import { numberEqualLines } from '#platform/server/imports.ts'
import { daysChanged } from '#platform/server/reports.ts'
import { addDays } from '#platform/format/dates.ts'
import { heldDays, keepEvents } from '../../clocks/event-days.ts'
import { unmappedSkus } from '#areas/reference/index.ts'
import type { TransactionHead } from '../files/index.ts'
import { amounts } from '../../amounts.ts'
import { families, transactionColumns } from '../tables.ts'
import { internKinds } from './kinds.ts'
import { bookedLaterNotes, equalLinesNote } from './merge-notes.ts'
import { proveSettlements } from './prove-settlements.ts'
import { countOnce, noteReleases, releasedNote, settleDeferred } from './releases.ts'
import { closedUntil } from '../../../base/closed-months.ts'
import {
  bookedOn,
  daysOf,
  inTimeOrder,
  kindNumbers,
  mergedTotals,
  newDays,
  ofThisImport,
  staged,
  sumsByPresence,
  keepClosedSummary,
  unmappedTypes,
  type Staging,
} from './merge-common.ts'

const table = 'amazon_transaction_staging'
/** all that the total is the sum of */
const amountColumns = [...transactionColumns, 'unmappedAmount'].map(columnOf)
/**
 * The key holds the instant: the same line is the same on another day too, where its marketplace's reporting zone was another when it came.
 */
const sameLine = sql`f.shop_id = s.shop_id and f.line_key = s.line_key and f.ordinal = s.ordinal`

export async function mergeTransactions(task: MergeTask<TransactionHead>): Promise<MergeOutcome> {
  const { tx, shop } = task
  const at: Staging = { table, task: task as MergeTask }
  const bounds = await daysOf(tx, at)
  await numberEqualLines(tx, table, ofThisImport(at), ['posted_on', 'line_key'])
  const kindIds = await internKinds(tx, task.orgId, task.kinds)
  const inBounds = sql`f.shop_id = ${shop.id} and f.posted_on between ${bounds.first}::date - 1 and ${bounds.last}::date + 1`
  await sql`update amazon_transaction_staging as s set there = 1 from amazon_transaction_line f where ${ofThisImport(at)} and ${inBounds}
    and ${sameLine}`.execute(tx)
  const closed = await closedUntil(tx, task.orgId)
  await keepClosedSummary(tx, at, closed)
  const notes = [...(await equalLinesNote(tx, at, 'total')), ...(await bookedLaterNotes(tx, at, closed, 'total'))]
  const shown = await noteReleases(tx, task, at, sql`${inBounds} and ${sameLine}`, closed)
  await noteSeen(tx, task, at, inBounds)
  await insertLines(tx, at, kindIds, closed)
  const settled = await settleDeferred(tx, shop.id, closed)
  const settlements = [...new Set([...(await settlementsOf(tx, at)), ...shown.settlements, ...settled.settlements])]
  const once = await countOnce(tx, shop.id, settlements, closed)
  const days = await newDays(tx, at, closed)
  await proveSettlements(tx, shop.id, settlements)
  const orders = sql`select s.order_id from ${staged(at)} where ${ofThisImport(at)}`
  const events = await keepEvents(tx, { shopId: shop.id, from: bounds.first, to: addDays(bounds.last, heldDays), orders })
  await daysChanged(task, amounts, shop.id, [...days, ...shown.days, ...settled.days, ...once.days, ...events])
  if (shown.lines > 0) notes.push(releasedNote(shown.lines))
  return outcomeOf(tx, task, at, kindIds, [...notes, ...once.notes])
}

/** Lines that another import brought before: noted, so that deleting that import hands them on. */
async function noteSeen(tx: Tx, task: MergeTask<TransactionHead>, at: Staging, inBounds: RawBuilder<unknown>): Promise<void> {
  await sql`insert into amazon_line_seen (shop_id, import_id, family, posted_on, line_key, ordinal, deferred, settlement_id)
    select s.shop_id, s.import_id, ${families.transaction[0]}::smallint, f.posted_on, f.line_key, s.ordinal, s.deferred, s.settlement_id
    from ${staged(at)} join amazon_transaction_line f on ${sameLine} where ${ofThisImport(at)} and ${inBounds} and s.there = 1
      and f.import_id <> ${task.importId} on conflict do nothing`.execute(tx)
}

async function insertLines(tx: Tx, at: Staging, kindIds: readonly string[], closed: string | null): Promise<void> {
  const plain = [
    'shop_id',
    'posted_on',
    'line_key',
    'ordinal',
    'posted_at',
    'settlement_id',
    'order_id',
    'sku',
    'description',
    'quantity',
    'total',
    'currency',
    ...amountColumns,
    'marketplace',
    'account_type',
    'fulfillment',
    'city',
    'state',
    'postal',
    'tax_model',
    'deferred',
    'unmapped',
    'import_id',
  ]
  await sql`insert into amazon_transaction_line (${sql.join(plain.map(c => sql.ref(c)))}, type_id, booked_on)
    select ${sql.join(plain.map(c => sql.ref(`s.${c}`)))}, k.id, ${bookedOn(closed)}
    from ${staged(at)} join ${kindNumbers(kindIds)} on k.no = s.kind_no where ${ofThisImport(at)}
      and s.there is null ${inTimeOrder}`.execute(tx)
}

async function settlementsOf(tx: Tx, at: Staging): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select distinct s.settlement_id as id from ${staged(at)} where ${ofThisImport(at)} and s.settlement_id <> ''`.execute(tx)
  return rows.map(r => r.id)
}

async function outcomeOf(
  tx: Tx,
  task: MergeTask<TransactionHead>,
  at: Staging,
  kindIds: readonly string[],
  notes: readonly Wording[],
): Promise<MergeOutcome> {
  const sums = await sumsByPresence(tx, at, ['total', ...amountColumns])
  const parts = Object.fromEntries(
    ['total', ...transactionColumns, 'unmappedAmount'].map(name => [
      name,
      { merged: sums.merged[columnOf(name)] ?? '0', unchanged: sums.unchanged[columnOf(name)] ?? '0' },
    ]),
  )
  const types = await unmappedTypes(tx, kindIds, () => linesOfKinds(tx, at, task))
  return {
    merged: sums.mergedLines,
    unchanged: sums.unchangedLines,
    controlTotals: mergedTotals(task as MergeTask, parts),
    notes,
    unmapped: { types, skus: await unmappedSkus(task as MergeTask, table, ofThisImport(at)) },
  }
}

/** Lines and money per column kind: a column's kind is found through the base kind of its lines. */
async function linesOfKinds(
  tx: Tx,
  at: Staging,
  task: MergeTask<TransactionHead>,
): Promise<{ no: number; lines: number; amount: string }[]> {
  const baseNo = new Map(
    task.kinds.flatMap((k, no) => (k.values['column'] === '' ? [[`${k.values['type']}\0${k.values['description']}`, no] as const] : [])),
  )
  const { rows } = await sql<Record<string, string | number>>`
    select s.kind_no, ${sql.join(
      amountColumns.map(
        c => sql`count(*) filter (where ${sql.ref(`s.${c}`)} <> 0)::int as ${sql.ref(`n_${c}`)},
      sum(${sql.ref(`s.${c}`)})::text as ${sql.ref(c)}`,
      ),
    )}
    from ${staged(at)} where ${ofThisImport(at)} group by 1`.execute(tx)
  const named = await namedAmounts(tx, at)
  return task.kinds.flatMap((k, no) => {
    const name = k.values['column'] ?? ''
    const base = baseNo.get(`${k.values['type']}\0${k.values['description']}`)
    const extra = named.find(r => r.kind_no === base && r.name === name)
    if (extra) return [{ no, lines: extra.lines, amount: extra.amount }]
    const column = columnOf(name)
    const row = column === '' ? undefined : rows.find(r => r['kind_no'] === base)
    return row ? [{ no, lines: Number(row[`n_${column}`] ?? 0), amount: String(row[column] ?? '0') }] : []
  })
}

/** Lines and money of the columns that no table knows, per kind of line. */
async function namedAmounts(tx: Tx, at: Staging): Promise<{ kind_no: number; name: string; lines: number; amount: string }[]> {
  const { rows } = await sql<{ kind_no: number; name: string; lines: number; amount: string }>`
    select s.kind_no, e.key as name, count(*)::int as lines, sum(e.value::numeric)::text as amount
    from ${staged(at)} cross join lateral jsonb_each_text(s.unmapped) as e(key, value) where ${ofThisImport(at)} and s.unmapped is not null
      group by 1, 2`.execute(tx)
  return rows
}
