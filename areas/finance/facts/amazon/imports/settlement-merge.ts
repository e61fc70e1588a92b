/**
 * Merge of one settlement report. A settlement comes whole: new, or there already line by line (unchanged), or there in its other layout
 * with equal sums per order and amount type (unchanged), or with other content (refused as a conflict). From then on its figures come from
 * the settlement report, and a transaction report proves them; unless a closed month has counted them from the transaction report already.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Refusal } from '#platform/declare/file-kind.ts'
import type { MergeOutcome, MergeTask, Tx } from '#platform/server/area.ts'
import { ImportRefused } from '#platform/server/imports.ts'
import { daysChanged } from '#platform/server/reports.ts'
import { amounts } from '../../amounts.ts'
import type { SettlementHead } from '../files/index.ts'
import { keepEvents } from '../../clocks/event-days.ts'
import { rollForwardNotes } from '../settlement/roll-forward.ts'
import { internKinds } from './kinds.ts'
import { bookedLaterNotes, equalSettlementLinesNote } from './merge-notes.ts'
import { proveSettlements } from './prove-settlements.ts'
import { isCountedUntil, provesOnly, releasedNote, settleDeferred } from './releases.ts'
import { settlement } from '../tables.ts'
import { closedUntil } from '../../../base/closed-months.ts'
import {
  amountsMerged,
  bookedOn,
  daysOf,
  inTimeOrder,
  keepClosedSummary,
  kindNumbers,
  ofThisImport,
  staged,
  type Staging,
} from './merge-common.ts'

const table = 'amazon_settlement_staging'
const layouts = { v1: 1, v2: 2 } as const
const countedFrom = settlement.fields.countedFrom.choices
const conflictsShownMax = 100

export async function mergeSettlement(task: MergeTask<SettlementHead>): Promise<MergeOutcome> {
  const { tx, head, shop } = task
  const at: Staging = { table, task: task as MergeTask }
  const kindIds = await internKinds(tx, task.orgId, task.kinds)
  const known = await tx
    .selectFrom('amazon_settlement')
    .selectAll()
    .where('shop_id', '=', shop.id)
    .where('settlement_id', '=', head.settlementId)
    .executeTakeFirst()
  const notes = await equalSettlementLinesNote(tx, at)
  if (!known) notes.push(...(await insertSettlement(tx, task, at, kindIds)))
  else {
    if (known.layout === layouts[head.layout]) await checkSameLines(tx, at, kindIds, head)
    else notes.push(await checkSameSums(tx, at, head))
    await sql`update amazon_settlement_staging as s set there = 1 where ${ofThisImport(at)}`.execute(tx)
    if (known.import_id !== task.importId)
      await sql`insert into amazon_settlement_seen (shop_id, settlement_id, import_id)
        values (${shop.id}, ${head.settlementId}, ${task.importId}) on conflict do nothing`.execute(tx)
  }
  return amountsMerged(tx, at, kindIds, notes)
}

async function insertSettlement(tx: Tx, task: MergeTask<SettlementHead>, at: Staging, kindIds: readonly string[]): Promise<Wording[]> {
  const { head, shop } = task
  const closed = await closedUntil(tx, task.orgId)
  await keepClosedSummary(tx, at, closed)
  const depositOn = head.depositAt ?? head.endAt
  await sql`insert into amazon_settlement (shop_id, settlement_id, start_at, end_at, deposit_on, total, currency, line_count, layout,
    counted_from, import_id)
    values (${shop.id}, ${head.settlementId}, ${head.startAt}, ${head.endAt}, (${depositOn}::timestamptz at time zone ${shop.zone})::date,
      ${head.total}, ${head.currency},
      0, ${layouts[head.layout]}, ${countedFrom.settlement[0]}::smallint, ${task.importId})`.execute(tx)
  const inserted =
    await sql`insert into amazon_settlement_line (shop_id, posted_on, settlement_id, line_no, posted_at, booked_on, kind_id, order_id, sku,
      quantity, amount, currency, marketplace_name, fulfillment,
      merchant_order_id, adjustment_id, shipment_id, order_item_code, promotion_id, import_id)
    select s.shop_id, s.posted_on, s.settlement_id, s.line_no, s.posted_at, ${bookedOn(closed)}, k.id, s.order_id, s.sku, s.quantity,
      s.amount, s.currency, s.marketplace_name, s.fulfillment,
      s.merchant_order_id, s.adjustment_id, s.shipment_id, s.order_item_code, s.promotion_id, s.import_id
    from ${staged(at)} join ${kindNumbers(kindIds)} on k.no = s.kind_no where ${ofThisImport(at)} ${inTimeOrder}`.execute(tx)
  const settled = await settleDeferred(tx, shop.id, closed, head.settlementId)
  const isCounted = await isCountedUntil(tx, shop.id, head.settlementId, closed)
  await tx
    .updateTable('amazon_settlement')
    .set({
      line_count: Number(inserted.numAffectedRows ?? 0n),
      counted_from: isCounted ? countedFrom.transaction[0] : countedFrom.settlement[0],
    })
    .where('shop_id', '=', shop.id)
    .where('settlement_id', '=', head.settlementId)
    .execute()
  await proveSettlements(tx, shop.id, [head.settlementId])
  // Its own days, and those of the transaction lines that no longer count.
  const { rows } = await sql<{ day: string }>`
    with days as (select distinct s.posted_on from ${staged(at)} where ${ofThisImport(at)})
    select s.posted_on::text as day from days s union select (${bookedOn(closed)})::text from days s
    union select distinct t.posted_on::text from amazon_transaction_line t where t.shop_id = ${shop.id}
      and t.settlement_id = ${head.settlementId}
    union select distinct t.booked_on::text from amazon_transaction_line t where t.shop_id = ${shop.id}
      and t.settlement_id = ${head.settlementId}`.execute(tx)
  const { first, last } = await daysOf(tx, at)
  const orders = sql`select s.order_id from ${staged(at)} where ${ofThisImport(at)}`
  const events = await keepEvents(tx, { shopId: shop.id, from: first, to: last, orders })
  await daysChanged(task, amounts, shop.id, [...rows.map(r => r.day), ...settled.days, ...events])
  return [
    ...(await rollForwardNotes(task, head)),
    ...(settled.lines > 0 ? [releasedNote(settled.lines)] : []),
    ...(isCounted ? [provesOnly(head.settlementId)] : await bookedLaterNotes(tx, at, closed, 'amount')),
  ]
}

/**
 * Line by line: the same number must say the same. The day may be its neighbour, where the marketplace's reporting zone was another when it
 * came.
 */
