/**
 * Merge of the old transaction summary and the Transaction View: lines keyed like those of the transaction report. They count only where no
 * better report tells of the same days.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { MergeOutcome, MergeTask } from '#platform/server/area.ts'
import { numberEqualLines } from '#platform/server/imports.ts'
import { daysChanged } from '#platform/server/reports.ts'
import type { SummaryHead } from '../files/index.ts'
import { amounts } from '../../amounts.ts'
import { families } from '../tables.ts'
import { internKinds } from './kinds.ts'
import { bookedLaterNotes, equalLinesNote } from './merge-notes.ts'
import { closedUntil } from '../../../base/closed-months.ts'
import {
  amountsMerged,
  bookedOn,
  daysOf,
  keepClosedView,
  kindNumbers,
  newDays,
  ofThisImport,
  staged,
  type Staging,
} from './merge-common.ts'

const table = 'amazon_summary_staging'

/** `isView`: of the Transaction View, which counts where no summary is there either. */
const mergeInto =
  (isView: boolean) =>
  async (task: MergeTask<SummaryHead>): Promise<MergeOutcome> => {
    const { tx, shop } = task
    const at: Staging = { table, task: task as MergeTask }
    await numberEqualLines(tx, table, ofThisImport(at), ['posted_on', 'line_key'])
    const kindIds = await internKinds(tx, task.orgId, task.kinds)
    const bounds = await daysOf(tx, at)
    const same = sql`f.shop_id = ${shop.id} and f.posted_on between ${bounds.first} and ${bounds.last} and f.posted_on = s.posted_on
    and f.line_key = s.line_key and f.ordinal = s.ordinal`
    await sql`update amazon_summary_staging as s set there = 1 from amazon_summary_line f where ${ofThisImport(at)} and ${same}`.execute(tx)
    await sql`insert into amazon_line_seen (shop_id, import_id, family, posted_on, line_key, ordinal)
    select s.shop_id, s.import_id, ${families.summary[0]}::smallint, s.posted_on, s.line_key, s.ordinal
    from ${staged(at)} join amazon_summary_line f on ${same} where ${ofThisImport(at)} and s.there = 1 and f.import_id <> ${task.importId}
      on conflict do nothing`.execute(tx)
    const closed = await closedUntil(tx, task.orgId)
    if (!isView) await keepClosedView(tx, at, closed)
    await sql`insert into amazon_summary_line (shop_id, posted_on, line_key, ordinal, booked_on, kind_id, order_id, sku, description,
    quantity, amount, currency, is_view, import_id)
    select s.shop_id, s.posted_on, s.line_key, s.ordinal, ${bookedOn(closed)}, k.id, s.order_id, s.sku, s.description, s.quantity, s.amount,
      s.currency, ${isView}, s.import_id
    from ${staged(at)} join ${kindNumbers(kindIds)} on k.no = s.kind_no where ${ofThisImport(at)} and s.there is null`.execute(tx)
    await daysChanged(task, amounts, shop.id, await newDays(tx, at, closed))
    return amountsMerged(tx, at, kindIds, [
      ...(task.head.truncatedNote === null ? [] : [sentence`报表自述不完整：${task.head.truncatedNote}`]),
      ...(await equalLinesNote(tx, at, 'amount')),
      ...(await bookedLaterNotes(tx, at, closed, 'amount')),
    ])
  }
export const mergeSummary = mergeInto(false)
export const mergeView = mergeInto(true)