async function checkSameLines(tx: Tx, at: Staging, kindIds: readonly string[], head: SettlementHead): Promise<void> {
  const { rows } = await sql<{ line_no: number; file_line: number | null; staged: string | null; there: string | null }>`
    select coalesce(s.line_no, f.line_no) as line_no, s.file_line, s.amount::text as staged, f.amount::text as there
    from (select s.*, k.id as kind_id from ${staged(at)} join ${kindNumbers(kindIds)} on k.no = s.kind_no where ${ofThisImport(at)}) s
    full join (select * from amazon_settlement_line where shop_id = ${at.task.shop.id}
      and settlement_id = ${head.settlementId}) f on f.line_no = s.line_no
    where s.line_no is null or f.line_no is null or s.amount <> f.amount or s.kind_id <> f.kind_id or s.order_id <> f.order_id
      or s.sku <> f.sku or abs(s.posted_on - f.posted_on) > 1 or s.quantity is distinct from f.quantity
    order by 1 limit ${conflictsShownMax}`.execute(tx)
  if (rows.length === 0) return
  const refusals: Refusal[] = rows.map(r => ({
    line: r.file_line,
    column: null,
    value: r.staged,
    reason:
      r.staged === null
        ? sentence`已导入的第 ${r.line_no} 条明细（${r.there ?? ''}）在文件里没有`
        : r.there === null
          ? sentence`这一行在已导入的数据里没有`
          : sentence`这一行与已导入的内容不同（已导入 ${r.there}）`,
  }))
  throw new ImportRefused([
    {
      line: null,
      column: null,
      value: head.settlementId,
      reason: sentence`结算单 ${head.settlementId} 已导入，内容与此文件不同，请核对后先删除原来的导入`,
    },
    ...refusals,
  ])
}

/** The other layout of the same settlement: other lines, the same money per order and amount type. */
async function checkSameSums(tx: Tx, at: Staging, head: SettlementHead): Promise<Wording> {
  const { rows } = await sql<{ order_id: string; amount_type: string; staged: string; there: string }>`
    select coalesce(s.order_id, f.order_id) as order_id, coalesce(s.amount_type, f.amount_type) as amount_type, coalesce(s.amount,
      0)::text as staged, coalesce(f.amount, 0)::text as there
    from (select s.order_id, s.amount_type, sum(s.amount) as amount from ${staged(at)} where ${ofThisImport(at)} and s.amount <> 0
      group by 1, 2) s
    full join (select l.order_id, k.amount_type, sum(l.amount) as amount from amazon_settlement_line l
      join amazon_kind k on k.id = l.kind_id
      where l.shop_id = ${at.task.shop.id} and l.settlement_id = ${head.settlementId} and l.amount <> 0
        group by 1, 2) f on f.order_id = s.order_id and f.amount_type = s.amount_type
    where coalesce(s.amount, 0) <> coalesce(f.amount, 0) order by 1, 2 limit ${conflictsShownMax}`.execute(tx)
  if (rows.length === 0) return sentence`结算单 ${head.settlementId} 已以另一种版式导入，按订单和金额类型核对一致`
  throw new ImportRefused([
    {
      line: null,
      column: null,
      value: head.settlementId,
      reason: sentence`结算单 ${head.settlementId} 已以另一种版式导入，金额不一致，请核对`,
    },
    ...rows.map(r => ({
      line: null,
      column: r.amount_type,
      value: r.staged,
      reason: sentence`订单 ${r.order_id || sentence`（无订单）`} 的 ${r.amount_type}：文件 ${r.staged}，已导入 ${r.there}`,
    })),
  ])
}
